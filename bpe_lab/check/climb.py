"""From a file to a report: load, recognize the convention, climb, and shrink what fails.

A convention is named, and not failed. Small texts are trained on whose merges depend on the
rule for ties, on whether overlaps are counted, or on how texts are cut. A convention other than
the first is taken only where it gives all merges of all of them, so that a bug is not taken for
one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from bpe_core.errors import UnknownNameError
from bpe_core.pretokenize.patterns import PATTERNS, pattern_text
from bpe_core.runtime.machine import is_importable, temporary_folder
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.check.candidate import (
    MB,
    MEMORY,
    SECONDS,
    Candidate,
    Subject,
    Submission,
    open_candidate,
)
from bpe_lab.check.faults import Fault, exhibits_like, is_like, merges_differ
from bpe_lab.check.ladder import RUNGS, Outcome, Rung
from bpe_lab.check.probes import Probe, tried
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.check.report import Report, RungResult
from bpe_lab.check.shapes.solution import Ability
from bpe_lab.measure.reasons import RunError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# What says nothing of a smaller text, or would take its whole time for each.
NOT_SHRUNK = ("slow", "large", "cut", "lazy", "vocabulary")
# Whose merges tell conventions apart, and how many each has under every convention.
TELLING = (
    "aaaaab ab ab xyz",
    "baaab cab aab",
    "low lower newest widest",
    "z yes yet! x1 12 34 34 1234",
    "it's  it's DON'T DON'T\n\n a\n b",
    "!! !?.. ~a ~a",
)
TELLING_MERGES = 5
SHRINKING = 15.0  # seconds
EXAMPLES = 400
SHORT = 16  # characters; what fails at all mostly fails on fewer
PLAIN = "ab c"  # shrinks toward its first letters


@dataclass(frozen=True, slots=True)
class Reached:
    """A rung is tried now."""

    rung: str


def check_code(
    submission: Submission,
    *,
    tie_break: TieBreak | None = None,
    pattern: str | None = None,
    stop: Event | None = None,
    go_on: bool = False,
) -> Iterator[Reached | Report]:
    """Climb until the first fault, or ``go_on`` behind it; the report comes last.

    ``tie_break`` and ``pattern`` hold the code to them; without, its own are recognized. Raises
    ``RunError`` where the code cannot be loaded, ``UnknownNameError``, ``StoppedError``.
    """
    if tie_break is not None and tie_break not in TIE_BREAKS:
        raise UnknownNameError.among("tie break", tie_break, TIE_BREAKS)
    if pattern is not None:
        pattern_text(pattern)
    with (
        temporary_folder() as folder,
        Subject(submission, _work_folder(folder), stop or Event()) as subject,
    ):
        loaded = open_candidate(subject)
        candidate = with_convention(loaded, tie_break=tie_break, pattern=pattern)
        yield from climb(candidate, submission, go_on=go_on)


def check(
    *files: str | Path,
    command: str = "",
    name: str = "",
    tie_break: TieBreak | None = None,
    pattern: str | None = None,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    go_on: bool = False,
) -> Report:
    """Check the code in ``files``, or a ``command`` that writes ``merges.txt``.

    In a notebook or a test: ``assert check("bpe.py").fault is None``. It runs in a process of
    its own; ``seconds`` for each request and ``memory`` in MB bound it. With ``go_on`` every
    rung is tried, and each has its own ``fault``.
    """
    paths = tuple(str(Path(file).absolute()) for file in files)
    submission = Submission(paths, command, name, seconds, memory * MB)
    *_, report = check_code(submission, tie_break=tie_break, pattern=pattern, go_on=go_on)
    assert isinstance(report, Report), "it comes last"
    return report


def _work_folder(folder: Path) -> Path:
    """Where the code runs and may write, beside the file of the folder's owner."""
    work = folder / "work"
    work.mkdir()
    return work


def with_convention(
    candidate: Candidate, *, tie_break: TieBreak | None = None, pattern: str | None = None
) -> Candidate:
    """The candidate under its convention; what is given is not looked for."""
    answers = list(_answers(candidate))
    first, *others = _conventions(candidate, tie_break, pattern)
    for convention in (first, *others):
        if all(_agrees(candidate, convention, *answer) for answer in answers):
            return replace(candidate, convention=convention)
    # It keeps to none, so it has a bug: what it is held against is what is asked for, or ours.
    return replace(candidate, convention=first)


def _conventions(
    candidate: Candidate, tie_break: TieBreak | None, pattern: str | None
) -> Iterator[Convention]:
    """All in question; the likeliest come first."""
    cuts = _patterns(candidate, pattern)
    ties = (tie_break,) if tie_break else TIE_BREAKS
    for cut, overlaps, tie in product(cuts, (True, False), ties):
        yield Convention(cut, tie, overlaps)


def _patterns(candidate: Candidate, pattern: str | None) -> tuple[str, ...]:
    if pattern:
        return (pattern,)
    own = candidate.convention.pattern
    return (own,) if candidate.tells_pattern else tuple(dict.fromkeys((own, *PATTERNS)))


def _answers(candidate: Candidate) -> Iterator[tuple[str, tuple[tuple[bytes, bytes], ...]]]:
    """Each text with its merges; none where the code fails, which the ladder will say."""
    for text in TELLING if Ability.TRAINS in candidate.abilities else ():
        try:
            yield text, candidate.train(text, TELLING_MERGES).merges
        except RunError:
            return


def _agrees(
    candidate: Candidate, convention: Convention, text: str, merges: tuple[object, ...]
) -> bool:
    right = right_merges(text, TELLING_MERGES, convention, candidate.specials)
    return right == list(merges)


def climb(
    candidate: Candidate, submission: Submission, *, go_on: bool = False
) -> Iterator[Reached | Report]:
    """Rung after rung up to the first fault, or to the top; the report comes last."""
    results: list[RungResult] = []
    for name, rung in RUNGS.items():
        if not rung.possible(candidate):
            results.append(RungResult(name, "not asked"))
        elif not go_on and any(result.fault for result in results):
            results.append(RungResult(name, "open"))
        else:
            yield Reached(name)
            ties_hold = any((each.name, each.state) == ("ties", "holds") for each in results)
            results.append(_tried_rung(candidate, name, rung, ties_hold=ties_hold))
    first = next((result for result in results if result.fault), RungResult("", "holds"))
    yield Report(
        submission.files or (submission.command,),
        candidate.title,
        candidate.convention,
        tuple(results),
        first.fault,
        first.alike,
    )


def _tried_rung(candidate: Candidate, name: str, rung: Rung, *, ties_hold: bool) -> RungResult:
    """What a rung gave; a fault on its smallest text, with the exhibits that do the same."""
    outcome = rung.climb(candidate)
    if outcome.fault is None:
        return RungResult(name, "holds" if outcome.asked else "not asked", outcome.notes)
    fault = _shrunk(candidate, outcome, ties_hold=ties_hold)
    alike = exhibits_like(fault, candidate.convention)
    if ties_hold and fault.difference and fault.difference.decided == "tie":
        words = merges_differ(fault.difference, candidate.convention, ties_hold=True)
        fault = replace(fault, sentence=words, ties_hold=True)
    return RungResult(name, "fails", outcome.notes, fault, alike)


def _shrunk(candidate: Candidate, outcome: Outcome, *, ties_hold: bool) -> Fault:
    """The same fault on the smallest text that could be seen to show it."""
    fault, probe = outcome.fault, outcome.probe
    assert fault, "asked where something fails"
    if probe is None or fault.kind in NOT_SHRUNK:
        return fault

    if has_shrinker():
        alike = partial(_alike, candidate, probe, fault, ties_hold=ties_hold)
        fault = alike(smallest(fault.text, lambda text: alike(text) is not None)) or fault
    return replace(fault, state=_fails_not_afresh(candidate, probe, fault.text))


def _alike(
    candidate: Candidate, probe: Probe, fault: Fault, text: str, *, ties_hold: bool
) -> Fault | None:
    """The same fault on another text; None where it is not there, or another one."""
    other, _ = tried(probe, candidate, text)
    return other if other and is_like(other, fault, ties_hold=ties_hold) else None


def _fails_not_afresh(candidate: Candidate, probe: Probe, text: str) -> bool:
    """Whether a text is right in a fresh process: then it was the state of the last one."""
    try:
        candidate.subject.load()
    except RunError:
        return False
    fault, _ = tried(probe, candidate, text)
    return fault is None


def has_shrinker() -> bool:
    """Whether hypothesis is installed."""
    return is_importable("hypothesis")


def smallest(text: str, fails: Callable[[str], bool], seconds: float = SHRINKING) -> str:
    """A text for which ``fails`` holds as for ``text``, as small as could be seen to.

    First its shortest beginning and the end of that, then any text of few plain letters, else
    one of its own letters: each found by chance, and made smaller as long as it fails.

    >>> smallest("once upon a time, aab", lambda text: "aa" in text)
    'aa'
    """
    from hypothesis import strategies as st  # an extra, and slow to load

    search = _Search(text, fails, monotonic() + seconds)
    search.find(st.integers(0, len(text)).map(lambda size: text[:size]))
    start = search.best
    search.find(st.integers(0, len(start)).map(lambda size: start[len(start) - size :]))
    search.find_among(PLAIN)
    if set(search.best) - set(PLAIN):
        search.find_among("".join(dict.fromkeys(search.best)))
    return search.best


class _Search:
    """Remembers the smallest text that failed, so that time may run out at any moment."""

    def __init__(self, text: str, fails: Callable[[str], bool], until: float) -> None:
        self.best, self._fails, self._until = text, fails, until
        self._known = {text: True}

    def find_among(self, letters: str) -> None:
        """Any text of these letters that is no longer."""
        from hypothesis import strategies as st

        if self.best:
            size = min(SHORT, len(self.best))
            self.find(st.text(st.sampled_from(letters), max_size=size))

    def find(self, strategy: SearchStrategy[str]) -> None:
        """A text of a strategy that fails, as small as there is."""
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis.errors import HypothesisException, NoSuchExample

        how = settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            derandomize=True,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is on purpose here
            # Flaky, where the time ran out in between: what failed is remembered here.
            with suppress(NoSuchExample, HypothesisException):
                find(strategy, self._try, settings=how)

    def _try(self, text: str) -> bool:
        if text not in self._known and monotonic() < self._until:
            self._known[text] = self._fails(text)
        failed = self._known.get(text, False)
        if failed and _size(text) < _size(self.best):
            self.best = text
        return failed


def _size(text: str) -> tuple[int, list[int]]:
    """Shorter is smaller, then what comes earlier among the plain letters, then by number."""
    last = ord("z") + 1
    return len(text), [PLAIN.find(c) if c in PLAIN else last + ord(c) for c in text]
