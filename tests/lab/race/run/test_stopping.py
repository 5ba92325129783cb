"""Whatever ends a race ends all of it."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from bpe_lab.measure.frame import Ended
from bpe_lab.race.run import race
from bpe_lab.race.standing import RaceEvent, Reached, RunDone
from tests.lab.race.running import PATIENCE, TEXT, comes_true, naming, plan, runs, stubs

pytestmark = pytest.mark.usefixtures("place")


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
    assert events[-1] == Ended(cancelled=True)
    assert not isinstance(events[-2], RunDone)


def test_stopping_while_lanes_load(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()
    stop.set()
    events = list(race(plan("naive", "linked"), TEXT, stop=stop, command=stubs()))
    assert events == [Ended(cancelled=True)]


def test_a_race_that_was_not_stopped_in_time_was_not_cancelled() -> None:
    stop = Event()
    for event in race(plan("naive"), TEXT, stop=stop, command=stubs()):
        last = event
    stop.set()
    assert last == Ended(cancelled=False)


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
