"""The fold over a race's events: what is known of every lane, at any moment."""

from __future__ import annotations

from threading import Event

import pytest

from bpe_lab.measure.frame import Ended
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.plan import LANES, Lane, heats, planned_runs
from bpe_lab.race.run import race
from bpe_lab.race.standing import (
    LaneAbsent,
    LaneFailed,
    LaneLeftOut,
    LaneReady,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Standing,
    Tally,
    TallyDone,
    apply,
)
from tests.lab.race.running import TEXT, plan, stubs

SIZE = 9
LO, LOW = (b"l", b"o"), (b"lo", b"w")


def folded(*events: RaceEvent, lanes: tuple[str, ...] = ("naive", "linked")) -> Standing:
    standing = Standing.before(plan(*lanes), (SIZE,))
    for event in events:
        apply(standing, event)
    return standing


def ran(
    number: int, *, lane: str = "naive", cut: bool = False, at: tuple[int, ...] = (5,)
) -> Run:
    return Run(lane, SIZE, number, tuple(range(1, len(at) + 1)), at, cut=cut)


def test_before_the_start_all_lanes_wait() -> None:
    contest = plan("naive", "linked", sizes=(2, 99))
    standing = Standing.before(contest, heats(contest, "aé"))
    assert standing.sizes == (1, 3)
    assert {name: lane.state for name, lane in standing.lanes.items()} == {
        "naive": "waiting",
        "linked": "waiting",
    }
    assert (standing.runs_done, standing.ended) == (0, False)


@pytest.mark.usefixtures("place")
def test_a_whole_race_adds_up() -> None:
    contest = plan("naive", "linked", counting=True, sizes=(50, 100))
    standing = Standing.before(contest, heats(contest, TEXT))
    for event in race(contest, TEXT, command=stubs()):
        apply(standing, event)
    assert (standing.ended, standing.cancelled) == (True, False)
    assert standing.runs_done == planned_runs(contest, TEXT) == 16
    for lane in standing.lanes.values():
        assert lane.state == "done"
        assert lane.versions == {"stub": "1.0"}
        assert [(run.size, run.number) for run in lane.runs] == [
            *((50, 0), (50, 1)),
            *((100, 0), (100, 1)),
        ]
        assert {size: tally.size for size, tally in lane.tallies.items()} == {50: 50, 100: 100}
        assert lane.results == {50: ((b"a", b"b"),), 100: ((b"a", b"b"),)}
        assert lane.digests == {50: {"d"}, 100: {"d"}}
        assert (lane.started, lane.reached) == (None, [])


def test_a_run_under_way_is_told_apart_from_those_done() -> None:
    begun = RunStarted("naive", SIZE, 0)
    first, second = (Reached("naive", SIZE, 0, done, done * 10) for done in (1, 2))
    standing = folded(LaneReady("naive"), begun, first, second)
    lane = standing.lanes["naive"]
    assert (lane.state, lane.started, lane.reached) == ("running", begun, [first, second])
    assert (lane.runs, standing.lanes["linked"].state) == ([], "waiting")
    apply(standing, RunDone("naive", ran(0)))
    assert (lane.state, lane.started, lane.reached) == ("ready", None, [])
    apply(standing, RunStarted("naive", SIZE, 1))
    assert (lane.state, lane.reached) == ("running", [])


def test_a_lane_left_out_has_made_no_run() -> None:
    standing = folded(LaneLeftOut("naive", SIZE, beaten_at=4))
    lane = standing.lanes["naive"]
    assert (lane.runs, lane.left_out, lane.is_cut(SIZE)) == ([], {SIZE: 4}, False)
    assert standing.runs_done == 0


def test_warm_ups_are_counted_and_not_kept() -> None:
    standing = folded(RunDone("naive", ran(-1)), RunDone("naive", ran(0)))
    assert [run.number for run in standing.lanes["naive"].runs] == [0]
    assert standing.runs_done == 2


def test_a_failed_lane_stays_failed() -> None:
    begun = (RunStarted("naive", SIZE, 0), Reached("naive", SIZE, 0, 1, 10))
    standing = folded(*begun, LaneFailed("naive", Reason("no room")), Ended(cancelled=False))
    lane = standing.lanes["naive"]
    assert (lane.state, lane.reason) == ("failed", Reason("no room"))
    assert (lane.started, lane.reached) == (None, [])
    assert standing.lanes["linked"].state == "done"


def test_a_lane_that_fails_keeps_the_runs_it_had_made() -> None:
    standing = folded(RunDone("naive", ran(0)), LaneFailed("naive", Reason("no room")))
    assert standing.lanes["naive"].runs == [ran(0)]


def test_an_absent_lane_names_its_library() -> None:
    standing = folded(LaneAbsent("naive", "rustbpe"), Ended(cancelled=False))
    assert (standing.lanes["naive"].state, standing.lanes["naive"].reason) == (
        "absent",
        Reason("rustbpe"),
    )


def test_a_cut_run_marks_its_heat_and_is_not_compared() -> None:
    cut = RunDone("naive", ran(0, cut=True), result=(LO,), digest="half")
    standing = folded(cut, RunDone("linked", ran(0, lane="linked"), (LO, LOW), "whole"))
    lane = standing.lanes["naive"]
    assert lane.is_cut(SIZE)
    assert not standing.lanes["linked"].is_cut(SIZE)
    assert lane.results == {SIZE: (LO,)}
    assert (lane.digests, standing.lanes["linked"].digests) == ({}, {SIZE: {"whole"}})


def test_the_longest_result_of_a_heat_is_kept() -> None:
    standing = folded(
        RunDone("naive", ran(0, cut=True), result=(LO,)),
        TallyDone("naive", Tally("naive", SIZE, ({}, {}, {})), result=(LO, LOW)),
        RunDone("naive", ran(1)),
    )
    assert standing.lanes["naive"].results == {SIZE: (LO, LOW)}


def test_digests_that_differ_are_all_kept() -> None:
    standing = folded(*(RunDone("naive", ran(k), digest=str(k % 2)) for k in range(4)))
    assert standing.lanes["naive"].digests == {SIZE: {"0", "1"}}


@pytest.mark.usefixtures("place")
def test_a_cancelled_race_keeps_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANES, "peer", Lane(library="no_such_library"))  # type: ignore[attr-defined]  # a dict
    contest, stop = plan("peer", "linked", "naive"), Event()
    standing = Standing.before(contest, heats(contest, TEXT))
    for event in race(contest, TEXT, stop=stop, command=stubs(naive="hangs")):
        apply(standing, event)
        if isinstance(event, Reached) and event.lane == "naive":
            stop.set()
    assert (standing.ended, standing.cancelled) == (True, True)
    states = {name: lane.state for name, lane in standing.lanes.items()}
    assert states == {"peer": "absent", "linked": "done", "naive": "done"}
    assert standing.runs_done == 1  # the warm-up of the lane that came first
