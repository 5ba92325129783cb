"""Progress as files: read in whole or not at all, and marks that a spreadsheet may open."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from tests.ui.progress.node import evaluate, row

COLUMNS = "lesson,exercise,generator,seed,step,kind,first_try,tries,shown,seconds"


def read(text: str) -> Any:
    return evaluate("files", "return it.rowsOfExport(args[0])", text)


def export(**members: object) -> str:
    return json.dumps({"format": "bpe-lab progress", "version": 1, "rows": [row()], **members})


def test_what_is_written_is_read() -> None:
    rows = [row(), row(at=5, kind="its_count", first_try=False, seconds=0.1)]
    assert read(evaluate("files", "return it.exportOf(args[0])", rows)) == {"rows": rows}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "fault_no_json"),
        ("\x89PNG", "fault_no_json"),
        ("null", "fault_other_file"),
        ("[]", "fault_other_file"),
        ('{"widgets": []}', "fault_other_file"),
        (export(version=2), "fault_version"),
        (export(rows={}), "fault_version"),
        (export(rows=[0] * 2001), "fault_many"),
    ],
)
def test_another_file_is_refused(text: str, fault: str) -> None:
    assert read(text)["fault"] == fault


def test_one_damaged_row_refuses_the_whole_file_and_is_named() -> None:
    text = export(rows=[row(), row(), row(tries="1")])
    assert read(text) == {"fault": "fault_row", "values": {"row": 3}}


def test_marks_have_the_columns_of_a_mark_sheet() -> None:
    rows = [
        row(),
        row(
            exercise="predict.train", generator=0, seed="", first_try=False, shown=True, tries=2
        ),
    ]
    text = evaluate("files", "return it.marksOf(args[0])", rows)
    assert text.splitlines()[0] == COLUMNS
    one, other = csv.DictReader(io.StringIO(text, newline=""))
    assert list(one.values()) == [
        *("", "trace.naive", "1", "17F3", "4", "next_pair", "1", "1", "0", "2.5"),
    ]
    assert (other["exercise"], other["generator"], other["seed"]) == ("predict.train", "", "")
    assert (other["first_try"], other["tries"], other["shown"]) == ("0", "2", "1")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_begins_a_formula(sign: str) -> None:
    cell = evaluate("files", "return it.cell(args[0])", f'{sign}HYPERLINK("x,y")')
    assert next(csv.reader(io.StringIO(cell, newline=""))) == [f'\'{sign}HYPERLINK("x,y")']
