"""From a file to a report: load, recognise the convention, climb, and shrink what fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from bpe_core.check.candidate import Candidate, open_candidate
from bpe_core.check.conventions import recognised
from bpe_core.check.evidence import exhibits_like
from bpe_core.check.faults import Fault, is_like
from bpe_core.check.ladder import RUNGS, Outcome
from bpe_core.check.probes import tried
from bpe_core.check.report import Report, RungResult, State
from bpe_core.check.shrink import has_shrinker, smallest
from bpe_core.check.source import MB, MEMORY, SECONDS, Source
from bpe_core.check.subject import Subject
from bpe_core.errors import UnknownNameError
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.runtime.leftovers import temporary_folder
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak

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
) -> Iterator[Reached | Report]:
    """Climb until the first fault; the report comes last.

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
        yield from climb(candidate, source)


def check(
    *files: str | Path,
    command: str = "",
    name: str = "",
    tie_break: TieBreak | None = None,
    pattern: str | None = None,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Report:
    """Check the code in ``files``, or a ``command`` that writes ``merges.txt``.

    In a notebook or a test: ``assert check("bpe.py").fault is None``. It runs in a process of
    its own; ``seconds`` for each request and ``memory`` in MB bound it.
    """
    paths = tuple(str(Path(file).absolute()) for file in files)
    source = Source(paths, command, name, seconds, memory * MB)
    *_, report = check_code(source, tie_break=tie_break, pattern=pattern)
    assert isinstance(report, Report), "it comes last"
    return report


def climb(candidate: Candidate, source: Source) -> Iterator[Reached | Report]:
    """Rung after rung up to the first fault; the report comes last."""
    results: list[RungResult] = []
    fault: Fault | None = None
    for name, rung in RUNGS.items():
        if not rung.possible(candidate):
            results.append(RungResult(name, "not asked"))
            continue
        if fault:
            results.append(RungResult(name, "open"))
            continue
        yield Reached(name)
        outcome = rung.climb(candidate)
        ties_hold = RungResult("ties", "holds") in results
        fault = outcome.fault and _shrunk(candidate, outcome, ties_hold=ties_hold)
        state: State = "fails" if fault else "holds" if outcome.asked else "not asked"
        results.append(RungResult(name, state, outcome.notes))
    yield Report(
        source.files or (source.command,),
        candidate.title,
        candidate.convention,
        tuple(results),
        fault,
        exhibits_like(fault, candidate.convention) if fault else (),
    )


def _shrunk(candidate: Candidate, outcome: Outcome, *, ties_hold: bool) -> Fault:
    """The same fault on the smallest text that could be seen to show it."""
    fault, probe = outcome.fault, outcome.probe
    assert fault, "asked where something fails"
    if probe is None or fault.kind in NOT_SHRUNK or not has_shrinker():
        return fault

    def alike(text: str) -> Fault | None:
        other, _ = tried(probe, candidate, text)
        same = other is not None and is_like(other, fault, ties_hold=ties_hold)
        return other if same else None

    return alike(smallest(fault.text, lambda text: alike(text) is not None)) or fault


def _work_folder(folder: Path) -> Path:
    """Where the code runs and may write, beside the file of the folder's owner."""
    work = folder / "work"
    work.mkdir()
    return work
