"""Speed and memory, relative to our trainers and to the text."""

from __future__ import annotations

from time import perf_counter

from bpe_core.check.candidate import Candidate
from bpe_core.check.faults import Fault
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.registry import TRAINERS
from bpe_core.train.options import TrainOptions

MERGES = 50
SLOWEST = 10  # times as long as the naive trainer
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


def memory(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How much more memory training takes than was taken before, for each byte of text."""
    size = len(text.encode())
    peak = candidate.train(text, MERGES).peak
    note = f"{peak / size:.0f} bytes for each of {size:,} bytes of text"
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
