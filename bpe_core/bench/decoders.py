"""Every decoder of the benchmark: ids in memory as it likes them, bytes or a str out.

Like encoders they have their tables before the clock, and have seen no ids.
"""

from __future__ import annotations

from bpe_core.bench.calls import BYTES, Call, call_of
from bpe_core.bench.given import Given, tiktoken_encoding
from bpe_core.bench.trails import of_bytes
from bpe_core.encode.compiled_decoding import decode_array


def ours(given: Given) -> Call:
    """An array in, bytes out."""
    model, ids = given.model(), given.ids()
    decode_array(model, ids[:0])
    return call_of(lambda: decode_array(model, ids, threads=given.threads), BYTES, of_bytes)


def tiktoken(given: Given) -> Call:
    """A list in, bytes out, on one thread."""
    encoding, ids = tiktoken_encoding(given), given.ids().tolist()
    return call_of(lambda: encoding.decode_bytes(ids), BYTES, of_bytes)


def tiktoken_threads(given: Given) -> Call:
    """As many lists as threads in, bytes out."""
    encoding, ids = tiktoken_encoding(given), given.ids().tolist()
    share = max(1, -(-len(ids) // given.threads))
    lists = [ids[start : start + share] for start in range(0, len(ids), share)]
    return call_of(
        lambda: encoding.decode_bytes_batch(lists, num_threads=given.threads),
        BYTES,
        lambda parts: of_bytes(b"".join(parts)),
    )


def tokenizers(given: Given) -> Call:
    """Hugging Face: a list in, a str out."""
    from tokenizers import Tokenizer

    tokenizer, ids = Tokenizer.from_str(given.hugging_face()), given.ids().tolist()
    return call_of(lambda: tokenizer.decode(ids), BYTES, lambda text: of_bytes(text.encode()))


def gigatoken(given: Given) -> Call:
    """An array in, bytes out."""
    from gigatoken import Tokenizer

    tokenizer, ids = Tokenizer.from_json(given.hugging_face()), given.ids()
    return call_of(lambda: tokenizer.decode(ids), BYTES, of_bytes)
