"""The one command from end to end, with real contenders: tables, files, docs/speed.md."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from benchmarks import measure
from benchmarks.peers import command
from benchmarks.peers.report import details, markdown
from benchmarks.peers.standing import Absent, BenchStanding, Done, apply
from benchmarks.peers.trails import Trail, of_bytes
from benchmarks.peers.works import CONTENDERS, BenchPlan, BenchTask, Contender, Work
from bpe_lab.measure.frame import Cut, Ended, Failed, Prepared
from bpe_lab.measure.reasons import Reason
from tests.lab.cli.training import TEXT


def keep_only(patch: pytest.MonkeyPatch, kind: str, *names: str) -> None:
    rows = CONTENDERS[kind]  # type: ignore[index]
    patch.setitem(CONTENDERS, kind, {name: rows[name] for name in names})  # type: ignore[arg-type]


@pytest.mark.usefixtures("in_process")
def test_two_contenders_are_told_as_a_table_and_kept(
    peers, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rustbpe")
    keep_only(monkeypatch, "train", "bpe-lab", "rustbpe")
    absent = Contender(maker="x", library="no-such-library", module="no_such")
    monkeypatch.setitem(CONTENDERS["train"], "other", absent)  # type: ignore[arg-type]
    samples, record = tmp_path / "bench.csv", tmp_path / "bench.json"
    asked = ("--work", "train", "--vocab-size", "262", "--repeats", "2", "--threads", "1")
    code, out, err = peers(
        corpus, *asked, "--csv", str(samples), "--json", str(record), "--details"
    )
    assert code == 0, err
    assert "| train | bpe-lab | rustbpe |" in out
    assert "| low.txt, 960 bytes, vocabulary 262 |" in out
    assert "Same merges wherever they ended: bpe-lab, rustbpe." in out
    assert "train low.txt 262, rustbpe, 2: " in err, "a line a run where no bar is drawn"
    assert "Not installed: no-such-library." in out
    with samples.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    runs = [(row["contender"], row["run"]) for row in rows]
    assert sorted(runs) == [(name, run) for name in ("bpe-lab", "rustbpe") for run in "01"]
    saved = json.loads(record.read_text("utf-8"))
    told = saved["works"]["train low.txt 262"]["contenders"]["rustbpe"]
    assert told["check"]["verdict"] == "equal"
    assert told["passes"][0]["seconds"] == [
        float(row["seconds"]) for row in rows if row["contender"] == "rustbpe"
    ]
    assert saved["machine"]["python"]


def test_a_missing_file_and_a_wrong_option_are_one_line(peers, corpus: str) -> None:
    wrong = (
        ("nowhere.txt",),
        (corpus, "--repeats", "0"),
        (corpus, corpus),
        (corpus, "--csv", corpus),
    )
    for argv in wrong:
        code, out, err = peers(*argv)
        assert code != 0
        assert out == ""
        assert err.startswith("bpe-lab: ")
        assert err.count("\n") == 1


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


@pytest.fixture
def speed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "speed.md"
    path.write_text(f"Before\n\n{command.BEGIN}\nold\n{command.END}\n\nAfter\n", "utf-8")
    monkeypatch.setattr(command, "SPEED", path)
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    for name in command.TEXTS.values():
        (folder / name).write_text("low lower newest widest<|endoftext|>哈哈。" * 20, "utf-8")
    return folder


@pytest.mark.usefixtures("in_process")
def test_the_texts_of_the_document_are_run_kept_and_shown(
    data: Path,
    results: Path,
    speed: Path,
    peers,
    only,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    only("train", "bpe-lab", "bpe-lab linked")
    monkeypatch.setitem(command.WORKS, "train", command.WORKS["train"][:1])  # type: ignore[arg-type]  # a dict
    asked = ("--data", str(data), "--work", "train", "--repeats", "1")
    _, printed, _ = peers("--speed", *asked, "--write")
    assert "Same merges wherever they ended: bpe-lab, bpe-lab linked." in printed
    text = speed.read_text("utf-8")
    assert text == f"Before\n\n{command.BEGIN}\n\n{printed}\n{command.END}\n\nAfter\n"
    saved = json.loads((results / "peers.json").read_text("utf-8"))
    assert set(saved["works"]) == {"train English 1000"}
    assert "## All figures" in (results / "peers.md").read_text("utf-8")
    assert peers("--again") == (0, printed, "")


def test_what_is_not_there_is_said(peers, results: Path, tmp_path: Path) -> None:
    code, out, err = peers("--speed", "--data", str(tmp_path), "--work", "train")
    assert (code, out) == (1, "")
    assert "english-21mb.txt" in err
    code, _, err = peers("--again")
    assert (code, "peers.md is not there" in err) == (1, True)


def test_a_file_without_marks_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "speed.md"
    path.write_text("text", "utf-8")
    with pytest.raises(SystemExit, match="peers: begin"):
        measure.put_into(path, command.NAME, "table")
    assert path.read_text("utf-8") == "text"


def test_the_document_has_the_marks(tmp_path: Path) -> None:
    copy = tmp_path / "speed.md"
    shutil.copy(command.SPEED, copy)
    measure.put_into(copy, command.NAME, "| a table |\n")
    measure.put_into(copy, command.NAME, "| another |\n")
    text = copy.read_text("utf-8")
    assert "| another |" in text
    assert "| a table |" not in text


def standing_of_everything() -> BenchStanding:
    """A contender in every state, by hand."""
    work = Work("encode", "low.txt")
    standing = BenchStanding.before(BenchPlan(works=(work,), repeats=3, threads=2))
    apply(standing, Prepared({"low.txt": of_bytes(TEXT.encode())}))

    def done(name: str, number: int, seconds: tuple[float, ...], digest: str) -> None:
        made = {"ids": Trail(9, (digest,))}
        apply(standing, Done(BenchTask(work, name, number, 2), seconds, 5_000_000, "1", made))

    for number, seconds in enumerate((0.010, 0.012, 0.011)):
        done("bpe-lab", number, (seconds, seconds / 2), "right")
    done("tiktoken", 0, (2.2, 1.1), "right")
    done("gigatoken", 0, (0.0055, 0.001), "wrong")
    apply(standing, Cut(BenchTask(work, "tokenizers", 0, 2), 20.0))
    apply(standing, Failed(BenchTask(work, "rs-bpe", 0, 2), Reason("ValueError: no")))
    apply(standing, Absent(work, "tiktoken (threads)", "tiktoken"))
    apply(standing, Absent(work, "gigatoken (documents)", "gigatoken"))
    apply(standing, Ended(cancelled=False, others=0.7))
    return standing


def test_the_table_tells_every_state() -> None:
    shown = markdown(standing_of_everything(), {"cores": "2"})
    head, row = (
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in shown.splitlines()
        if line.startswith(("| encode |", "| low.txt, 960 bytes, first pass |"))
    )
    cells = dict(zip(head, row, strict=True))
    assert cells["bpe-lab"] == "11 ms (10.5–11.5)"
    assert cells["tiktoken"] == "2.2 s, 200×"
    assert cells["gigatoken"] == "5.5 ms, 0.5× ≠"
    assert cells["tokenizers"] == "cut at 20 s"
    assert cells["rs-bpe"] == "failed"
    assert "tiktoken (threads)" not in cells
    assert "encode low.txt, 960 bytes: gigatoken differs from tiktoken." in shown
    assert "rs-bpe failed: ValueError: no." in shown
    assert "Other programs took 0.7 cores" in shown
    assert "Not installed: gigatoken, tiktoken." in shown


def test_details_hold_a_row_for_each_pass() -> None:
    rows = [list(map(str, row)) for row in details(standing_of_everything()).rows]
    ours = [row for row in rows if row[2] == "bpe-lab"]
    assert [row[1] for row in ours] == [
        "low.txt, 960 bytes, first pass",
        "low.txt, 960 bytes, warm",
    ]
    assert all(row[-1] == "equal to tiktoken" for row in ours)
    assert len(rows) == 2 + 2 + 2 + 1 + 1


def test_every_contender_has_what_makes_it() -> None:
    from benchmarks.peers import decoders, encoders, first, trainers

    places = {"train": trainers, "encode": encoders, "decode": decoders}
    for kind, rows in CONTENDERS.items():
        for name, who in rows.items():
            assert isinstance(who, Contender)
            found = first.STARTS if kind not in places else vars(places[kind])
            assert who.maker in found, f"{kind}: {name}"
