"""``bpe-lab bench`` from end to end, with two real contenders, and its tables."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from benchmarks.bench.contenders import CONTENDERS, Contender
from benchmarks.bench.events import Absent, Done
from benchmarks.bench.report import markdown
from benchmarks.bench.standing import BenchStanding, apply
from benchmarks.bench.tables import details
from benchmarks.bench.trails import Trail, of_bytes
from benchmarks.bench.works import BenchPlan, Task, Work
from bpe_lab.measure.outcomes import Cut, Ended, Failed, Prepared
from bpe_lab.measure.reasons import Reason
from tests.lab.cli.training import TEXT


def keep_only(patch: pytest.MonkeyPatch, kind: str, *names: str) -> None:
    rows = CONTENDERS[kind]  # type: ignore[index]
    patch.setitem(CONTENDERS, kind, {name: rows[name] for name in names})  # type: ignore[arg-type]


@pytest.mark.usefixtures("in_process")
def test_two_contenders_are_told_as_a_table_and_kept(
    bpe_lab, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rustbpe")
    keep_only(monkeypatch, "train", "bpe-lab", "rustbpe")
    absent = Contender(maker="x", library="no-such-library", module="no_such")
    monkeypatch.setitem(CONTENDERS["train"], "other", absent)  # type: ignore[arg-type]
    samples, record = tmp_path / "bench.csv", tmp_path / "bench.json"
    asked = ("--work", "train", "--vocab-size", "262", "--repeats", "2", "--threads", "1")
    code, out, err = bpe_lab(
        "bench", corpus, *asked, "--csv", str(samples), "--json", str(record), "--details"
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


def test_a_missing_file_and_a_wrong_option_are_one_line(bpe_lab, corpus: str) -> None:
    for argv in (("nowhere.txt",), (corpus, "--repeats", "0"), (corpus, corpus)):
        code, out, err = bpe_lab("bench", *argv)
        assert code != 0
        assert out == ""
        assert err.startswith("bpe-lab: ")
        assert err.count("\n") == 1


def standing_of_everything() -> BenchStanding:
    """A contender in every state, by hand."""
    work = Work("encode", "low.txt")
    standing = BenchStanding.before(BenchPlan(works=(work,), repeats=3, threads=2))
    apply(standing, Prepared({"low.txt": of_bytes(TEXT.encode())}))

    def done(name: str, number: int, seconds: tuple[float, ...], digest: str) -> None:
        made = {"ids": Trail(9, (digest,))}
        apply(standing, Done(Task(work, name, number, 2), seconds, 5_000_000, "1", made))

    for number, seconds in enumerate((0.010, 0.012, 0.011)):
        done("bpe-lab", number, (seconds, seconds / 2), "right")
    done("tiktoken", 0, (2.2, 1.1), "right")
    done("gigatoken", 0, (0.0055, 0.001), "wrong")
    apply(standing, Cut(Task(work, "tokenizers", 0, 2), 20.0))
    apply(standing, Failed(Task(work, "rs-bpe", 0, 2), Reason("ValueError: no")))
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
    from benchmarks.bench import decoders, encoders, first, trainers

    places = {"train": trainers, "encode": encoders, "decode": decoders}
    for kind, rows in CONTENDERS.items():
        for name, who in rows.items():
            assert isinstance(who, Contender)
            found = first.STARTS if kind not in places else vars(places[kind])
            assert who.maker in found, f"{kind}: {name}"
