"""Lanes in turn: who runs when, what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_lab.measure import frame
from bpe_lab.measure.frame import Ended
from bpe_lab.measure.machine import ProcessorTime
from bpe_lab.race.plan import LANES, Lane, heats, planned_runs
from bpe_lab.race.run import race
from bpe_lab.race.standing import LaneReady, Reached, RunDone, RunStarted, TallyDone
from tests.lab.race.running import TEXT, plan, runs, stubs

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
    assert kinds[2:] == [RunStarted, Reached, RunDone] * 8 + [Ended]
    assert events[-1] == Ended(cancelled=False)


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
    monkeypatch.setattr(frame, "processor_time", lambda: told.pop(0))
    *_, last = race(plan("naive", repeats=1), TEXT, command=stubs())
    assert isinstance(last, Ended)
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
