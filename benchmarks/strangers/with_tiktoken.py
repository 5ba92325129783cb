"""tiktoken with ranks that we trained: ids, special tokens, decoding. No download is needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core import BPEModel, decode, decode_bytes, encode, encode_array, train
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.registry import FORMATS

PATTERNS = ("gpt2", "cl100k_tiktoken", "o200k")
SPECIALS = ("<|endoftext|>", "<|pad|>")
VOCABULARY = 4_000


def cases(effort: Effort) -> Iterator[Case]:
    """For each of tiktoken's patterns an encoding of its own."""
    import tiktoken

    for pattern in PATTERNS:
        model = ranked_model(pattern)
        peer = tiktoken.Encoding(
            pattern,
            pat_str=str(pattern_text(pattern)),
            mergeable_ranks=dict(model.ordinary_ids),
            special_tokens=dict(model.special_tokens),
        )
        everything = {**real_texts(), **fuzzed(effort)}
        for name, text in everything.items():
            yield from of_text(f"{pattern}, {name}", text, model, peer)
        for number, ids in enumerate(id_lists(model, effort)):
            yield from of_ids(f"{pattern}, id list {number}", ids, model, peer)


def ranked_model(pattern: str) -> BPEModel:
    """Our vocabulary, read back from tiktoken's format, where the ids are the ranks."""
    model = train(
        real_texts().values(), vocab_size=VOCABULARY, pattern=pattern, special_tokens=SPECIALS
    )
    form = FORMATS["tiktoken"]
    files = {name: text.encode() for name, text in form.write(model).items()}
    return form.read(files, pattern=pattern, special_tokens=model.special_tokens)


def fuzzed(effort: Effort) -> dict[str, str]:
    """By number, with special tokens and their halves among them."""
    halves = [part for name in SPECIALS for part in (name, name[:5], name[5:])]
    texts = fuzzed_texts(effort.texts, effort.seed, halves)
    return {f"fuzzed {number}": text for number, text in enumerate(texts)}


def of_text(name: str, text: str, model: BPEModel, peer: Any) -> Iterator[Case]:
    """Ids without and with special tokens, the compiled encoder's, and the text again."""
    ordinary = partial(peer.encode_ordinary, text)
    yield Case(f"ids of {name}", ordinary, partial(encode, model, text))
    yield Case(f"array of {name}", ordinary, lambda: encode_array(model, text).tolist())
    special = partial(peer.encode, text, allowed_special="all")
    ours = partial(encode, model, text, allowed_special=SPECIALS)
    yield Case(f"special tokens of {name}", special, ours)
    yield Case(
        f"decoded ids of {name}", lambda: peer.decode(special()), lambda: decode(model, ours())
    )


def id_lists(model: BPEModel, effort: Effort) -> Iterator[list[int]]:
    """Any tokens in any order: most are no UTF-8."""
    chance, tokens = Random(effort.seed), range(len(model.vocabulary))
    for _ in range(effort.texts):
        yield chance.choices(tokens, k=chance.randrange(20))


def of_ids(name: str, ids: list[int], model: BPEModel, peer: Any) -> Iterator[Case]:
    """Bytes, and a text in which U+FFFD stands for what is no UTF-8."""
    yield Case(
        f"bytes of {name}", partial(peer.decode_bytes, ids), lambda: decode_bytes(model, ids)
    )
    yield Case(f"text of {name}", partial(peer.decode, ids), lambda: decode(model, ids))


SUITE = PackageSuite("tiktoken", cases)
