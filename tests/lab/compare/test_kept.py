"""A comparison as a record and as CSV, and what comes back of it."""

from __future__ import annotations

import json
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from bpe_core.errors import FormatError
from bpe_lab.compare.kept import COLUMNS, read_record, record_of, table_csv
from tests.for_each import for_each
from tests.lab.compare.standings import standing_of_everything


def test_a_record_gives_the_standing_back_and_the_csv_has_a_row_a_run() -> None:
    standing = standing_of_everything()
    record = record_of(standing, {"cores": "2"})
    kept = read_record(json.dumps(record).encode())
    assert record_of(kept.standing, kept.facts) == record
    assert kept.standing.runs_done == standing.runs_done == 3
    lines = table_csv(standing).splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == 1 + len(standing.entries)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"version": 2}', b'{"version": 1}', b"\xff"]
)
def test_what_is_no_record_is_said(data: bytes) -> None:
    with pytest.raises(FormatError, match="record"):
        read_record(data)


@for_each(
    "place, value",
    [
        (("cancelled",), "no"),
        (("cores_taken_by_others",), "none"),
        (("texts", "zh", "training"), "20 MB"),
        (("runs", 0, "state"), "over"),
        (("runs", 0, "cut_at"), None),
        (("runs", 0, "training", "seconds"), float("nan")),
        (("runs", 0, "training", "peak_bytes"), 1.5),
        (("runs", 0, "measured", "version"), 2),
        (("runs", 0, "measured", "encodings", 0, "tokens"), None),
        (("runs", 0, "measured", "checks", 0, "verdict"), "kept"),
    ],
)
def test_a_record_of_other_types_is_refused(place: tuple[Any, ...], value: object) -> None:
    record = json.loads(json.dumps(record_of(standing_of_everything(), {})))
    *way, last = place
    reduce(getitem, way, record)[last] = value
    with pytest.raises(FormatError, match="a record of a comparison"):
        read_record(json.dumps(record).encode())


def test_a_record_of_other_runs_than_its_plan_is_refused() -> None:
    record = record_of(standing_of_everything(), {})
    record["runs"][0]["corpus"] = "another"
    with pytest.raises(FormatError):
        read_record(json.dumps(record).encode())
