"""``bpe-lab compare`` from end to end, with real systems, and its tables."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_lab.cli.compare import (
    PHASES,
    article,
    breaking,
    groups,
    languages,
    properties,
    sections,
)
from bpe_lab.cli.report import Table
from bpe_lab.compare import runs
from bpe_lab.compare.comparison import (
    Check,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    Encoded,
    Exchange,
    HeldOutEncoding,
    Language,
    Measured,
    TextSizes,
    Trained,
    Training,
    apply,
)
from bpe_lab.compare.kept import read_record, record_of
from bpe_lab.measure.frame import Ended, Prepared
from tests.for_each import for_each
from tests.lab.cli.running import signaled, start
from tests.lab.compare.behaviors import command
from tests.lab.compare.standings import standing_of_everything
from tests.lab.race.running import comes_true, has_loaded, naming, processor_seconds

SYSTEM = ("--system", "bpe", "--system", "bbpe", "--vocab-size", "300")


@pytest.fixture
def corpora(tmp_path: Path) -> tuple[str, str]:
    low, held, high = (tmp_path / f"{name}.txt" for name in ("low", "held", "high"))
    low.write_text("low lower newest widest\n" * 40, "utf-8")
    held.write_text("lower and lower\n", "utf-8")
    high.write_text("高处，更高处。\n" * 40, "utf-8")
    return f"{low}:{held}", str(high)


@pytest.mark.usefixtures("in_process")
def test_two_corpora_are_compared_and_kept_and_told_again(
    bpe_lab, corpora: tuple[str, str], tmp_path: Path
) -> None:
    rows_file, record = tmp_path / "compare.csv", tmp_path / "compare.json"
    keep = ("--csv", str(rows_file), "--json", str(record))
    code, out, err = bpe_lab("compare", *corpora, *SYSTEM, "--threads", "1", *keep)
    assert code == 0, err
    assert "Learned from low (960 bytes; held out 16 bytes), 300 tokens" in out
    assert "Learned from high (" in out, "without a held-out text its own end is one"
    assert out.count("\n| BPE (this lab) | ") == 2
    assert "| lossless: texts that come back | 21 of 21 | 21 of 21 |" in out
    assert "high 300, BBPE: done" in err, "a line a run where no bar is drawn"
    with rows_file.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["corpus"], row["system"]) for row in rows] == [
        (corpus, system) for corpus in ("low", "high") for system in ("bpe", "bbpe")
    ]
    assert all(float(row["same_source"]) >= 1 and row["state"] == "done" for row in rows)
    saved = json.loads(record.read_text("utf-8"))
    assert saved["machine"]["python"]
    assert saved["runs"][0]["measured"]["encodings"][0]["size"] == 16
    again = bpe_lab("compare", "--from", str(record))
    assert again == (0, out, ""), "nothing runs, and the same is told"


def test_what_is_wrong_is_one_line_and_no_traceback(
    bpe_lab, corpora: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "no.json").write_text("{}", "utf-8")
    low, high = corpora
    wrong = [
        (),
        ("nowhere.txt",),
        (high, "--system", "bert"),
        (high, "--budget", "0"),
        (high, "--vocab-size", "9"),
        (high, high),
        (str(tmp_path),),
        (str(tmp_path / "bad.txt"),),
        (f"{high}:nowhere.txt",),
        (high, "--json", str(tmp_path / "no" / "x.json")),
        ("--from", str(tmp_path / "no.json")),
        ("--from", str(tmp_path / "no.json"), low),
    ]
    for argv in wrong:
        code, out, err = bpe_lab("compare", *argv)
        assert code != 0, argv
        assert out == "", argv
        assert err.startswith("bpe-lab: "), (argv, err)
        assert err.count("\n") == 1, (argv, err)


def test_a_system_that_fails_makes_the_exit_code_one(
    bpe_lab, corpora: tuple[str, str], tmp_path: Path
) -> None:
    record = tmp_path / "compare.json"
    told = record_of(standing_of_everything(), {"cores": "2"})
    record.write_text(json.dumps(told), "utf-8")
    code, out, err = bpe_lab("compare", "--from", str(record), "--details")
    assert (code, err) == (1, "")
    assert "zh 500, SentencePiece BPE failed: RuntimeError: no." in out


def test_the_tables_tell_every_state() -> None:
    standing = standing_of_everything()
    tasks = next(groups(standing))
    shown = article(standing, tasks)
    rows = {str(row[0]): dict(zip(shown.headers, row, strict=True)) for row in shown.rows}
    ours = rows["BPE (this lab)"]
    assert ours["training"] == "4.00 s"
    assert ours["MB/s"] == 5
    assert ours["peak memory, MB"] == "600 (400)"
    assert ours["bytes per token, same source"] == "5.00"
    assert ours["encoding, MB/s"] == 4
    assert ours["lossless"] == "1 of 4, 1 more as NFC"
    assert rows["BBPE"]["training"] == "4.00 s, cut at 300 s"
    assert rows["BBPE"]["bytes per token, same source"] == "5.00", "found before the cut"
    assert rows["SentencePiece BPE"]["training"] == "failed"
    assert "SentencePiece default" not in rows
    told = list(map(str, sections(standing, {"cores": "2"}, show_details=True)))
    assert (
        "BPE (this lab) gives back as NFC: held-out zh; changes: full_width; refuses: special."
        in told
    )
    assert "Not installed: sentencepiece." in told
    assert "Other programs took 0.7 cores on average meanwhile." in told
    assert "Learned from zh (20.0 MB; held out 400 KB), 500 tokens" in told


def test_every_property_of_the_article_is_a_row() -> None:
    standing = standing_of_everything()
    tasks = next(groups(standing))
    rows = [list(map(str, row)) for row in properties(standing, tasks).rows]
    assert [row[0].split(":")[0] for row in rows] == [
        *("lossless", "high compression", "language-independent", "data-driven", "trainable")
    ]
    assert [row[1] for row in rows] == [
        *("1 of 4, 1 more as NFC", "5.00, other source 1.00", "× 1.80", "None", "4 s, 400 MB")
    ]
    spread = languages(standing, tasks)
    assert list(spread.rows[0]) == ["BPE (this lab)", "2.00", "6.00", "3.00"]
    marks = {str(row[0]): row[1] for row in breaking(standing, tasks).rows}
    assert (marks["full_width"], marks["special"], marks["tabs"]) == ("≠", "error", "")


def test_every_step_has_words() -> None:
    from bpe_lab.compare.comparison import STEPS

    assert set(STEPS) <= set(PHASES)


@pytest.fixture
def stubs(place: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs behave as told by the size of their vocabulary."""

    def behave(**how: str) -> None:
        monkeypatch.setattr(runs, "prepare", lambda *_: None)
        monkeypatch.setattr(
            runs,
            "command_for",
            lambda folder, plan, task, keep: command(how[f"of_{task.vocab_size}"], folder),
        )

    return behave


def test_when_the_command_is_killed_its_run_ends_soon(tmp_path: Path) -> None:
    """Even within a library that keeps the interpreter's lock all the while."""
    pytest.importorskip("sentencepiece")
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks for processes in /proc")
    corpus, place = tmp_path / "long.txt", tmp_path / "runs"
    loaded: dict[int, float] = {}

    def learns(run: int) -> bool:
        """It has gone on for a while with its library loaded."""
        now = processor_seconds(run)
        if has_loaded(run, "_sentencepiece"):
            loaded.setdefault(run, now)
        return now - loaded.get(run, now) > 0.3

    corpus.write_text("".join(f"{k * k} " for k in range(500_000)), "utf-8")
    place.mkdir()
    argv = ("compare", str(corpus), "--system", "sentencepiece_unigram")
    process = start(*argv, place=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        run = f"bpe_lab.compare.measuring:run\0{place}"
        assert comes_true(lambda: any(map(learns, naming(run)))), "no run ever learned"
    finally:
        process.kill()
        process.wait()
    assert comes_true(lambda: not naming(str(place)))


def test_an_absent_library_is_told(
    bpe_lab, corpora: tuple[str, str], stubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = replace(SYSTEMS["bbpe"], library="no_such_library")
    monkeypatch.setitem(SYSTEMS, "bbpe", missing)  # type: ignore[arg-type]  # a dict
    stubs(of_300="works")
    code, out, _ = bpe_lab("compare", corpora[1], *SYSTEM, "--threads", "1")
    assert code == 0
    assert "Not installed: no_such_library." in out
    assert "| BBPE |" not in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "end"])
def test_a_stopped_comparison_leaves_nothing(
    number: signal.Signals, tmp_path: Path, place: Path, bpe_lab, corpora, stubs
) -> None:
    stubs(of_300="checks too long")
    rows = tmp_path / "x.csv"
    argv = ("compare", corpora[1], "--system", "bpe", "--vocab-size", "300")
    with signaled(number, lambda: bool(naming(str(place)))):
        told = bpe_lab(*argv, "--csv", str(rows))
    stopped = "stopped after 0 of 1 runs; nothing is left running\n"
    assert (told[0], told[1]) == (128 + number, "")
    assert told[2].endswith(stopped)
    assert not naming(str(place))
    assert not list(place.glob("bpe-race-*"))
    assert not rows.exists()


def test_what_was_done_before_ctrl_c_is_kept(
    tmp_path: Path, place: Path, bpe_lab, corpora, stubs
) -> None:
    stubs(of_300="works", of_400="checks too long")
    rows = tmp_path / "x.csv"
    sizes = ("--vocab-size", "300", "--vocab-size", "400")
    with signaled(signal.SIGINT, lambda: bool(naming("checks too long"))):
        code, out, err = bpe_lab(
            "compare", corpora[1], "--system", "bpe", *sizes, "--csv", str(rows)
        )
    assert code == 128 + signal.SIGINT
    assert err.endswith("stopped after 1 of 2 runs; nothing is left running\n")
    assert "300" in out
    written = rows.read_text("utf-8")
    assert ",done," in written
    assert ",waiting," in written


# --- Records of a comparison that somebody has written or broken by hand


def whole() -> dict[str, Any]:
    """A record of one run that is done, as a file has it."""
    plan = ComparePlan(corpora=("zh",), systems=("bpe",), vocab_sizes=(500,), threads=2)
    standing, task = CompareStanding.before(plan), CompareTask("zh", 500, "bpe")
    encodings = (HeldOutEncoding("zh", 400, 80, 40, 0.1, "same"),)
    checks, languages = (Check("tabs", "same", "\t"),), (Language("en", 100, 100, 50),)
    for event in (
        Prepared({"zh": TextSizes(20_000, 400)}),
        Trained(task, Training(4.0, 600, 200, 500)),
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
    assert all(line.isprintable() for line in out.splitlines())


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
