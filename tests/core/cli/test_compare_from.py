"""Records of a comparison that somebody has written or broken by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bpe_core.cli.compare_report import sections
from bpe_core.cli.tables import Table, printable
from bpe_core.compare.events import (
    Check,
    Done,
    Encoded,
    Encoding,
    Exchange,
    Language,
    Learned,
    Measured,
    TextSizes,
    Training,
)
from bpe_core.compare.plan import ComparePlan, Task
from bpe_core.compare.record import read_record, record_of
from bpe_core.compare.standing import CompareStanding, apply
from bpe_core.errors import FormatError
from bpe_core.measure.outcomes import Ended, Prepared
from tests.for_each import for_each


def whole() -> dict[str, Any]:
    """A record of one run that is done, as a file has it."""
    plan = ComparePlan(corpora=("zh",), systems=("bpe",), vocab_sizes=(500,), threads=2)
    standing, task = CompareStanding.before(plan), Task("zh", 500, "bpe")
    encodings = (Encoding("zh", 400, 80, 40, 0.1, "same"),)
    checks, languages = (Check("tabs", "same", "\t"),), (Language("en", 100, 100, 50),)
    for event in (
        Prepared({"zh": TextSizes(20_000, 400)}),
        Learned(task, Training(4.0, 600, 200, 500)),
        Encoded(task, encodings),
        Done(task, Measured(encodings, checks, languages, Exchange(9, 10, 18), 7, "1")),
        Ended(cancelled=False, others=0.7),
    ):
        apply(standing, event)
    kept: dict[str, Any] = json.loads(json.dumps(record_of(standing, {"python": "3.11"})))
    return kept


def bytes_of(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


def set_in(*path: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


RUN = ("runs", 0)
MEASURED = (*RUN, "measured")
BROKEN = [
    set_in(*RUN, "state", value="asleep"),
    set_in(*RUN, "reason", value=7),
    set_in(*RUN, "cut_at", value="late"),
    set_in(*RUN, "training", "seconds", value="four"),
    set_in(*RUN, "training", "seconds", value=float("nan")),
    set_in(*RUN, "training", "peak_bytes", value=10**400),
    set_in(*RUN, "training", "seconds", value=10**400),
    set_in(*RUN, "training", "vocab_size", value=True),
    set_in(*RUN, "training", value={"seconds": 1.0}),
    set_in(*MEASURED, "encodings", 0, "tokens", value="x"),
    set_in(*MEASURED, "encodings", 0, "size", value=-1),
    set_in(*MEASURED, "encodings", 0, "more", value=1),
    set_in(*MEASURED, "checks", 0, "verdict", value="fine"),
    set_in(*MEASURED, "exchange", "before", value=None),
    set_in(*MEASURED, "file_bytes", value=1.5),
    set_in(*MEASURED, "version", value=None),
    set_in("texts", "zh", value=None),
    set_in("cores_taken_by_others", value="lots"),
    set_in("plan", "corpora", value=[[]]),
]


@for_each("broken", BROKEN)
def test_a_field_of_another_kind_is_no_record(broken: Callable[..., None]) -> None:
    record = whole()
    broken(record)
    with pytest.raises(FormatError):
        read_record(bytes_of(record))


def test_a_whole_record_comes_back_as_it_was() -> None:
    record = whole()
    assert record_of(*read_record(bytes_of(record))) == {
        **record,
        "plan": {
            **record["plan"],
            "corpora": ("zh",),
            "systems": ("bpe",),
            "vocab_sizes": (500,),
        },
    }


def test_a_language_of_no_bytes_divides_nothing_by_zero() -> None:
    record = whole()
    set_in(*MEASURED, "languages", 0, "size", value=0)(record)
    standing, facts = read_record(bytes_of(record))
    assert list(sections(standing, facts, show_details=True))


def test_what_a_record_says_moves_no_cursor(bpe_lab, tmp_path) -> None:
    escape, file = "\x1b[2J\x9b\nx", tmp_path / "record.json"
    record = whole()
    record["machine"] = {"python" + escape: escape}
    set_in(*MEASURED, "languages", 0, "name", value=escape)(record)
    set_in(*MEASURED, "checks", 0, "name", value=escape)(record)
    set_in(*MEASURED, "checks", 0, "verdict", value="other")(record)
    file.write_bytes(bytes_of(record))
    code, out, _ = bpe_lab("compare", "--from", str(file), "--details")
    assert code == 0
    assert all(printable(line) == line for line in out.splitlines())


def test_a_table_is_drawn_without_control_characters(capsys) -> None:
    from rich.console import Console

    Table(["a\x1b"], [["b\r\x07"]]).draw(Console())
    assert "\x1b" not in (out := capsys.readouterr().out)
    assert "\r" not in out
    assert "\x07" not in out


def test_a_full_disk_loses_nobody_the_figures(bpe_lab, tmp_path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(bytes_of(whole()))
    code, out, err = bpe_lab("compare", "--from", str(file), "--json", str(tmp_path))
    assert code == 1
    assert "Is a directory" in err
    assert "| BPE (this lab) | 4.00 s |" in out


@pytest.mark.parametrize(
    ("data", "why"), [(b"\xff", "UTF-8"), (b"", "empty"), (b"short", "hold out")]
)
def test_of_several_texts_the_one_that_is_wrong_is_named(
    bpe_lab, tmp_path, data: bytes, why: str
) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(b"low lower lowest\n" * 60)
    bad.write_bytes(data)
    code, _, err = bpe_lab("compare", str(good), str(bad), "--system", "bpe")
    assert code == 1
    assert err.startswith("bpe-lab: bad: ")
    assert why in err
