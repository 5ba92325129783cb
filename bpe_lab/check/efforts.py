"""Speed and memory, relative to our trainers and to the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter

from bpe_core.pretokenize.pre_tokens import pre_tokenize, split_pattern
from bpe_core.registry import TRAINERS
from bpe_core.train.compare_merges import BytePair
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.check.candidate import Candidate
from bpe_lab.check.faults import Fault
from bpe_lab.check.probes import other_merges, other_tokens
from bpe_lab.check.reference import right_merges
from bpe_lab.check.subject import CutShortError
from bpe_lab.museum.parts import merge_by_rank, ranks_of

MERGES = 50
SLOWEST = 10  # times as long as the naive trainer
LATEST = 50  # times as long as the naive encoder: 5 MB would take a quarter of an hour
CS336_MERGES, CS336_SECONDS = 243, 1.5  # of its corpus.en, 130 KB
MOST_BYTES = 1000  # of memory for each byte of text
SMALLEST = 32 * 2**20  # bytes that are not looked at: a library that is loaded takes more


def speed(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How long training takes beside our naive and our linked trainer, run right after it."""
    seconds = candidate.train(text, MERGES).seconds
    naive, linked = (_seconds(name, candidate, text) for name in ("naive", "linked"))
    note = (
        f"{seconds:.2f} s; our naive trainer {naive:.2f} s, our linked one {linked:.2f} s "
        f"for {MERGES} merges of {len(text.encode()):,} bytes"
    )
    if seconds <= SLOWEST * naive:
        return None, note
    sentence = f"it takes {seconds / naive:.0f} times as long as our naive trainer"
    return Fault("slow", text, sentence), note


def training_of_cs336(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """The merges of as large a text as CS336's tests have, and the time beside their bound.

    Seconds depend on the machine, and on what else it does, so too many are no fault here.
    """
    right = right_merges(text, CS336_MERGES, candidate.convention, candidate.specials)
    asked = f"for {CS336_MERGES} merges of {len(text.encode()):,} bytes"
    try:
        learned = candidate.train(text, CS336_MERGES)
    except CutShortError as error:
        return None, f"{error} {asked}; CS336's own test allows {CS336_SECONDS} s"
    note = f"{learned.seconds:.2f} s {asked}; CS336's own test allows {CS336_SECONDS} s"
    return other_merges(candidate, text, right, learned.merges), note


def encoding_speed(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How long encoding takes by thousands of merges, beside our naive encoder."""
    merges = many_merges()
    encoding = candidate.encode_by(text, merges)
    started = perf_counter()
    right = naive_tokens(text, merges, candidate.convention.pattern)
    naive = perf_counter() - started
    if right != list(encoding.tokens):
        return other_tokens(candidate, text, encoding), ""
    took = f"{encoding.seconds:.2f} s; our naive encoder {naive:.2f} s"
    note = f"{took} for {len(text.encode()):,} bytes by {len(merges):,} merges"
    if encoding.seconds <= LATEST * naive:
        return None, note
    sentence = (
        f"encoding takes {encoding.seconds / naive:.0f} times as long as our naive encoder"
    )
    return Fault("late", text, sentence), note


def naive_tokens(text: str, merges: Sequence[BytePair], pattern: str) -> list[bytes]:
    """The tokens of a text, pre-token by pre-token, each time the pair of the lowest rank.

    >>> naive_tokens("abc abc", [(b"b", b"c"), (b"a", b"bc")], "gpt2")
    [b'abc', b' ', b'abc']
    """
    ranks = ranks_of(merges)
    words = ([bytes([b]) for b in word.encode()] for word in split_pattern(text, pattern))
    return [token for word in words for token in merge_by_rank(word, ranks)]


@cache
def many_merges() -> tuple[BytePair, ...]:
    """Those of a vocabulary that comes along."""
    return tuple(built_in("lab").merges_as_bytes())


def memory(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How much more memory training takes than was taken before, for each byte of text.

    Its merges of that text are looked at as well.
    """
    size = len(text.encode())
    right = right_merges(text, MERGES, candidate.convention, candidate.specials)
    learned = candidate.train(text, MERGES)
    peak = learned.peak
    note = f"{peak / size:.0f} bytes for each of {size:,} bytes of text"
    if fault := other_merges(candidate, text, right, learned.merges):
        return fault, note
    if peak <= max(SMALLEST, MOST_BYTES * size):
        return None, note
    return Fault("large", text, f"it takes {note}; {MOST_BYTES} are allowed"), note


def _seconds(trainer: str, candidate: Candidate, text: str) -> float:
    """A trainer of ours on every occurrence of every pre-token."""
    options = TrainOptions(num_merges=MERGES, tie_break=candidate.convention.tie_break)
    started = perf_counter()
    cut = pre_tokenize(text, pattern=candidate.convention.pattern)
    for _ in TRAINERS[trainer](cut, options):
        pass
    return perf_counter() - started
