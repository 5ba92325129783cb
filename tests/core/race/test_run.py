"""The coordinator: turns, budgets and ends, with lanes that behave as they are told."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from bpe_core.errors import (
    EmptyTextError,
    LoneSurrogateError,
    NotUTF8Error,
    OptionError,
    UnknownNameError,
)
from bpe_core.race import entrant, process
from bpe_core.race import run as coordinator
from bpe_core.race.events import (
    LaneAbsent,
    LaneLeftOut,
    LaneReady,
    RaceEnded,
    RaceEvent,
    Reached,
    RunDone,
    RunStarted,
    TallyDone,
)
from bpe_core.race.ladder import LANES, Lane
from bpe_core.race.machine import ProcessorTime
from bpe_core.race.run import heats, planned_runs, race
from tests.core.race.running import (
    PATIENCE,
    TEXT,
    comes_true,
    naming,
    plan,
    reason,
    runs,
    stubs,
)

pytestmark = pytest.mark.usefixtures("place")


def test_lanes_run_in_turn_and_turn_round() -> None:
    events = list(race(plan("naive", "linked", repeats=3), TEXT, command=stubs()))
    started = [(e.lane[0], e.number) for e in events if isinstance(e, RunStarted)]
    assert started == [
        *(("n", -1), ("l", -1)),
        *(("l", 0), ("n", 0)),
        *(("n", 1), ("l", 1)),
        *(("l", 2), ("n", 2)),
    ]
    kinds = [type(event) for event in events]
    assert kinds[:2] == [LaneReady, LaneReady]
    assert kinds[2:] == [RunStarted, Reached, RunDone] * 8 + [RaceEnded]
    assert events[-1] == RaceEnded("", cancelled=False)


def test_one_lane_runs_at_a_time(place: Path) -> None:
    lanes = ("naive", "linked", "naive_every")
    list(race(plan(*lanes), TEXT, command=stubs(**dict.fromkeys(lanes, "takes its time"))))
    log = (place / "log").read_text().split()
    assert len(log) == 18
    for begin, end in zip(log[::2], log[1::2], strict=True):
        assert (begin[0], end[0]) == ("+", "-")
        assert begin[1:] == end[1:]


def test_a_run_is_told_as_the_lane_tells_it() -> None:
    events = list(race(plan("linked", repeats=1), TEXT, command=stubs()))
    warm_up, first = (event for event in events if isinstance(event, RunDone))
    size = len(TEXT)
    assert (first.run.lane, first.run.size, first.run.number) == ("linked", size, 0)
    assert (first.run.done, first.run.at) == ((1, 2, 3), (1_000_000, 2_000_000, 3_000_000))
    assert (first.run.pre_tokenized, first.run.peak_bytes, first.run.cut) == (5, 7, False)
    assert (first.result, first.digest) == (((b"a", b"b"),), "d")
    assert (warm_up.run.number, warm_up.result) == (-1, ())
    assert events[0] == LaneReady("linked", {"stub": "1.0"})
    assert next(e for e in events if isinstance(e, Reached)) == Reached(
        "linked", size, -1, 1, 1_000_000
    )


def test_lanes_with_fine_events_are_counted_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANES, "whole", Lane(algorithm="compiled"))  # type: ignore[attr-defined]  # a dict
    contest = plan("naive", "whole", repeats=1, warm_ups=0, counting=True, sizes=(50, 100))
    events = list(race(contest, TEXT, command=stubs()))
    started = [(e.lane, e.size, e.counted) for e in events if isinstance(e, RunStarted)]
    assert started[-2:] == [("naive", 50, True), ("naive", 100, True)]
    assert sum(counted for *_, counted in started) == 2
    assert len(started) == planned_runs(contest, TEXT)
    tally = next(event.tally for event in events if isinstance(event, TallyDone))
    assert tally.items == ({"compared": 5}, {"compared": 2}, {})
    assert (tally.touched, tally.cells, tally.laid_out) == (("012",), 3, 50)


def test_the_end_tells_what_others_took(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [ProcessorTime(5.0, 1.0, 0.0), ProcessorTime(45.0, 11.0, 20.0)]
    monkeypatch.setattr(coordinator, "processor_time", lambda: told.pop(0))
    *_, last = race(plan("naive", repeats=1), TEXT, command=stubs())
    assert isinstance(last, RaceEnded)
    assert (last.others, told) == (1.5, [])


def test_heats_end_at_characters_and_are_told_apart() -> None:
    text = "aé你🙂"  # 1, 2, 3 and 4 bytes
    sizes = tuple(range(1, 16))
    assert heats(plan("naive", sizes=sizes), text) == (1, 3, 6, 10)
    assert heats(plan("naive", sizes=(1, 2)), "🙂🙂") == (4,)
    assert heats(plan("naive"), text) == (10,)
    contest = plan("naive", sizes=(2, 5, 6, 99), repeats=1, warm_ups=0)
    events = list(race(contest, text.encode(), command=stubs()))
    assert [run.size for run in runs(events)] == [1, 3, 6, 10]
    assert planned_runs(contest, text) == 4


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("dies at once", "ImportError: no such thing"),
        ("dies without a word", "its process ended with code 3"),
        ("is killed", f"its process ended with code {-signal.SIGKILL}"),
        ("closes its output", f"its process ended with code {-signal.SIGKILL}"),
        ("fails", "MemoryError: no [31mroom"),
        ("says garbage", "its answer is no JSON"),
        ("goes back", "does not ascend"),
        ("floods with lines", "a flood"),
        ("never stops speaking", "in one line"),
        ("says two answers", "it answered what it was not asked"),
        ("keeps no clock", "it answered what it was not asked"),
        ('{"run": {}}', "in place of"),
        ('{"run": 7}', "in place of an object"),
        ('{"tally": {}}', "it counted a run that was to be timed"),
        ('{"ready": {}}', "it answered what it was not asked"),
        ('{"reached": [true, 5]}', "True in place of a number"),
        ('{"reached": [1, 2, 3]}', "in place of 2 numbers"),
        ('{"clock": "started"}', "does not ascend, or is a flood"),
        ('{"clock": []}', "in place of started or stopped"),
        ('{"walk": 1}', "its answer is no known word: 'walk'"),
        ('{"a": 1, "b": 2}', "not one word"),
        ('{"run": {"done": [1], "at": [], "pre_tokenized": 0}}', "do not ascend"),
        ('{"run": {"done": [2, 1], "at": [1, 2], "pre_tokenized": 0}}', "do not ascend"),
        ('{"reached": ' + "[" * 99_999, "its answer is no JSON"),
        ('{"reached": [' + "9" * 5000 + ", 1]}", "its answer is no JSON"),
    ],
)
def test_a_lane_that_goes_wrong_is_told_and_the_others_go_on(
    how: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "MOST_OF_A_LINE", 1_000_000)
    contest = plan("naive", "linked", budget=20.0)
    events = list(race(contest, TEXT, command=stubs(naive=how)))
    assert why in reason(events, "naive")
    assert "\n" not in reason(events, "naive")
    assert len(runs(events, "linked")) == 3
    assert events[-1] == RaceEnded("", cancelled=False)


def test_a_lane_that_is_never_ready_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrant, "LOADING", 1.0)
    events = list(race(plan("naive", "linked"), TEXT, command=stubs(naive="is never ready")))
    assert reason(events, "naive") == "it was not ready after 1 s"


def test_a_command_that_does_not_exist_fails_every_lane() -> None:
    events = list(race(plan("naive", "linked"), TEXT, command=["/no/such/program"]))
    assert "No such file" in reason(events, "naive")
    assert "No such file" in reason(events, "linked")


def test_what_a_lane_complains_of_holds_nothing_up() -> None:
    events = list(race(plan("naive"), TEXT, command=stubs(naive="complains")))
    assert len(runs(events)) == 3


def test_a_lane_without_its_library_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANES, "peer", Lane(library="no_such_library"))  # type: ignore[attr-defined]  # a dict
    contest = plan("peer", "linked")
    events = list(race(contest, TEXT, command=stubs()))
    assert events[0] == LaneAbsent("peer", "no_such_library")
    assert {event.lane for event in events[1:]} == {"linked", ""}
    assert planned_runs(contest, TEXT) == 3


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> float:
    """A short budget, of which lanes that hang take all, with a short grace.

    Lanes that work say all that they have to say at once, however slow the machine.
    """
    monkeypatch.setattr(entrant, "GRACE", 0.05)
    return 0.1


def test_a_lane_over_its_budget_is_cut_with_what_it_had_reached(impatient: float) -> None:
    contest = plan("naive", "linked", budget=impatient, repeats=5)
    begun = monotonic()
    events = list(race(contest, TEXT, command=stubs(naive="hangs")))
    cut = runs(events, "naive")
    assert [run.number for run in cut] == [-1, 0, 1, 2]  # no more than three are kept
    assert all(run.cut and (run.done, run.at) == ((1,), (1_000_000,)) for run in cut)
    assert [run.number for run in runs(events, "linked")] == [-1, 0, 1, 2, 3, 4]
    assert not any(run.cut for run in runs(events, "linked"))
    assert monotonic() - begun > 4 * (impatient + 0.05)  # the budget and its grace, every time
    ready = Counter(event.lane for event in events if isinstance(event, LaneReady))
    assert ready == {"naive": 4, "linked": 1}  # a fresh process for every run that follows


def test_a_lane_cut_with_nothing_done_rests() -> None:
    contest = plan(
        "naive", "linked", repeats=4, warm_ups=3, sizes=(50, 100, 200), counting=True
    )
    events = list(race(contest, TEXT, command=stubs(naive="is cut with nothing")))
    beaten = [(run.size, run.number) for run in runs(events, "naive")]
    assert beaten == [(50, -3), (50, 0)]
    assert all(run.cut and not run.done for run in runs(events, "naive"))
    started = [e for e in events if isinstance(e, RunStarted) and e.lane == "naive"]
    assert [event.size for event in started] == [50, 50]
    assert len(runs(events, "linked")) == 3 * 7
    assert not any(isinstance(e, TallyDone) and e.lane == "naive" for e in events)
    assert [event for event in events if isinstance(event, LaneLeftOut)] == [
        LaneLeftOut("naive", 100, beaten_at=50),
        LaneLeftOut("naive", 200, beaten_at=50),
    ]


def test_a_count_cut_with_nothing_is_not_tried_on_more() -> None:
    contest = plan("naive", repeats=1, warm_ups=0, sizes=(50, 100, 200), counting=True)
    events = list(race(contest, TEXT, command=stubs(naive="counts nothing")))
    assert [run.cut for run in runs(events)] == [False] * 3
    tallies = [event.tally for event in events if isinstance(event, TallyDone)]
    assert [(tally.size, tally.items, tally.cut) for tally in tallies] == [(50, (), True)]
    assert sum(isinstance(event, RunStarted) and event.counted for event in events) == 1


def test_a_lane_cut_in_a_larger_heat_keeps_its_smaller_one(impatient: float) -> None:
    contest = plan("naive", budget=impatient, sizes=(50, 100))
    command = stubs(naive="hangs from 100 bytes on")
    told = [
        (run.size, run.number, run.cut) for run in runs(race(contest, TEXT, command=command))
    ]
    assert told == [
        *((50, -1, False), (50, 0, False), (50, 1, False)),
        *((100, -1, True), (100, 0, True), (100, 1, True)),
    ]


def test_a_lane_that_hung_once_goes_on_in_a_fresh_process(impatient: float) -> None:
    contest = plan("naive", budget=impatient, repeats=2, warm_ups=0)
    events = list(race(contest, TEXT, command=stubs(naive="hangs once")))
    assert [run.cut for run in runs(events)] == [True, False]


def test_a_child_that_ends_its_run_in_time_is_not_ended() -> None:
    events = list(race(plan("naive", repeats=5), TEXT, command=stubs(naive="is cut")))
    assert [run.number for run in runs(events)] == [-1, 0, 1, 2]
    assert all(run.cut and len(run.done) == 3 for run in runs(events))
    assert sum(isinstance(event, LaneReady) for event in events) == 1


def test_stopping_ends_all_at_once(place: Path) -> None:
    stop = Event()
    events: list[RaceEvent] = []
    for event in race(plan("naive", "linked"), TEXT, stop=stop, command=stubs(naive="hangs")):
        events.append(event)
        if isinstance(event, Reached):
            assert comes_true(lambda: len(naming(str(place))) == 3)  # one has a child
            stop.set()
            begun = monotonic()
    assert monotonic() - begun < PATIENCE  # the lane would rest for an hour
    assert events[-1] == RaceEnded("", cancelled=True)
    assert not isinstance(events[-2], RunDone)


def test_stopping_while_lanes_load(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()
    stop.set()
    events = list(race(plan("naive", "linked"), TEXT, stop=stop, command=stubs()))
    assert events == [RaceEnded("", cancelled=True)]


def test_a_race_that_was_not_stopped_in_time_was_not_cancelled() -> None:
    stop = Event()
    for event in race(plan("naive"), TEXT, stop=stop, command=stubs()):
        last = event
    stop.set()
    assert last == RaceEnded("", cancelled=False)


def test_closing_the_generator_ends_all(place: Path) -> None:
    events = race(plan("naive", "linked"), TEXT, command=stubs(naive="hangs"))
    assert any(isinstance(event, Reached) for event in events)
    assert comes_true(lambda: len(naming(str(place))) == 3)
    events.close()
    assert not naming(str(place))


def test_an_error_in_the_consumer_ends_all(place: Path) -> None:
    def consume() -> None:
        for event in race(plan("naive", "linked"), TEXT, command=stubs(naive="hangs")):
            if isinstance(event, Reached):
                raise KeyError

    with pytest.raises(KeyError):
        consume()
    assert comes_true(lambda: not naming(str(place)))


def test_a_race_that_never_begins_starts_nothing(place: Path) -> None:
    events = race(plan("naive"), TEXT, command=stubs())
    del events
    assert not list(place.iterdir())


def test_a_lane_that_ignores_the_end_of_its_input_is_ended() -> None:
    events = list(race(plan("naive"), TEXT, command=stubs(naive="ignores the end")))
    assert len(runs(events)) == 3


def test_what_escapes_from_its_session_holds_nothing_up() -> None:
    alone = "time.sleep(3601)"
    before = naming(alone)
    begun = monotonic()
    events = list(race(plan("naive"), TEXT, command=stubs(naive="leaves a child behind")))
    try:
        assert len(runs(events)) == 3
        assert monotonic() - begun < PATIENCE
    finally:
        for pid in naming(alone) - before:
            os.kill(pid, signal.SIGKILL)


def test_a_slow_consumer_cuts_no_lane(impatient: float) -> None:
    contest = plan("naive", budget=impatient, repeats=1, warm_ups=0)
    events = []
    for event in race(contest, TEXT, command=stubs()):
        events.append(event)
        if isinstance(event, Reached):
            sleep(0.3)  # longer than the budget and its grace
    assert [run.cut for run in runs(events)] == [False]


def test_the_files_are_for_the_owner_alone(place: Path) -> None:
    for event in race(plan("naive"), TEXT, command=stubs()):
        if isinstance(event, RunStarted):
            (home,) = place.glob("bpe-race-*")
            assert home.stat().st_mode & 0o777 == 0o700
            assert (home / "text").read_text("utf-8") == TEXT


def test_lanes_know_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    monkeypatch.setenv("RAYON_NUM_THREADS", "1")
    script = "import os, sys; sys.exit(' '.join(sorted(os.environ)))"
    events = list(race(plan("naive"), TEXT, command=[sys.executable, "-c", script]))
    known = reason(events, "naive").split()
    assert {"PATH", "TMPDIR", "RAYON_NUM_THREADS"} <= set(known)
    assert "SOME_TOKEN" not in known


def test_what_cannot_be_raced_is_said_at_once() -> None:
    with pytest.raises(UnknownNameError, match="no lane named 'walking'; known: naive_every"):
        race(plan("walking"), TEXT)
    with pytest.raises(OptionError, match="lanes that train"):
        race(plan("merge_list"), TEXT)
    with pytest.raises(OptionError, match="need a model"):
        race(plan("merge_list", work="encode"), TEXT)
    with pytest.raises(EmptyTextError):
        race(plan("naive"), "")
    with pytest.raises(NotUTF8Error):
        race(plan("naive"), b"\xff")
    with pytest.raises(LoneSurrogateError):
        race(plan("naive"), "\ud800")
