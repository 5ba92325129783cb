"""From a file to a report: load, recognise the convention, climb, and shrink what fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

from bpe_core.errors import UnknownNameError
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.runtime.machine import temporary_folder
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.check.candidate import Candidate, open_candidate
from bpe_lab.check.conventions import recognised
from bpe_lab.check.evidence import exhibits_like
from bpe_lab.check.faults import Fault, is_like
from bpe_lab.check.ladder import RUNGS, Outcome, Rung
from bpe_lab.check.probes import Probe, tried
from bpe_lab.check.report import Report, RungResult
from bpe_lab.check.shrink import has_shrinker, smallest
from bpe_lab.check.source import MB, MEMORY, SECONDS, Source
from bpe_lab.check.subject import Subject
from bpe_lab.check.words import merges_differ
from bpe_lab.measure.reasons import RunError

# What says nothing of a smaller text, or would take its whole time for each.
NOT_SHRUNK = ("slow", "large", "cut", "lazy", "vocabulary")


@dataclass(frozen=True, slots=True)
class Reached:
    """A rung is tried now."""

    rung: str


def check_code(
    source: Source,
    *,
    tie_break: TieBreak | None = None,
    pattern: str | None = None,
    stop: Event | None = None,
    go_on: bool = False,
) -> Iterator[Reached | Report]:
    """Climb until the first fault, or ``go_on`` behind it; the report comes last.

    ``tie_break`` and ``pattern`` hold the code to them; without, its own are recognised. Raises
    ``RunError`` where the code cannot be loaded, ``UnknownNameError``, ``StoppedError``.
    """
    if tie_break is not None and tie_break not in TIE_BREAKS:
        raise UnknownNameError.among("tie break", tie_break, TIE_BREAKS)
    if pattern is not None:
        pattern_text(pattern)
    with (
        temporary_folder() as folder,
        Subject(source, _work_folder(folder), stop or Event()) as subject,
    ):
        loaded = open_candidate(subject)
        candidate = recognised(loaded, tie_break=tie_break, pattern=pattern)
        yield from climb(candidate, source, go_on=go_on)


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
    source = Source(paths, command, name, seconds, memory * MB)
    *_, report = check_code(source, tie_break=tie_break, pattern=pattern, go_on=go_on)
    assert isinstance(report, Report), "it comes last"
    return report


def climb(
    candidate: Candidate, source: Source, *, go_on: bool = False
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
        source.files or (source.command,),
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


def _work_folder(folder: Path) -> Path:
    """Where the code runs and may write, beside the file of the folder's owner."""
    work = folder / "work"
    work.mkdir()
    return work
