"""What is told of a benchmark: tables and sentences, every time taken as CSV, one record.

A table has works in rows and contenders in columns; `details` has all figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from benchmarks.peers.standing import (
    BenchEntry,
    BenchStanding,
    Check,
    check,
    checks,
    ratio_spread,
    times_as_long,
)
from benchmarks.peers.works import CONTENDERS, LEFT_OUT, OURS, STARTS, Kind, Work
from bpe_lab.cli.report import (
    Table,
    cell_text,
    circumstances,
    draw,
    duration,
    in_unit_of,
    not_installed,
    size_of,
    spread,
    table,
)
from bpe_lab.measure.record import csv_text

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
    yield from failures(standing)
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


def failures(standing: BenchStanding) -> Iterator[str]:
    """A sentence for each contender that failed at a work."""
    for work in standing.plan.works:
        for name, entry in standing.entries[work].items():
            if entry.state == "failed":
                yield f"{work.kind} {title_of(standing, work)}: {name} failed: {entry.reason}."


CALLS: Sequence[Kind] = ("train", "encode", "decode")


def times(standing: BenchStanding, kinds: Sequence[Kind]) -> Table:
    """Medians with quartiles in brackets, and how many times as long as ours each takes."""
    columns = columns_of(standing, kinds)
    rows = []
    for work in works_of(standing, kinds):
        for pass_index in range(rows_of(standing, work)):
            cells = (cell(standing, work, name, pass_index) for name in columns)
            rows.append([title_of(standing, work, pass_index), *cells])
    return Table([kinds[0] if kinds[0] in CALLS else "start", *columns], rows)


def memory(standing: BenchStanding, kinds: Sequence[Kind]) -> Table:
    """The most memory of a run's process, in MB, interpreter and input included."""
    columns = columns_of(standing, kinds)
    rows = []
    for work in works_of(standing, kinds):
        entries = standing.entries[work]
        peaks = [entries[name].peak_bytes if name in entries else 0 for name in columns]
        rows.append([title_of(standing, work), *(round(peak / 1e6) or None for peak in peaks)])
    return Table(["peak memory, MB", *columns], rows)


def details(standing: BenchStanding) -> Table:
    """All figures, a row for each contender, work and pass."""
    headers = [
        *("kind", "work", "contender", "median s", "quartiles s", "MB/s", f"times {OURS}"),
        *("quartiles", "runs", "peak MB", "output"),
    ]
    rows: list[list[object]] = []
    for work in standing.plan.works:
        for name, entry in standing.entries[work].items():
            if entry.state == "absent":
                continue
            for pass_index in range(max(1, passes_of(entry))):
                band = entry.seconds(pass_index)
                size = standing.texts[work.text].parts / 1e6 if work.text else None
                rows.append(
                    [
                        work.kind,
                        title_of(standing, work, pass_index),
                        name,
                        band.middle if band else state_of(standing, work, name),
                        spread(band) if band and len(entry.runs) > 1 else None,
                        size / band.middle if band and size else None,
                        times_as_long(standing, work, name, pass_index),
                        spread(ratio_spread(standing, work, name, pass_index)),
                        len(entry.runs),
                        round(entry.peak_bytes / 1e6) or None,
                        verdict(check(standing, work, name), work),
                    ]
                )
    return Table(headers, rows)


def columns_of(standing: BenchStanding, kinds: Sequence[Kind]) -> list[str]:
    """Whoever is installed for one of these works, ours first."""
    return list(
        dict.fromkeys(
            name
            for work in works_of(standing, kinds)
            for name, entry in standing.entries[work].items()
            if entry.state != "absent"
        )
    )


def works_of(standing: BenchStanding, kinds: Sequence[Kind]) -> Iterator[Work]:
    """The works of these kinds, in the plan's order."""
    return (work for work in standing.plan.works if work.kind in kinds)


PASSES = ("first pass", "warm")
UNTIL = {
    "compile": "compile all kernels, after install",
    "ready": "load all kernels, later starts",
    "first": "from process start to the first ids",
}
OWN = {
    "own_ties": "own ties",
    "own_splits": "own splits",
    "own_vocabulary": "own vocabulary",
    "alone": "alone",
    "nothing": "",
}


def rows_of(standing: BenchStanding, work: Work) -> int:
    """The most passes that any contender made."""
    return max(1, *(passes_of(entry) for entry in standing.entries[work].values()))


def title_of(standing: BenchStanding, work: Work, pass_index: int | None = None) -> str:
    """What was done, with the size of the text; ``pass_index`` is that of the pass."""
    if work.kind in UNTIL:
        return UNTIL[work.kind]
    parts = [work.text]
    if work.text in standing.texts:
        parts.append(size_of(standing.texts[work.text].parts))
    if work.kind == "train":
        parts.append(f"vocabulary {work.vocab_size:,}")
    if pass_index is not None and rows_of(standing, work) > 1:
        parts.append(PASSES[pass_index])
    return ", ".join(parts)


def cell(standing: BenchStanding, work: Work, name: str, pass_index: int) -> str | None:
    """Time, quartiles, ratio; what differs is marked; None: does not take part."""
    entry = standing.entries[work].get(name)
    if entry is None:
        return None
    band = entry.seconds(pass_index) if pass_index < passes_of(entry) else None
    if band is None:
        return state_of(standing, work, name)
    text = duration(band.middle)
    if len(entry.runs) > 1:
        lower, upper = (
            in_unit_of(band.middle, seconds) for seconds in (band.lower, band.upper)
        )
        text += f" ({lower}–{upper})"
    ratio = times_as_long(standing, work, name, pass_index)
    if name != OURS and ratio:
        text += f", {cell_text(ratio)}×"
    return text + " ≠" * (check(standing, work, name).verdict in ("differs", "unsteady"))


def state_of(standing: BenchStanding, work: Work, name: str) -> str:
    """What has become of a contender that has no time to show."""
    entry = standing.entries[work][name]
    if entry.state == "cut":
        return f"cut at {cell_text(entry.cut_at)} s"
    return {"failed": "failed", "waiting": "not run"}.get(entry.state, "")


def verdict(held: Check, work: Work) -> str:
    """What a contender made, beside another's.

    >>> verdict(Check("differs", "tiktoken", 0, 0), Work("encode", "english"))
    'differs from tiktoken'
    """
    if held.verdict == "equal":
        return f"equal to {held.against}"
    if held.verdict == "unsteady":
        return "differs from run to run"
    if held.verdict == "differs":
        where = (
            f" at merge {held.at + 1}" if work.kind == "train" and held.at is not None else ""
        )
        return f"differs from {held.against}{where}"
    return OWN[held.verdict]


def forms(kinds: Sequence[Kind], names: Sequence[str]) -> str:
    """What contenders take and give, and whether they use all threads."""
    parts = []
    for name in names:
        who = next(CONTENDERS[kind][name] for kind in kinds if name in CONTENDERS[kind])
        parts.append(
            f"{name}: {who.takes} → {who.gives}{'' if who.threads else ' (one thread)'}"
        )
    return "; ".join(parts)


# --- To keep

COLUMNS = ("work", "contender", "run", "pass", "seconds", "peak_bytes")
VERSION = 1  # of the record


def samples_csv(standing: BenchStanding) -> str:
    """One row for each pass of each run that came to its end; no comments, a head line."""
    rows = []
    for work, entries in standing.entries.items():
        for name, entry in entries.items():
            for run in entry.runs:
                for pass_index, seconds in enumerate(run.seconds):
                    times = pass_index, f"{seconds:.9f}", run.peak_bytes or None
                    rows.append((work.name, name, run.task.number, *times))
    return csv_text(COLUMNS, rows)


def record_of(standing: BenchStanding, facts: Mapping[str, str]) -> dict[str, Any]:
    """What belongs to the samples, as JSON takes it; what was not measured is None.

    ``facts`` are those of ``machine.machine``.
    """
    plan = standing.plan
    return {
        "version": VERSION,
        "machine": dict(facts),
        "plan": {"repeats": plan.repeats, "budget": plan.budget, "threads": plan.threads},
        "texts": {
            name: {"bytes": text.parts, "sha256": text.digests[0]}
            for name, text in standing.texts.items()
        },
        "cancelled": standing.cancelled,
        "cores_taken_by_others": standing.others,
        "works": {
            work.name: {
                **asdict(work),
                "contenders": {name: _entry(standing, work, name) for name in entries},
            }
            for work, entries in standing.entries.items()
        },
    }


def _entry(standing: BenchStanding, work: Work, name: str) -> dict[str, object]:
    entry, who = standing.entries[work][name], CONTENDERS[work.kind][name]
    if entry.state == "absent":
        return {"state": entry.state, "library": who.library}
    return {
        "state": entry.state,
        "reason": str(entry.reason) or None,
        "cut_at": entry.cut_at or None,
        "version": next((run.version for run in entry.runs), "") or None,
        "takes": who.takes,
        "gives": who.gives,
        "peak_bytes": entry.peak_bytes or None,
        "passes": [
            _pass(standing, work, name, pass_index) for pass_index in range(passes_of(entry))
        ],
        "check": asdict(check(standing, work, name)),
    }


def _pass(standing: BenchStanding, work: Work, name: str, pass_index: int) -> dict[str, object]:
    entry = standing.entries[work][name]
    band, spread = entry.seconds(pass_index), ratio_spread(standing, work, name, pass_index)
    return {
        "seconds": [run.seconds[pass_index] for run in entry.runs],
        "quartiles": band and list(band),
        "times_as_long_as_ours": times_as_long(standing, work, name, pass_index),
        "quartiles_of_the_rounds": spread and list(spread),
    }


def passes_of(entry: BenchEntry) -> int:
    """How many times the call was made in each of its runs."""
    return len(entry.runs[0].seconds) if entry.runs else 0
