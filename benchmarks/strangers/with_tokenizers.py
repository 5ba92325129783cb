"""Hugging Face tokenizers: merges under its tie rule, ids and text with our merges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.merges import merges_cases
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core import BPEModel, decode, encode, train
from bpe_core.registry import FORMATS
from bpe_core.train.options import TrainOptions
from bpe_lab.measure import peers
from bpe_lab.measure.peers import Pair

PATTERNS = ("gpt2", "cl100k", "o200k", "qwen2")
SPECIALS = ("<|endoftext|>", "<|pad|>")
VOCABULARY = 4_000


def cases(effort: Effort) -> Iterator[Case]:
    """Training on each real text, then our vocabulary read by Hugging Face."""
    for pattern in PATTERNS:
        yield from merges_cases(pattern, their_merges, our_merges)
        yield from encoded(pattern, effort)


def their_merges(text: str, pattern: str) -> list[Pair]:
    return list(peers.tokenizers(text, TrainOptions(vocab_size=VOCABULARY), pattern)()().pairs)


def our_merges(text: str, pattern: str) -> list[Pair]:
    return train(
        text, vocab_size=VOCABULARY, pattern=pattern, tie_break="lowest_gpt2_ids"
    ).merges_as_bytes()


def encoded(pattern: str, effort: Effort) -> Iterator[Case]:
    """Ids with special tokens, which Hugging Face always takes as such, and the text again."""
    from tokenizers import Tokenizer

    model = train(
        real_texts().values(), vocab_size=VOCABULARY, pattern=pattern, special_tokens=SPECIALS
    )
    (file,) = FORMATS["huggingface"].write(model).values()
    peer = Tokenizer.from_str(file)
    fuzzed = fuzzed_texts(effort.texts, effort.seed, SPECIALS)
    for number, text in enumerate([*real_texts().values(), *fuzzed]):
        yield from of_text(f"text {number}, {pattern}", text, model, peer)


def of_text(name: str, text: str, model: BPEModel, peer: Any) -> Iterator[Case]:
    """Ids, and the text that the peer's ids stand for."""
    ids = peer.encode(text).ids
    ours = partial(encode, model, text, allowed_special=SPECIALS)
    yield Case(f"ids of {name}", lambda: ids, ours)
    theirs = partial(peer.decode, ids, skip_special_tokens=False)
    yield Case(f"decoded ids of {name}", theirs, partial(decode, model, ids))


SUITE = PackageSuite("tokenizers", cases)
