"""rustbpe: merges under its tie rule (the lowest ids) and, with them, ids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.merges import merges_cases
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core import BPEModel, encode, train
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.train.options import TrainOptions
from bpe_lab.measure import peers
from bpe_lab.measure.peers import Pair

PATTERNS = ("gpt2", "cl100k")
VOCABULARY = 4_000


def cases(effort: Effort) -> Iterator[Case]:
    """Training on each real text, then encoding with the merges of all of them."""
    for pattern in PATTERNS:
        yield from merges_cases(pattern, their_merges, our_merges)
        yield from encoded(pattern, effort)


def their_merges(text: str, pattern: str) -> list[Pair]:
    return list(peers.rustbpe(text, TrainOptions(vocab_size=VOCABULARY), pattern)()().pairs)


def our_merges(text: str, pattern: str) -> list[Pair]:
    return our_model(text, pattern).merges_as_bytes()


def our_model(text: str, pattern: str) -> BPEModel:
    return train(text, vocab_size=VOCABULARY, pattern=pattern, tie_break="lowest_ids")


def encoded(pattern: str, effort: Effort) -> Iterator[Case]:
    """Ids of all texts by one vocabulary."""
    import rustbpe

    corpus = "\n".join(real_texts().values())
    peer, model = rustbpe.Tokenizer(), our_model(corpus, pattern)
    peer.train_from_iterator([corpus], VOCABULARY, pattern=pattern_text(pattern))
    for number, text in enumerate(
        [*real_texts().values(), *fuzzed_texts(effort.texts, effort.seed)]
    ):
        yield Case(
            f"ids of text {number}, {pattern}",
            partial(peer.encode, text),
            partial(encode, model, text),
        )


SUITE = PackageSuite("rustbpe", cases)
