"""What is compared, and by what it is known."""

from __future__ import annotations

import pickle

from bpe_lab.compare.comparison import ComparePlan
from ui.compare.compare_job import Setup
from ui.page.text_inputs import UploadedText

PLAN = ComparePlan(corpora=("library",), systems=("bpe",), vocab_sizes=(300,), budget=1.0)


def known_by(data: bytes, name: str = "a.txt", *, replace: bool = False) -> object:
    return Setup(PLAN, (("own", UploadedText.of(name, data, replace=replace)),)).key


def test_equal_files_are_one_and_others_are_not() -> None:
    assert known_by(b"low") == known_by(b"low", "b.txt") != known_by(b"lower")
    assert known_by(b"low") != known_by(b"low", replace=True)


def test_a_key_holds_no_file() -> None:
    """It lies in caches for all readers, long after the reader has left."""
    assert len(pickle.dumps(known_by(b"x" * 100_000))) < 2_000
