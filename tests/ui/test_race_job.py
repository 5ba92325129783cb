"""A race in the background: its copies stand still, and what is kept has its bounds."""

from threading import Event

from bpe_core.corpus import Corpus
from bpe_core.race.plan import RacePlan
from bpe_core.train.options import TrainOptions
from ui.race_job import Contest, KeptRaces, Racing

PLAN = RacePlan(
    lanes=("naive", "linked"), options=TrainOptions(num_merges=3), repeats=2, warm_ups=0
)


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


def test_what_was_used_longest_ago_goes_first_by_number_and_by_weight() -> None:
    kept = KeptRaces(most=2)
    for text in ("a a", "b b", "c c"):
        kept.put(Racing.of(contest(text), kept))
    assert [kept.get(contest(text)) is None for text in ("a a", "b b", "c c")] == [
        True,
        False,
        False,
    ]
    narrow = KeptRaces(budget=10)
    for text in ("aaaaaaa", "bbbbbbb"):
        narrow.put(Racing.of(contest(text), narrow))
    assert narrow.get(contest("aaaaaaa")) is None
    assert narrow.get(contest("bbbbbbb")) is not None, "the last one always stays"
