"""A race in the background: its copies stand still, and what is kept has its bounds."""

from dataclasses import replace
from threading import Event

import pytest

from bpe_core import train
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.race.plan import RacePlan
from ui.race.race_job import Contest, Racing
from ui.serving.measurements import LatestMeasurements

PLAN = RacePlan(
    lanes=("naive", "linked"), options=TrainOptions(num_merges=3), repeats=2, warm_ups=0
)
pytestmark = pytest.mark.usefixtures("real")


def contest(text: str = "low lower lowest") -> Contest:
    return Contest(PLAN, Corpus(text), "own")


def test_a_whole_race_is_kept_for_equal_contests_and_a_copy_stands_still() -> None:
    latest: LatestMeasurements[Racing] = LatestMeasurements()
    racing = Racing.of(contest())
    before = racing.standing()
    latest.run(racing, Event())
    after = racing.standing()
    assert [len(lane.runs) for lane in before.lanes.values()] == [0, 0]
    assert [len(lane.runs) for lane in after.lanes.values()] == [2, 2]
    assert all(len(lane.tallies) == 1 for lane in after.lanes.values())
    assert after.ended
    assert after.runs_done == racing.planned == 6
    assert latest.get(contest().key) is racing
    assert latest.get(contest("another text").key) is None
    assert racing.facts["python"]


def test_a_stopped_race_is_not_kept() -> None:
    latest: LatestMeasurements[Racing] = LatestMeasurements()
    stop = Event()
    stop.set()
    racing = Racing.of(contest())
    latest.run(racing, stop)
    assert racing.standing().cancelled
    assert latest.get(contest().key) is None


def test_a_long_race_gives_way_where_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Racing, "longest", 0.0)
    latest: LatestMeasurements[Racing] = LatestMeasurements()
    alone = Racing.of(contest())
    latest.run(alone, Event())
    assert not alone.gave_way
    assert alone.standing().runs_done == alone.planned
    asked = Racing.of(contest("another"))
    latest.run(asked, Event(), lambda: True)
    assert asked.gave_way
    assert asked.standing().cancelled
    assert latest.get(contest("another").key) is None


def test_models_that_encode_alike_make_equal_contests() -> None:
    text = "low lower lowest"
    first, same, other = (train(text, vocab_size=size) for size in (260, 260, 261))
    keys = [replace(contest(), model=model).key for model in (first, same, other, None)]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_strips_of_smaller_heats_are_let_go() -> None:
    plan = replace(PLAN, sizes=(8, 16))
    racing = Racing.of(Contest(plan, Corpus("low lower lowest"), "own"))
    racing.run(Event())
    tallies = racing.standing().lanes["linked"].tallies
    assert [bool(tallies[size].touched) for size in (8, 16)] == [False, True]
    assert tallies[8].items


def test_what_was_used_longest_ago_goes_first_by_number_and_by_weight() -> None:
    latest: LatestMeasurements[Racing] = LatestMeasurements(most=2)
    a, b, c, d = (Racing.of(contest(text)) for text in ("a a", "b b", "c c", "d d"))
    for racing in (a, b, c):
        latest.put(racing)
    assert [latest.get(racing.key) for racing in (a, b, c)] == [None, b, c]
    latest.get(b.key)
    latest.put(d)
    assert latest.get(c.key) is None, "b b was looked at since"
    narrow: LatestMeasurements[Racing] = LatestMeasurements(budget=80)
    first, last = (Racing.of(contest(text)) for text in ("aaaaaaa", "bbbbbbb"))
    narrow.put(first)
    narrow.put(last)
    assert narrow.get(first.key) is None
    assert narrow.get(last.key) is last, "the last one always stays"
