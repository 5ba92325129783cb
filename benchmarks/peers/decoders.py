"""Every decoder of the benchmark: ids in memory as it likes them, bytes or a str out.

Like encoders they have their tables before the clock, and have seen no ids.
"""

from __future__ import annotations

from benchmarks.peers.calls import BYTES, Call, call_of
from benchmarks.peers.inputs import BenchInputs, tiktoken_encoding
from benchmarks.peers.trails import of_bytes
from bpe_core.encode.decode_array import decode_array


def ours(inputs: BenchInputs) -> Call:
    """An array in, bytes out."""
    model, ids = inputs.model(), inputs.ids()
    decode_array(model, ids[:0])
    return call_of(lambda: decode_array(model, ids, threads=inputs.threads), BYTES, of_bytes)


def tiktoken(inputs: BenchInputs) -> Call:
    """A list in, bytes out, on one thread."""
    encoding, ids = tiktoken_encoding(inputs), inputs.ids().tolist()
    return call_of(lambda: encoding.decode_bytes(ids), BYTES, of_bytes)


def tiktoken_threads(inputs: BenchInputs) -> Call:
    """As many lists as threads in, bytes out."""
    encoding, ids = tiktoken_encoding(inputs), inputs.ids().tolist()
    share = max(1, -(-len(ids) // inputs.threads))
    lists = [ids[start : start + share] for start in range(0, len(ids), share)]
    return call_of(
        lambda: encoding.decode_bytes_batch(lists, num_threads=inputs.threads),
        BYTES,
        lambda parts: of_bytes(b"".join(parts)),
    )


def tokenizers(inputs: BenchInputs) -> Call:
    """Hugging Face: a list in, a str out."""
    from tokenizers import Tokenizer

    tokenizer, ids = Tokenizer.from_str(inputs.hugging_face()), inputs.ids().tolist()
    return call_of(lambda: tokenizer.decode(ids), BYTES, lambda text: of_bytes(text.encode()))


def gigatoken(inputs: BenchInputs) -> Call:
    """An array in, bytes out."""
    from gigatoken import Tokenizer

    tokenizer, ids = Tokenizer.from_json(inputs.hugging_face()), inputs.ids()
    return call_of(lambda: tokenizer.decode(ids), BYTES, of_bytes)
