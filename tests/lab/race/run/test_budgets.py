"""Lanes over their budget are cut, with what they had reached."""

from __future__ import annotations

from collections import Counter
from time import monotonic, sleep

import pytest

from bpe_lab.race.run import race
from bpe_lab.race.standing import LaneLeftOut, LaneReady, Reached, RunStarted, TallyDone
from tests.lab.race.running import TEXT, plan, runs, stubs

pytestmark = pytest.mark.usefixtures("place")


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


def test_a_slow_consumer_cuts_no_lane(impatient: float) -> None:
    contest = plan("naive", budget=impatient, repeats=1, warm_ups=0)
    events = []
    for event in race(contest, TEXT, command=stubs()):
        events.append(event)
        if isinstance(event, Reached):
            sleep(0.3)  # longer than the budget and its grace
    assert [run.cut for run in runs(events)] == [False]
