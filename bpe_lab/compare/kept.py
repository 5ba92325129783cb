"""A comparison as files: one CSV row per run, and everything as a record that reads back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_lab.compare.comparison import (
    Check,
    CompareEntry,
    CompareStanding,
    CompareTask,
    Exchange,
    HeldOutEncoding,
    Language,
    Measured,
    TextSizes,
    Training,
    plan_from_record,
)
from bpe_lab.compare.ideals import ideals
from bpe_lab.compare.texts import BREAKING
from bpe_lab.measure.frame import State
from bpe_lab.measure.reasons import Reason
from bpe_lab.measure.record import checked, csv_text, of_type

VERSION = 1  # of the record
COLUMNS = (
    *("corpus", "vocab_size", "system", "unit", "method", "state", "reason", "cut_at"),
    *("training_seconds", "peak_bytes", "before_bytes", "tokens", "file_bytes"),
    *("same_source", "other_source", "lossy", "encode_bytes_per_second"),
    *("kept", "composed", "texts", "exchanged", "follows", "version"),
)


def table_csv(standing: CompareStanding) -> str:
    """One row for each run, a head line; what was not measured is empty."""
    rows = (_row(standing, task) for task in standing.entries)
    return csv_text(COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows))


def _row(standing: CompareStanding, task: CompareTask) -> dict[str, object]:
    entry, system, figures = (
        standing.entries[task],
        SYSTEMS[task.system],
        ideals(standing, task),
    )
    training, encoding, measured = entry.training, entry.encoding(task.corpus), entry.measured
    return {
        **task._asdict(),
        "unit": system.unit,
        "method": system.method,
        "state": entry.state,
        "reason": str(entry.reason),
        "cut_at": entry.cut_at or None,
        "training_seconds": training and f"{training.seconds:.6f}",
        "peak_bytes": training and training.peak_bytes,
        "before_bytes": training and training.before_bytes,
        "tokens": training and training.vocab_size,
        "file_bytes": measured and measured.file_bytes,
        "same_source": figures.same_source,
        "other_source": figures.other_source,
        "lossy": int(figures.lossy) if measured else None,
        "encode_bytes_per_second": encoding and round(encoding.bytes_per_second),
        "kept": figures.unchanged,
        "composed": figures.composed,
        "texts": figures.texts,
        "exchanged": figures.exchanged,
        "follows": figures.follows,
        "version": measured and measured.version,
    }


def record_of(standing: CompareStanding, facts: Mapping[str, str]) -> dict[str, Any]:
    """All of it, as JSON takes it; ``facts`` are those of ``machine.machine``."""
    return {
        "version": VERSION,
        "machine": dict(facts),
        "plan": asdict(standing.plan),
        "texts": {name: sizes._asdict() for name, sizes in standing.texts.items()},
        "breaking": dict(BREAKING),
        "cancelled": standing.cancelled,
        "cores_taken_by_others": standing.others,
        "runs": [_run(task, entry) for task, entry in standing.entries.items()],
    }


def _run(task: CompareTask, entry: CompareEntry) -> dict[str, Any]:
    measured = entry.measured
    return {
        **task._asdict(),
        "state": entry.state,
        "reason": str(entry.reason),
        "cut_at": entry.cut_at,
        "training": entry.training and entry.training._asdict(),
        "measured": measured
        and {
            "encodings": [each._asdict() for each in measured.encodings],
            "checks": [each._asdict() for each in measured.checks],
            "languages": [each._asdict() for each in measured.languages],
            "exchange": measured.exchange and measured.exchange._asdict(),
            "file_bytes": measured.file_bytes,
            "version": measured.version,
        },
    }


class SavedComparison(NamedTuple):
    """A comparison as a record holds it: its standing, and facts of the machine."""

    standing: CompareStanding
    facts: Mapping[str, str]


def read_record(data: bytes, file: str = "record") -> SavedComparison:
    """Read what `record_of` gave; raises ``FormatError`` for anything else."""
    try:
        record = json.loads(data)
        if record["version"] != VERSION:
            raise FormatError(file=file, where="version", rule=f"this reads version {VERSION}")
        return SavedComparison(
            _standing(record), {str(k): str(v) for k, v in record["machine"].items()}
        )
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        rule = f"a record of a comparison ({type(error).__name__})"
        raise FormatError(file=file, where="record", rule=rule) from error


def _standing(record: Mapping[str, Any]) -> CompareStanding:
    standing = CompareStanding.before(plan_from_record(record["plan"]))
    texts = record["texts"].items()
    standing.texts = {name: checked(TextSizes, sizes) for name, sizes in texts}
    standing.ended = True
    standing.cancelled = of_type(bool, record["cancelled"], "cancelled")
    others = record["cores_taken_by_others"]
    standing.others = None if others is None else of_type(float, others, "others")
    for run in record["runs"]:
        task = CompareTask(run["corpus"], run["vocab_size"], run["system"])
        if task not in standing.entries:
            raise ValueError
        standing.entries[task] = _entry(run)
    states = (entry.state for entry in standing.entries.values())
    standing.runs_done = sum(state in ("done", "cut", "failed") for state in states)
    return standing


def _entry(run: Mapping[str, Any]) -> CompareEntry:
    training, measured = run["training"], run["measured"]
    return CompareEntry(
        state=of_type(State, run["state"], "state"),
        training=checked(Training, training) if training else None,
        measured=_measured(measured) if measured else None,
        reason=Reason(of_type(str, run["reason"], "reason")),
        cut_at=of_type(float, run["cut_at"], "cut_at"),
    )


def _measured(fields: Mapping[str, Any]) -> Measured:
    return Measured(
        tuple(checked(HeldOutEncoding, each) for each in fields["encodings"]),
        tuple(checked(Check, each) for each in fields["checks"]),
        tuple(checked(Language, each) for each in fields["languages"]),
        checked(Exchange, fields["exchange"]) if fields["exchange"] else None,
        of_type(int, fields["file_bytes"], "file_bytes"),
        of_type(str, fields["version"], "version"),
    )
