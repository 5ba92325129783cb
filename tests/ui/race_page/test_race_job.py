"""A race in the background: its copies stand still, and what is kept has its bounds."""

from dataclasses import replace
from threading import Event

import pytest

from bpe_core import train
from bpe_core.race.plan import RacePlan
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from ui.race.race_job import Contest, KeptRaces, Racing

PLAN = RacePlan(
    lanes=("naive", "linked"), options=TrainOptions(num_merges=3), repeats=2, warm_ups=0
)
pytestmark = pytest.mark.usefixtures("real")


def contest(text: str = "low lower lowest") -> Contest:
    return Contest(PLAN, Corpus(text), "own")


def test_a_whole_race_is_kept_for_equal_contests_and_a_copy_stands_still() -> None:
    kept = KeptRaces()
    racing = Racing.of(contest(), kept)
    before = racing.standing()
    racing.run(Event())
    after = racing.standing()
    assert [len(lane.runs) for lane in before.lanes.values()] == [0, 0]
    assert [len(lane.runs) for lane in after.lanes.values()] == [2, 2]
    assert all(len(lane.tallies) == 1 for lane in after.lanes.values())
    assert after.ended
    assert after.runs_done == racing.planned == 6
    assert kept.get(contest()) is racing
    assert kept.get(contest("another text")) is None
    assert racing.facts["python"]


def test_a_stopped_race_is_not_kept() -> None:
    kept, stop = KeptRaces(), Event()
    stop.set()
    racing = Racing.of(contest(), kept)
    racing.run(stop)
    assert racing.standing().cancelled
    assert kept.get(contest()) is None


def test_a_long_race_gives_way_where_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.race.race_job.LONGEST", 0.0)
    kept = KeptRaces()
    alone = Racing.of(contest(), kept)
    alone.run(Event())
    assert not alone.gave_way
    assert alone.standing().runs_done == alone.planned
    asked = Racing.of(contest("another"), kept, lambda: True)
    asked.run(Event())
    assert asked.gave_way
    assert asked.standing().cancelled
    assert kept.get(contest("another")) is None


def test_models_that_encode_alike_make_equal_contests() -> None:
    text = "low lower lowest"
    first, same, other = (train(text, vocab_size=size) for size in (260, 260, 261))
    keys = [replace(contest(), model=model).key for model in (first, same, other, None)]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_strips_of_smaller_heats_are_let_go() -> None:
    plan = replace(PLAN, sizes=(8, 16))
    racing = Racing.of(Contest(plan, Corpus("low lower lowest"), "own"), KeptRaces())
    racing.run(Event())
    tallies = racing.standing().lanes["linked"].tallies
    assert [bool(tallies[size].touched) for size in (8, 16)] == [False, True]
    assert tallies[8].items


def test_what_was_used_longest_ago_goes_first_by_number_and_by_weight() -> None:
    kept = KeptRaces(most=2)
    for text in ("a a", "b b", "c c"):
        kept.put(Racing.of(contest(text), kept))
    assert [kept.get(contest(text)) is None for text in ("a a", "b b", "c c")] == [
        True,
        False,
        False,
    ]
    kept.get(contest("b b"))
    kept.put(Racing.of(contest("d d"), kept))
    assert kept.get(contest("c c")) is None, "b b was looked at since"
    narrow = KeptRaces(budget=80)
    for text in ("aaaaaaa", "bbbbbbb"):
        narrow.put(Racing.of(contest(text), narrow))
    assert narrow.get(contest("aaaaaaa")) is None
    assert narrow.get(contest("bbbbbbb")) is not None, "the last one always stays"
