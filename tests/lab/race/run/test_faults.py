"""Lanes that go wrong, hang, are absent: told, and the others go on."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from bpe_core.errors import NotUTF8Error, OptionError, UnknownNameError
from bpe_lab.measure import process
from bpe_lab.measure.frame import Ended
from bpe_lab.race import run
from bpe_lab.race.plan import LANES, Lane, planned_runs
from bpe_lab.race.run import race
from bpe_lab.race.standing import LaneAbsent, RunStarted
from tests.lab.race.running import TEXT, plan, reason, runs, stubs
from tests.raising import raises

pytestmark = pytest.mark.usefixtures("place")
# Windows knows no signals: who is killed ends with the code of `Popen.kill`.
KILLED = f"its process ended with code {-getattr(signal, 'SIGKILL', -1)}"


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("dies at once", "ImportError: no such thing"),
        ("dies without a word", "its process ended with code 3"),
        ("is killed", KILLED),
        ("closes its output", KILLED),
        ("fails", "MemoryError: no [31mroom"),
        ("says garbage", "its answer is no pickle"),
        ("floods with lines", "a flood"),
        ("never stops speaking", "in one line"),
        ("says two answers", "it answered what it was not asked"),
        ("keeps no clock", "it answered what it was not asked"),
        ('{"run": 7}', "no answer to be read: "),
        ('{"tally": [[], []]}', "its answer is no known word: 'tally'"),
        ('{"ready": {}}', "its answer is no known word: 'ready'"),
        ('{"reached": [1, 2, 3]}', "no answer to be read: "),
        ('{"clock": "started"}', "its clock does not start and stop in turn"),
        ('{"clock": []}', "in place of started or stopped"),
        ('{"walk": 1}', "its answer is no known word: 'walk'"),
        ('{"a": 1, "b": 2}', "not one word"),
    ],
)
def test_a_lane_that_goes_wrong_is_told_and_the_others_go_on(
    how: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LONGEST_LINE", 1_000_000)
    contest = plan("naive", "linked", budget=20.0)
    events = list(race(contest, TEXT, command=stubs(naive=how)))
    assert why in reason(events, "naive")
    assert "\n" not in reason(events, "naive")
    assert len(runs(events, "linked")) == 3
    assert events[-1] == Ended(cancelled=False)


def test_a_lane_that_is_never_ready_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LOADING", 1.0)
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
    assert {event.lane for event in events[1:-1]} == {"linked"}
    assert planned_runs(contest, TEXT) == 3


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
    with raises("InputError.empty_text"):
        race(plan("naive"), "")
    with pytest.raises(NotUTF8Error):
        race(plan("naive"), b"\xff")
    with raises("InputError.lone_surrogate"):
        race(plan("naive"), "\ud800")
