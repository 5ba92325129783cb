"""Turns, budgets and ends of a benchmark, with processes that behave as told."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Timer

import pytest

from benchmarks.peers import runs, works
from benchmarks.peers.runs import bench, planned_runs
from benchmarks.peers.standing import (
    Absent,
    BenchStanding,
    Done,
    all_same,
    apply,
    check,
    times_as_long,
)
from benchmarks.peers.works import BenchPlan, BenchTask, Work
from bpe_core.errors import NotUTF8Error, OptionError
from bpe_core.model import BPEModel
from bpe_core.train.pipeline import train
from bpe_lab.measure.frame import Cut, Ended, Failed
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.reasons import Reason
from tests.lab.measure import said
from tests.raising import raises

WORK = Work("encode", "tiny")
CLOCK = [STARTED, STOPPED]
ANSWER = ([0.5, 0.25], 7, "1", {"ids": (2, ("d",))})
OTHER = (*ANSWER[:3], {"ids": (2, ("other",))})
# What a process says, then does: it rests, or ends with a word.
BEHAVIORS: dict[str, tuple[str, list[object]]] = {
    "works": ("", [*CLOCK, *CLOCK, {"done": ANSWER}]),
    "makes something else": ("", [*CLOCK, *CLOCK, {"done": OTHER}]),
    "takes too long": ("rests", [STARTED]),
    "fails": ("", [STARTED, {"failed": Reason("PanicException: no")}]),
    "dies": ("killed by its own hand", []),
    "talks nonsense": ("rests", [b"hello"]),
    "keeps no clock": ("rests", [*CLOCK, {"done": ANSWER}]),
    "tells half": ("rests", [*CLOCK, *CLOCK, {"done": ([1],)}]),
}
pytestmark = pytest.mark.usefixtures("place")


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch):
    """Contenders by name, each with what its process does."""

    def behave(**how: str) -> None:
        rows = {name: works.Contender(maker="") for name in how}
        monkeypatch.setitem(works.CONTENDERS, "encode", rows)  # type: ignore[arg-type]  # a dict
        monkeypatch.setattr(runs, "have_prepared", lambda *_: None)
        monkeypatch.setattr(
            runs,
            "command_for",
            lambda folder, plan, task: said.command("", *BEHAVIORS[how[task.contender]]),
        )

    return behave


def events_of(repeats: int = 2, budget: float = 30.0, stop: Event | None = None):
    plan = BenchPlan(works=(WORK,), repeats=repeats, budget=budget, threads=1)
    return list(bench(plan, {"tiny": b"low lower"}, stop=stop))


def order_of(events) -> list[tuple[str, int]]:
    return [(e.task.contender, e.task.number) for e in events if isinstance(e, Done)]


def test_contenders_run_in_turn_and_turn_round(stubs) -> None:
    stubs(a="works", b="works")
    events = events_of(repeats=3)
    assert order_of(events) == [("a", 0), ("b", 0), ("b", 1), ("a", 1), ("a", 2), ("b", 2)]
    done = next(event for event in events if isinstance(event, Done))
    assert (done.seconds, done.peak_bytes, done.version) == ((0.5, 0.25), 7, "1")
    assert isinstance(events[-1], Ended)
    assert not events[-1].cancelled


def test_who_takes_too_long_is_cut_and_not_run_again(stubs) -> None:
    stubs(slow="takes too long", sound="works")
    events = events_of(repeats=3, budget=0.2)
    cut = [event for event in events if isinstance(event, Cut)]
    assert [(event.task.contender, event.seconds) for event in cut] == [("slow", 0.2)]
    # Its two passes of 0.75 s are more than the budget of all runs.
    assert order_of(events) == [("sound", 0)]


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("fails", "PanicException: no"),
        ("dies", "killed by its own hand"),
        ("talks nonsense", "its answer is no pickle: 'hello'"),
        ("tells half", "no answer to be read: not enough values to unpack"),
        ("keeps no clock", "it answered what it was not asked"),
    ],
)
def test_who_fails_is_told_with_the_reason_and_the_others_go_on(stubs, how, reason) -> None:
    stubs(broken=how, sound="works")
    events = events_of()
    failed = [event for event in events if isinstance(event, Failed)]
    assert len(failed) == 1
    assert reason in failed[0].reason.text
    assert order_of(events) == [("sound", 0), ("sound", 1)]


def test_what_differs_is_seen(stubs) -> None:
    stubs(**{"bpe-lab": "works", "tiktoken": "works", "other": "makes something else"})
    plan = BenchPlan(works=(WORK,), repeats=1, threads=1)
    standing = BenchStanding.before(plan)
    for event in bench(plan, {"tiny": b"low"}):
        apply(standing, event)
    verdicts = {name: check(standing, WORK, name).verdict for name in standing.entries[WORK]}
    assert verdicts == {"bpe-lab": "equal", "tiktoken": "equal", "other": "differs"}
    assert not all_same(standing)
    assert times_as_long(standing, WORK, "other", 1) == 1


def test_stopped_while_a_run_is_under_way_nothing_is_left(stubs) -> None:
    stubs(slow="takes too long")
    stop = Event()
    timer = Timer(0.3, stop.set)
    timer.start()
    events = events_of(stop=stop)
    timer.join()
    assert events[-1] == Ended(cancelled=True, others=events[-1].others)


def test_closed_early_nothing_is_left(stubs) -> None:
    stubs(a="works")
    plan = BenchPlan(works=(WORK,), repeats=1, threads=1)
    under_way = bench(plan, {"tiny": b"low"})
    next(under_way)
    under_way.close()


def test_absent_libraries_are_told(stubs, monkeypatch: pytest.MonkeyPatch) -> None:
    stubs(a="works")
    absent = works.Contender(maker="x", library="no-such-library", module="no_such")
    monkeypatch.setitem(works.CONTENDERS["encode"], "b", absent)  # type: ignore[arg-type]  # a dict
    events = events_of(repeats=1)
    assert [e for e in events if isinstance(e, Absent)] == [
        Absent(WORK, "b", "no-such-library")
    ]
    assert planned_runs(BenchPlan(works=(WORK,), repeats=4, threads=1)) == 4


def test_where_nothing_can_be_prepared_the_reason_comes_out(place: Path) -> None:
    plan = BenchPlan(works=(Work("encode", "tiny"),), threads=1)
    broken = place / "broken"
    broken.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bpe_lab.measure.process.PYTHON", (sys.executable, "-c", "exit('no room')")
        )
        with pytest.raises(RuntimeError, match="no room"):
            list(bench(plan, {"tiny": b"low"}))


def test_texts_are_checked_before_anything_runs() -> None:
    plan = BenchPlan(works=(WORK,), threads=1)
    with pytest.raises(NotUTF8Error):
        list(bench(plan, {"tiny": b"\xff"}))
    with raises("InputError.empty_text"):
        list(bench(plan, {"tiny": b""}))
    other: BPEModel = train("low low", vocab_size=257, pattern="cl100k")
    with pytest.raises(OptionError, match="gpt2"):
        list(bench(plan, {"tiny": b"low"}, model=other))


@pytest.mark.parametrize(
    "wrong", [{"repeats": 0}, {"budget": 0.0}, {"threads": 65}, {"works": ()}]
)
def test_a_plan_out_of_range_is_refused(wrong) -> None:
    with pytest.raises(OptionError):
        BenchPlan(**{"works": (WORK,), **wrong})


def test_a_compiling_run_gets_an_empty_folder_for_kernels(tmp_path: Path) -> None:
    task = BenchTask(Work("compile"), "bpe-lab", 0, 2)
    variables = runs.environment_of(tmp_path, task)
    assert list(Path(variables["XDG_CACHE_HOME"]).iterdir()) == []
    assert variables["RAYON_NUM_THREADS"] == "2"
    plan = BenchPlan(works=(task.work,), threads=2)
    assert runs.command_for(tmp_path, plan, task)[-2:] == ["compiled", ""]
