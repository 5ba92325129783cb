"""A race to keep: every time that was taken as CSV, all that belongs to it as one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from bpe_lab.measure.machine import libraries_of
from bpe_lab.measure.machine import machine as facts_of_machine
from bpe_lab.measure.record import csv_text
from bpe_lab.race.figures import curve, extrapolated, is_bound, parts_of, reached, total, totals
from bpe_lab.race.growth import growth_of
from bpe_lab.race.plan import LANES
from bpe_lab.race.standing import LaneStanding, Run, Standing, agreement

COLUMNS = ("lane", "size", "run", "part", "nanoseconds", "cut")
VERSION = 1  # of the record


def samples_csv(standing: Standing) -> str:
    """One row for each part that a run stamped: lane, bytes, run, part, nanoseconds, cut.

    ``nanoseconds`` count from the start of the run to the end of the part. ``cut`` is 1 in all
    rows of a run that its budget ended; of one that had done nothing there is no row. No
    comments, a head line: any program opens it.
    """
    runs = [run for lane in standing.lanes.values() for run in lane.runs]
    return csv_text(
        COLUMNS,
        (
            (run.lane, run.size, run.number, done, at, int(run.cut))
            for run in runs
            for done, at in zip(run.done, run.at, strict=True)
        ),
    )


def machine() -> dict[str, str]:
    """The machine of a race, with the libraries that its lanes need."""
    return facts_of_machine(["numba", *libraries_of(lane.library for lane in LANES.values())])


def record_of(
    standing: Standing,
    facts: Mapping[str, str],
    corpus_name: str,
    *,
    text: str | bytes | None = None,
    command: str | None = None,
) -> dict[str, Any]:
    """What belongs to the samples, as JSON takes it: machine, corpus, plan, lanes, figures.

    ``facts`` are those of `machine`; ``corpus_name`` is one of ``RACE_TEXTS`` or
    says where else the text is from, the same in all languages. Of ``text`` the SHA-256 is
    kept, so that whoever repeats the race, by ``command``, knows whether the text is the
    same. What was not measured is None.
    """
    corpus: dict[str, object] = {"name": corpus_name, "bytes": standing.sizes[-1]}
    if text is not None:
        data = text if isinstance(text, bytes) else text.encode()
        corpus |= {"bytes": len(data), "sha256": sha256(data).hexdigest()}
    return {
        "version": VERSION,
        "machine": dict(facts),
        "corpus": corpus,
        "command": command,
        "plan": asdict(standing.plan),
        "sizes": list(standing.sizes),
        "cancelled": standing.cancelled,
        "cores_taken_by_others": standing.others,
        "lanes": {name: _lane(standing, lane) for name, lane in standing.lanes.items()},
        "agreement": {str(size): asdict(agreement(standing, size)) for size in standing.sizes},
        "growth": [asdict(growth) for growth in growth_of(standing)],
    }


def _lane(standing: Standing, lane: LaneStanding) -> dict[str, object]:
    return {
        "state": lane.state,
        "reason": str(lane.reason),
        "versions": dict(lane.versions),
        "runs": [_run(run) for run in lane.runs],
        "not_run": {str(size): {"beaten_at": at} for size, at in lane.left_out.items()},
        "seconds": {str(size): _seconds(standing, lane.name, size) for size in standing.sizes},
        "operations": {
            str(size): {**totals(tally), "cut": tally.cut}
            for size, tally in lane.tallies.items()
        },
    }


def _run(run: Run) -> dict[str, object]:
    return {
        "size": run.size,
        "run": run.number,
        "parts": run.done[-1] if run.done else 0,
        "seconds": run.seconds if run.at else None,
        "pre_tokenized_seconds": run.pre_tokenized / 1e9 if run.pre_tokenized else None,
        "peak_bytes": run.peak_bytes or None,
        "cut": run.cut,
    }


def _seconds(standing: Standing, lane: str, size: int) -> dict[str, object] | None:
    """Quartiles of whole runs; of a cut lane how far it came and, apart, where it might end."""
    if band := total(standing, lane, size):
        return {**band._asdict(), "upper_is_bound": is_bound(standing, lane, size)}
    ended = reached(standing, lane, size)
    if ended is None:
        return None
    beyond = extrapolated(curve(standing, lane, size), parts_of(standing, size))
    return {
        "cut_at_parts": ended[0],
        "cut_at_seconds": ended[1] if ended[0] else None,
        "extrapolated": beyond and {"parts": beyond[0], "seconds": beyond[1]},
    }
