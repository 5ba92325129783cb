"""A lane's process, spoken to as the race speaks to it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bpe_core.texts.corpus import END_OF_TEXT, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.endings import MessageError
from bpe_lab.measure.guards import HangUp
from bpe_lab.race import lane_work
from bpe_lab.race.events import RunStarted, TallyDone
from bpe_lab.race.ladder import LANES
from bpe_lab.race.lane_messages import protocol_of
from bpe_lab.race.lane_work import LaneWork
from bpe_lab.race.plan import RacePlan, plan_to_json
from tests.lab.race.running import PATIENCE, comes_true

TEXT = sample("story_en").text
SIZE = len(TEXT.encode())
PLAN = RacePlan(
    lanes=("linked",),
    options=TrainOptions(num_merges=20, special_tokens=[END_OF_TEXT], tie_break="lowest_ids"),
    budget=60.0,
)
HELD = """
import re, sys
from bpe_lab.measure.guards import HangUp
with HangUp():
    sys.stdout.write("held\\n")
    sys.stdout.flush()
    re.match("(a+)+b", "a" * 60)  # keeps the interpreter's lock for years
"""
MOTHER = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, *sys.argv[1:]], stdin=subprocess.PIPE)
child.stdin.write(b'{"do": "time", "size": %d, "number": 0}\\n')
child.stdin.flush()
time.sleep(3600)
"""
PANIC = """
import sys
from pathlib import Path
from bpe_lab.race import child
class PanicException(BaseException):
    pass
def answer(work, command):
    raise PanicException("index out of\\nbounds" + "!" * 400)
child.LaneWork.answer = answer
child.main(Path(sys.argv[1]), sys.argv[2])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "text").write_bytes(TEXT.encode())
    return planned(tmp_path, PLAN)


def planned(folder: Path, plan: RacePlan) -> Path:
    (folder / "plan.json").write_text(plan_to_json(plan), "utf-8")
    return folder


def test_a_warm_up_takes_no_longer_than_it_has_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the runs that are kept may take all of the budget."""
    monkeypatch.setattr(lane_work, "WARM_UP", 1e-6)
    work = LaneWork(folder, "naive", lambda _: None)
    ask = {"do": "time", "size": SIZE}
    cut = {number: work.answer(ask | {"number": number})["run"]["cut"] for number in (-1, 0)}
    assert cut == {-1: True, 0: False}


class Speaking:
    """A child and what it says."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def says(self) -> dict[str, Any]:
        """Its next line; an error where it has ended."""
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())
        assert isinstance(said, dict)
        return said

    def ask(self, do: str, size: int = SIZE, number: int = 0) -> list[dict[str, Any]]:
        """All that it says to a command, the answer last."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, "size": size, "number": number}) + "\n")
        self.process.stdin.flush()
        said = [self.says()]
        while not said[-1].keys() & {"run", "tally", "failed"}:
            said.append(self.says())
        return said

    def close(self) -> int:
        """The end of its input; its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def speak() -> Iterator[Any]:
    started: list[Speaking] = []

    def start(*arguments: str) -> Speaking:
        started.append(Speaking(*arguments))
        return started[-1]

    yield start
    for child in started:
        child.process.kill()
        child.process.wait()
        for pipe in (child.process.stdin, child.process.stdout):
            assert pipe is not None
            pipe.close()


def lane(folder: Path, name: str) -> tuple[str, ...]:
    return ("-m", "bpe_lab.race.child", str(folder), name)


def test_a_lane_is_ready_runs_counts_and_ends_with_its_input(speak: Any, folder: Path) -> None:
    child = speak(*lane(folder, "linked"))
    (libraries,) = child.says().values()
    assert set(libraries) == {"regex"}
    first_to_be_killed = Path(f"/proc/{child.process.pid}/oom_score_adj")
    if first_to_be_killed.exists():
        assert first_to_be_killed.read_text() == "1000\n"
    first = child.ask("time")
    assert [first[0], first[-2]] == [{"clock": "started"}, {"clock": "stopped"}]
    run = first[-1]["run"]
    assert run["done"] == list(range(1, 21))
    assert len(run["result"]) == 20
    assert not run["cut"]
    again = child.ask("time", number=1)[-1]["run"]
    assert again["result"] is None
    assert again["digest"] == run["digest"]
    half = child.ask("time", size=SIZE // 2, number=-1)[-1]["run"]
    assert half["digest"] != run["digest"]
    assert half["result"] is not None
    counted = child.ask("count")
    assert [counted[0], counted[-2]] == [{"clock": "started"}, {"clock": "stopped"}]
    tally = counted[-1]["tally"]
    assert tally["result"] == run["result"]
    assert len(tally["items"]) == 22
    assert all(len(strip) == tally["cells"] for strip in tally["touched"])
    assert child.close() == 0


@pytest.mark.parametrize("name", ["huggingface", "sentencepiece"])
def test_lanes_with_rules_of_their_own_run_in_their_process(
    speak: Any, folder: Path, name: str
) -> None:
    """The others are raced in `test_real_lanes.py`."""
    if not LANES[name].is_installed:
        pytest.skip(f"needs {LANES[name].library}")
    child = speak(*lane(folder, name))
    assert child.says().keys() == {"ready"}
    assert child.ask("time")[-1]["run"]["done"][-1] == 20


def test_what_a_library_prints_is_no_answer(speak: Any, folder: Path) -> None:
    pytest.importorskip("gigatoken")  # prints its progress
    child = speak(*lane(folder, "gigatoken"))
    assert child.says().keys() == {"ready"}
    words = [next(iter(line)) for line in child.ask("time")]
    known = [word for word in words if word != "reached"]  # told by time: seldom, or not at all
    assert known == ["clock", "clock", "run"]


def test_what_a_lane_cannot_do_is_told_by_class(speak: Any, folder: Path) -> None:
    pytest.importorskip("gigatoken")
    child = speak(*lane(planned(folder, replace(PLAN, pattern="qwen2")), "gigatoken"))
    assert child.says().keys() == {"ready"}
    reason = child.ask("time")[-1]["failed"]["text"]
    assert reason == "OptionError: pattern='qwen2': gpt2, all that gigatoken has"
    assert child.process.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("fastest", "UnknownNameError: no lane named 'fastest'; known: naive_every, "),
        ("cached", "FormatError: model, the file: cannot be read"),
    ],
)
def test_a_lane_that_cannot_start_says_why(
    speak: Any, folder: Path, name: str, reason: str
) -> None:
    said = speak(*lane(folder, name)).says()["failed"]["text"]
    assert said.startswith(reason)
    assert len(said) <= 300


def test_what_has_no_detail_is_not_counted(speak: Any, folder: Path) -> None:
    child = speak(*lane(folder, "compiled"))
    assert child.says().keys() == {"ready"}
    reason = child.ask("count")[-1]["failed"]["text"]
    assert reason.startswith("OptionError: do='count': time, ")


def test_a_panic_of_compiled_code_is_told_in_one_line(speak: Any, folder: Path) -> None:
    child = speak("-c", PANIC, str(folder), "linked")
    assert child.says().keys() == {"ready"}
    reason = child.ask("time")[-1]["failed"]["text"]
    assert reason.startswith("PanicException: index out of bounds!")
    assert len(reason) == 300


def test_memory_is_bounded_anew_before_every_run(speak: Any, folder: Path) -> None:
    if not Path("/proc/self/limits").exists():
        pytest.skip("looks for limits in /proc")
    child = speak(*lane(folder, "linked"))
    assert child.says().keys() == {"ready"}
    loading = addresses(child.process.pid)
    child.ask("time")
    running = addresses(child.process.pid)
    assert running.isdigit()
    assert running != loading


def addresses(pid: int) -> str:
    """How many bytes of addresses a process may have."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("Max address space"))
    return line.split()[3]


def test_a_system_without_signals_for_pipes_leaves_the_end_to_the_watch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fcntl = pytest.importorskip("fcntl")
    asked = []

    def refuse(_: int, command: int, *value: int) -> int:
        asked.append(command)
        raise OSError(25, "Inappropriate ioctl for device")

    monkeypatch.setattr(fcntl, "fcntl", refuse)
    with HangUp():
        pass
    assert len(asked) == 2


def test_a_run_that_keeps_the_lock_ends_with_its_input(speak: Any) -> None:
    pytest.importorskip("fcntl")
    child = speak("-c", HELD)
    assert child.process.stdout.readline() == "held\n"
    time.sleep(0.2)
    assert child.process.poll() is None
    assert child.close() == -signal.SIGIO


def test_a_lane_ends_when_its_parent_has_died(folder: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks for processes in /proc")
    endless = replace(PLAN, options=TrainOptions())
    (folder / "text").write_bytes(("".join(map(chr, range(0x4E00, 0x9000))) * 40).encode())
    size = (folder / "text").stat().st_size
    mother = subprocess.Popen(
        [sys.executable, "-c", MOTHER % size, *lane(planned(folder, endless), "naive_every")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert mother.stdout is not None
    try:
        assert "ready" in json.loads(mother.stdout.readline())
        assert json.loads(mother.stdout.readline()) == {"clock": "started"}
        (child,) = children_of(mother.pid)
    finally:
        mother.kill()
        mother.wait()
        mother.stdout.close()
    assert comes_true(lambda: not lives(child))


def children_of(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(pid) for pid in found]


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# --- What a lane says of a counted run is held to what follows from it


TASK = RunStarted("linked", 9, 0, counted=True)


def tally(items: int, touched: int, *, cut: bool) -> bytes:
    said = {"items": [{"pops": 1}] * items, "touched": ["01"] * touched, "cells": 2}
    return json.dumps({"tally": said | {"laid_out": 9, "cut": cut, "result": None}}).encode()


@pytest.mark.parametrize(
    ("items", "touched", "cut"), [(2, 0, False), (3, 1, True), (7, 5, False), (0, 0, True)]
)
def test_a_tally_has_a_strip_for_every_part(items: int, touched: int, cut: bool) -> None:
    event, is_answer = protocol_of(TASK).message(tally(items, touched, cut=cut))
    assert is_answer
    assert isinstance(event, TallyDone)
    assert (len(event.tally.items), len(event.tally.touched)) == (items, touched)


@pytest.mark.parametrize(
    ("items", "touched", "cut"),
    [(0, 0, False), (1, 0, True), (3, 2, False), (4, 1, True), (0, 1, True)],
)
def test_a_tally_with_other_items_is_no_answer(items: int, touched: int, cut: bool) -> None:
    with pytest.raises(MessageError, match=f"^it counted {touched} parts in {items} items$"):
        protocol_of(TASK).message(tally(items, touched, cut=cut))
