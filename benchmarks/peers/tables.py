"""A benchmark's outcome as tables: works in rows, contenders in columns; or all figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.peers.checks import check
from benchmarks.peers.contenders import OURS
from benchmarks.peers.record import passes_of
from benchmarks.peers.standing import BenchStanding, ratio_spread, times_as_long
from benchmarks.peers.words import cell, rows_of, state_of, title_of, verdict
from benchmarks.peers.works import Kind, Work
from bpe_lab.cli.report import Table, spread

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
