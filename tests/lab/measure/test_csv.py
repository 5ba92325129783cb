"""CSV for spreadsheets computes nothing, loses nothing, and is written in one place."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_lab.measure.record import FORMULA, csv_file, csv_text
from tests.paths import ROOT

starts = st.sampled_from(["", *FORMULA, "'", '"', ",", " "])
cells = st.builds(str.__add__, starts, st.text(st.sampled_from("=1+a,\"'\r\n 你"), max_size=6))
OTHER_WRITERS = re.compile(r"\.to_csv\(|csv\.(?:writer|DictWriter)\(")


def read(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


@given(st.lists(cells, min_size=2, max_size=4))
def test_no_cell_begins_like_a_formula_and_all_can_be_read_back(row: list[str]) -> None:
    [head, stored] = read(csv_text([f"column {k}" for k in range(len(row))], [row]))
    assert len(head) == len(row)
    for cell, original in zip(stored, row, strict=True):
        assert not cell.startswith(FORMULA)
        assert cell == (f"'{original}" if original.startswith(FORMULA) else original)


@pytest.mark.parametrize("attack", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1", "＝1+1"])
def test_what_owasp_names_is_text(attack: str) -> None:
    assert read(csv_text(["a", "b"], [["x", attack]]))[1] == ["x", f"'{attack}"]


def test_numbers_stay_numbers() -> None:
    assert csv_text(["a", "b", "c"], [[-1, -0.5, None]]) == "a,b,c\n-1,-0.5,\n"


def test_a_file_says_that_it_is_utf_8() -> None:
    assert csv_file(["词"], [["=你"]]) == "\ufeff词\n'=你\n".encode()


def test_nothing_else_writes_csv() -> None:
    folders = ("bpe_core/**/*.py", "bpe_lab/**/*.py", "ui/**/*.py", "pages/*.py")
    sources = [source for folder in folders for source in ROOT.glob(folder)]
    writers = {
        str(each.relative_to(ROOT))
        for each in sources
        if OTHER_WRITERS.search(each.read_text(encoding="utf-8"))
    }
    assert writers == {"bpe_lab/measure/record.py"}
