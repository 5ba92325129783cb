"""Turns, budgets and ends of a comparison, with processes that behave as told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event, Timer

import pytest

from bpe_core.errors import NotUTF8Error, OptionError, UnknownNameError
from bpe_core.registry import SYSTEMS
from bpe_lab.compare.comparison import (
    Absent,
    CompareEvent,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    Trained,
    apply,
)
from bpe_lab.compare.runs import CorpusParts, command_for, compare, planned
from bpe_lab.measure.frame import Cut, Ended, Failed
from tests.for_each import for_each
from tests.lab.race.running import comes_true, naming
from tests.raising import raises

pytestmark = pytest.mark.usefixtures("place")
TEXTS = {"tiny": CorpusParts(b"low lower", b"low lowe")}


def plan_of(*systems: str, **options: object) -> ComparePlan:
    told = {"corpora": ("tiny",), "threads": 1, "budget": 30.0, **options}
    return ComparePlan(systems=systems, **told)  # type: ignore[arg-type]  # tests give what fits


def events_of(plan: ComparePlan, stop: Event | None = None) -> list[CompareEvent]:
    return list(compare(plan, TEXTS, stop=stop))


def standing_of(plan: ComparePlan, events: list[CompareEvent]) -> CompareStanding:
    standing = CompareStanding.before(plan)
    for event in events:
        apply(standing, event)
    return standing


def test_runs_come_in_turn_and_are_folded(stubs) -> None:
    stubs(a="works", b="works")
    plan = plan_of("a", "b", vocab_sizes=(300, 400))
    events = events_of(plan)
    done = [event.task for event in events if isinstance(event, Done)]
    assert done == list(plan.tasks)
    assert [task.system for task in done] == ["a", "b", "a", "b"]
    standing = standing_of(plan, events)
    entry = standing.entries[CompareTask("tiny", 400, "b")]
    assert entry.state == "done"
    assert entry.training
    assert (entry.training.seconds, entry.training.own_bytes) == (1.5, 200)
    assert entry.encoding("tiny") == entry.measured.encodings[0]  # type: ignore[union-attr]
    assert entry.measured
    assert entry.measured.exchange
    assert entry.measured.exchange.ratio == 1.5
    assert (standing.runs_done, standing.ended, standing.cancelled) == (4, True, False)
    assert standing.running is None


def test_a_system_over_its_budget_is_cut_and_the_next_one_runs(stubs) -> None:
    stubs(slow="learns too long", sound="works")
    plan = plan_of("slow", "sound", budget=0.2)
    events = events_of(plan)
    cut = CompareTask("tiny", 8000, "slow")
    assert [event for event in events if isinstance(event, Cut)] == [Cut(cut, 0.2)]
    standing = standing_of(plan, events)
    assert standing.entries[cut].state == "cut"
    assert standing.entries[cut].training is None
    assert standing.entries[CompareTask("tiny", 8000, "sound")].state == "done"


def test_what_was_found_before_the_cut_stays(stubs) -> None:
    stubs(slow="checks too long")
    plan = plan_of("slow", budget=0.2)
    standing = standing_of(plan, events_of(plan))
    (entry,) = standing.entries.values()
    assert (entry.state, entry.cut_at) == ("cut", 0.2)
    assert entry.training
    encoding = entry.encoding("tiny")
    assert encoding
    assert encoding.bytes_per_token == 2


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("fails", "ValueError: no [1m way"),
        ("dies", "killed by its own hand"),
        ("talks nonsense", "its answer is no pickle: 'hello'"),
        ("tells half", "no answer to be read: "),
        ("tells too much", "its answer is not one word with its value"),
        ("keeps no clock", "it answered what it was not asked"),
    ],
)
def test_who_fails_is_told_with_the_reason_and_the_next_one_runs(stubs, how, reason) -> None:
    stubs(broken=how, sound="works")
    events = events_of(plan_of("broken", "sound"))
    (failed,) = [event for event in events if isinstance(event, Failed)]
    assert reason in failed.reason.text
    assert failed.reason.text.isprintable()
    assert [event.task.system for event in events if isinstance(event, Done)] == ["sound"]


def test_a_system_that_is_not_installed_is_told_and_left_out(
    stubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    stubs(a="works")
    missing = replace(SYSTEMS["bpe"], library="no_such_library")
    monkeypatch.setitem(SYSTEMS, "b", missing)  # type: ignore[arg-type]  # a dict
    plan = plan_of("a", "b", vocab_sizes=(300, 400))
    events = events_of(plan)
    assert [e for e in events if isinstance(e, Absent)] == [Absent("b", "no_such_library")]
    standing = standing_of(plan, events)
    states = [standing.entries[task].state for task in plan.tasks]
    assert states == ["done", "absent"] * 2
    assert len(planned(plan)) == standing.runs_done == 2


def test_stopped_while_a_run_is_under_way_nothing_is_left(stubs, place: Path) -> None:
    stubs(slow="checks too long", other="works")
    stop = Event()
    plan, events = plan_of("slow", "other"), []
    for event in compare(plan, TEXTS, stop=stop):
        events.append(event)
        if isinstance(event, Trained):
            Timer(0.2, stop.set).start()
    assert events[-1] == Ended(cancelled=True, others=events[-1].others)  # type: ignore[union-attr]
    standing = standing_of(plan, events)
    assert standing.cancelled
    assert {entry.state for entry in standing.entries.values()} == {"waiting"}
    assert not naming(str(place))


def test_closed_early_nothing_is_left(stubs, place: Path) -> None:
    stubs(slow="checks too long")
    under_way = compare(plan_of("slow"), TEXTS)
    for event in under_way:
        if isinstance(event, Trained):
            under_way.close()
    assert comes_true(lambda: not naming(str(place)))


def test_texts_are_checked_before_anything_runs() -> None:
    plan = plan_of("bpe")
    for source, error in (
        (CorpusParts(b"\xff", b"a"), NotUTF8Error),
        (CorpusParts(b"a", b"\xff"), NotUTF8Error),
        (CorpusParts(b"", b"a"), "InputError.empty_text"),
        (CorpusParts(b"too short to be cut in two"), "LabError.nothing_held_out"),
    ):
        with raises(error):
            next(compare(plan, {"tiny": source}))
    with pytest.raises(UnknownNameError, match="no corpus named 'tiny'"):
        next(compare(plan, {"other": CorpusParts(b"a", b"a")}))
    with pytest.raises(FileNotFoundError):
        next(compare(plan, {"tiny": CorpusParts(Path("nowhere.txt"))}))


@for_each(
    "wrong",
    [
        {"corpora": ()},
        {"corpora": ("a", "a")},
        {"systems": ()},
        {"systems": ("bpe", "bpe")},
        {"systems": ("no such system",)},
        {"vocab_sizes": (256,)},
        {"vocab_sizes": (300, 300)},
        {"budget": 0.0},
        {"budget": float("nan")},
        {"threads": 65},
    ],
)
def test_a_plan_out_of_range_is_refused(wrong) -> None:
    with raises((OptionError, UnknownNameError)):
        ComparePlan(**{"corpora": ("a",), "systems": ("bpe",), **wrong})


def test_a_run_is_told_by_places_and_never_by_the_names_of_corpora(tmp_path: Path) -> None:
    plan = plan_of("bpe", corpora=("low", "../../etc"), vocab_sizes=(300,))
    command = command_for(tmp_path, plan, plan.tasks[1], None)
    assert command[-3:] == ["bpe_lab.compare.measuring:run", str(tmp_path), "1"]
    assert command_for(tmp_path, plan, plan.tasks[1], tmp_path)[-1] == f"{tmp_path}/1-300-bpe"
