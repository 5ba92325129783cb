"""A benchmark to keep: every time taken as CSV, all that belongs to it as one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from benchmarks.peers.checks import check
from benchmarks.peers.contenders import CONTENDERS
from benchmarks.peers.standing import BenchStanding, Entry, ratio_spread, times_as_long
from benchmarks.peers.works import Work
from bpe_lab.measure.csv_text import csv_text

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


def passes_of(entry: Entry) -> int:
    """How many times the call was made in each of its runs."""
    return len(entry.runs[0].seconds) if entry.runs else 0
