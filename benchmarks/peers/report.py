"""What is printed after a benchmark: one table per kind of work, then sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from benchmarks.peers.checks import checks
from benchmarks.peers.contenders import CONTENDERS, LEFT_OUT, OURS
from benchmarks.peers.standing import BenchStanding
from benchmarks.peers.tables import columns_of, details, memory, times, works_of
from benchmarks.peers.words import OWN, forms, title_of, verdict
from benchmarks.peers.works import STARTS, Kind
from bpe_lab.cli.report import Table, circumstances, draw, not_installed, table

KINDS: Sequence[tuple[Kind, ...]] = (("train",), ("encode",), ("decode",), STARTS)
OUTPUTS = {"train": "merges", "encode": "ids", "decode": "bytes"}


def report(
    console: Console,
    standing: BenchStanding,
    facts: Mapping[str, str],
    *,
    show_details: bool = False,
) -> None:
    """Tables in columns at a terminal, as Markdown elsewhere."""
    parts = sections(standing, facts)
    draw(console, [*parts, details(standing)] if show_details else parts)


def markdown(standing: BenchStanding, facts: Mapping[str, str]) -> str:
    """The same without details, as docs/speed.md shows it."""
    parts = (
        table(part.headers, part.rows) if isinstance(part, Table) else part
        for part in sections(standing, facts)
    )
    return "\n\n".join(parts) + "\n"


def sections(standing: BenchStanding, facts: Mapping[str, str]) -> Iterator[Table | str]:
    """Tables and sentences on them, in order."""
    plan = standing.plan
    runs = "one run" if plan.repeats == 1 else f"at most {plan.repeats} runs"
    yield (
        f"Median wall time of whole calls (quartiles), and how many times as long as {OURS}; "
        f"{runs} of each, contenders in turn, each run in a process of its own; up to "
        f"{plan.threads} threads."
    )
    for kinds in KINDS:
        if any(works_of(standing, kinds)):
            yield times(standing, kinds)
            yield " ".join(_sentences(standing, kinds))
            if kinds != STARTS:
                yield memory(standing, kinds)
    yield from _failures(standing)
    yield from circumstances(standing.others, facts)


def _sentences(standing: BenchStanding, kinds: Sequence[Kind]) -> Iterator[str]:
    """Who takes what, who made the same, who is not installed."""
    names = columns_of(standing, kinds)
    if kinds != STARTS:
        yield f"In memory before and after: {forms(kinds, names)}."
    yield from _agreement(standing, kinds)
    yield from not_installed(
        CONTENDERS[work.kind][name].library
        for work in works_of(standing, kinds)
        for name, entry in standing.entries[work].items()
        if entry.state == "absent"
    )
    if kinds == ("train",):
        yield f"Left out, since they build from source alone: {', '.join(LEFT_OUT)}."


def _agreement(standing: BenchStanding, kinds: Sequence[Kind]) -> Iterator[str]:
    """What was compared: who made the same, who cannot be compared and why, what differs."""
    all_checks = [
        (work, name, held)
        for work in works_of(standing, kinds)
        for name, held in checks(standing, work).items()
    ]
    wrong = {name for _, name, held in all_checks if held.verdict in ("differs", "unsteady")}
    equal = dict.fromkeys(
        name for _, name, held in all_checks if held.verdict == "equal" and name not in wrong
    )
    if equal:
        yield f"Same {OUTPUTS.get(kinds[0], 'ids')} wherever they ended: {', '.join(equal)}."
    for why in ("own_ties", "own_splits", "own_vocabulary"):
        names = dict.fromkeys(name for _, name, held in all_checks if held.verdict == why)
        if names:
            yield f"With {OWN[why]}, not compared: {', '.join(names)}."
    for work, name, held in all_checks:
        if held.verdict in ("differs", "unsteady"):
            yield f"{work.kind} {title_of(standing, work)}: {name} {verdict(held, work)}."


def _failures(standing: BenchStanding) -> Iterator[str]:
    for work in standing.plan.works:
        for name, entry in standing.entries[work].items():
            if entry.state == "failed":
                yield f"{work.kind} {title_of(standing, work)}: {name} failed: {entry.reason}."
