"""A lane's process, spoken to as the race speaks to it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bpe_core.texts.corpus import END_OF_TEXT, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.measure import guards
from bpe_lab.measure.frame import PLAN as PLAN_FILE
from bpe_lab.measure.guards import LIFELINE, HangUp, pickled
from bpe_lab.measure.messages import STARTED, STOPPED, unpickled
from bpe_lab.race import lane as lane_module
from bpe_lab.race.lane import LaneWork
from bpe_lab.race.plan import LANES, RacePlan
from bpe_lab.race.run import protocol_of
from bpe_lab.race.standing import Run, RunDone, RunStarted, TallyDone
from tests.lab.race.running import PATIENCE, comes_true

TEXT = sample("story_en").text
SIZE = len(TEXT.encode())
PLAN = RacePlan(
    lanes=("linked",),
    options=TrainOptions(num_merges=20, special_tokens=[END_OF_TEXT], tie_break="lowest_ids"),
    budget=60.0,
)
MOTHER = """
import subprocess, sys, time
from bpe_lab.measure.guards import pickled
child = subprocess.Popen([sys.executable, *sys.argv[1:]], stdin=subprocess.PIPE)
child.stdin.write(pickled((False, %d, 0)) + b"\\n")
child.stdin.flush()
time.sleep(3600)
"""
PANIC = """
import sys
from pathlib import Path
from bpe_lab.measure import child
from bpe_lab.race.lane import LaneWork
class PanicException(BaseException):
    pass
def answer(work, *command):
    raise PanicException("index out of\\nbounds" + "!" * 400)
LaneWork.answer = answer
child.main("bpe_lab.race.lane:lane", Path(sys.argv[1]), sys.argv[2])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "text").write_bytes(TEXT.encode())
    return planned(tmp_path, PLAN)


def planned(folder: Path, plan: RacePlan) -> Path:
    (folder / PLAN_FILE).write_bytes(pickled(plan))
    return folder


def test_a_warm_up_takes_no_longer_than_it_has_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the runs that are kept may take all of the budget."""
    monkeypatch.setattr(lane_module, "WARM_UP", 1e-6)
    work = LaneWork(lambda _: None, folder, PLAN, "naive")
    cut = {number: run_of(work.answer(False, SIZE, number)).cut for number in (-1, 0)}
    assert cut == {-1: True, 0: False}


class Speaking:
    """A child and what it says."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def says(self) -> dict[str, Any]:
        """Its next line; an error where it has ended."""
        assert self.process.stdout is not None
        said = unpickled(self.process.stdout.readline())
        assert isinstance(said, dict)
        return said

    def ask(
        self, *, counted: bool = False, size: int = SIZE, number: int = 0
    ) -> list[dict[str, Any]]:
        """All that it says to a command, the answer last."""
        assert self.process.stdin is not None
        self.process.stdin.write(pickled((counted, size, number)) + b"\n")
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
    return ("-m", "bpe_lab.measure.child", "bpe_lab.race.lane:lane", str(folder), name)


def done(message: dict[str, Any]) -> RunDone:
    """The answer of a timed run, as the race reads it."""
    event, _ = protocol_of(RunStarted("linked", SIZE, 0)).message(pickled(message))
    assert isinstance(event, RunDone)
    return event


def run_of(message: dict[str, Any]) -> Run:
    return done(message).run


def test_a_lane_is_ready_runs_counts_and_ends_with_its_input(speak: Any, folder: Path) -> None:
    child = speak(*lane(folder, "linked"))
    (libraries,) = child.says().values()
    assert set(libraries) == {"regex"}
    first_to_be_killed = Path(f"/proc/{child.process.pid}/oom_score_adj")
    if first_to_be_killed.exists():
        assert first_to_be_killed.read_text() == "1000\n"
    first = child.ask()
    assert [first[0], first[-2]] == [STARTED, STOPPED]
    answer = done(first[-1])
    assert answer.run.done == tuple(range(1, 21))
    assert len(answer.result) == 20
    assert not answer.run.cut
    again = done(child.ask(number=1)[-1])
    assert again.result == ()
    assert again.digest == answer.digest
    half = done(child.ask(size=SIZE // 2, number=-1)[-1])
    assert half.digest != answer.digest
    assert half.result
    counted = child.ask(counted=True)
    assert [counted[0], counted[-2]] == [STARTED, STOPPED]
    task = RunStarted("linked", SIZE, 0, counted=True)
    event, _ = protocol_of(task).message(pickled(counted[-1]))
    assert isinstance(event, TallyDone)
    assert event.result == answer.result
    assert len(event.tally.items) == 22
    assert all(len(strip) == event.tally.cells for strip in event.tally.touched)
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
    assert run_of(child.ask()[-1]).done[-1] == 20


def test_what_a_library_prints_is_no_answer(speak: Any, folder: Path) -> None:
    pytest.importorskip("gigatoken")  # prints its progress
    child = speak(*lane(folder, "gigatoken"))
    assert child.says().keys() == {"ready"}
    words = [next(iter(line)) for line in child.ask()]
    known = [word for word in words if word != "reached"]  # told by time: seldom, or not at all
    assert known == ["clock", "clock", "run"]


def test_what_a_lane_cannot_do_is_told_by_class(speak: Any, folder: Path) -> None:
    pytest.importorskip("gigatoken")
    child = speak(*lane(planned(folder, replace(PLAN, pattern="qwen2")), "gigatoken"))
    assert child.says().keys() == {"ready"}
    reason = child.ask()[-1]["failed"].text
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
    said = speak(*lane(folder, name)).says()["failed"].text
    assert said.startswith(reason)
    assert len(said) <= 300


def test_what_has_no_detail_is_not_counted(speak: Any, folder: Path) -> None:
    child = speak(*lane(folder, "compiled"))
    assert child.says().keys() == {"ready"}
    reason = child.ask(counted=True)[-1]["failed"].text
    assert reason.startswith("OptionError: do='count': time, ")


def test_a_panic_of_compiled_code_is_told_in_one_line(speak: Any, folder: Path) -> None:
    child = speak("-c", PANIC, str(folder), "linked")
    assert child.says().keys() == {"ready"}
    reason = child.ask()[-1]["failed"].text
    assert reason.startswith("PanicException: index out of bounds!")
    assert len(reason) == 300


def test_memory_is_bounded_anew_before_every_run(speak: Any, folder: Path) -> None:
    if not Path("/proc/self/limits").exists():
        pytest.skip("looks for limits in /proc")
    child = speak(*lane(folder, "linked"))
    assert child.says().keys() == {"ready"}
    loading = addresses(child.process.pid)
    child.ask()
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
    monkeypatch.setenv(LIFELINE, "0")
    monkeypatch.setattr(guards, "is_orphan", lambda: False)
    with HangUp():
        pass
    assert len(asked) == 2


def test_a_lane_ends_when_its_parent_has_died(folder: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks for processes in /proc")
    endless = replace(PLAN, options=TrainOptions())
    (folder / "text").write_bytes(("".join(map(chr, range(0x4E00, 0x9000))) * 40).encode())
    size = (folder / "text").stat().st_size
    mother = subprocess.Popen(
        [sys.executable, "-c", MOTHER % size, *lane(planned(folder, endless), "naive_every")],
        stdout=subprocess.PIPE,
    )
    assert mother.stdout is not None
    try:
        assert "ready" in unpickled(mother.stdout.readline())
        assert unpickled(mother.stdout.readline()) == STARTED
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
