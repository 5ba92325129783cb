"""The race in lock-step: what the recording says is what the lanes really did."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import TAUGHT
from bpe_core.state import TrainState
from bpe_core.state import apply as replay
from bpe_core.texts.corpus import sample
from bpe_core.train.operations import operations_by_merge
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.measure.record import Band
from bpe_lab.race.figures import CurvePoint, total
from bpe_lab.race.plan import RacePlan, heats
from bpe_lab.race.run import race
from bpe_lab.race.standing import LaneReady, Run, RunDone, Standing, Tally, apply
from bpe_lab.scenes.lanes import duration
from bpe_lab.scenes.race.lockstep_panels import Badge, Clock, EncodedParts, Merges
from bpe_lab.scenes.race.lockstep_walk import keeping_pace, lane_of, lockstep, main_work
from bpe_lab.text import catalogue
from tests.ui import standings
from tests.ui.recordings import frames_of

LANES = ("naive_every", "naive", "indexed", "linked")
INTJ = sample("intj")
OPTIONS = TrainOptions(special_tokens=INTJ.special_tokens)


def raced(plan: RacePlan, text: str, **more: Any) -> Standing:
    standing = Standing.before(plan, heats(plan, text))
    for event in race(plan, text, **more):
        apply(standing, event)
    assert not [lane.reason for lane in standing.lanes.values() if lane.state == "failed"]
    return standing


@pytest.fixture(scope="module")
def trained() -> Standing:
    plan = RacePlan(lanes=LANES, options=OPTIONS, repeats=2, warm_ups=0)
    return raced(plan, INTJ.text)


@pytest.fixture(scope="module")
def encoded() -> Standing:
    plan = RacePlan(work="encode", lanes=("merge_list", "rank_order_scan"), repeats=2)
    return raced(plan, "catch the cat", model=built_in("lab"))


def walk_of(standing: Standing, parts: Any) -> Any:
    walk = lockstep(standing, standing.sizes[-1], parts, about="test")
    assert walk is not None
    return walk


def merges_of(standing: Standing) -> Merges:
    return Merges(standing.lanes["linked"].results[standing.sizes[-1]], OPTIONS.first_id)


def texts_in(value: Any) -> set[str]:
    """All catalogue keys in a recording's texts."""
    if isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
            return {value[0], *texts_in(value[1])}
        return set().union(*map(texts_in, value)) if value else set()
    if isinstance(value, Mapping):
        return set().union(*map(texts_in, value.values())) if value else set()
    return set()


def test_every_step_shows_the_merge_and_what_it_took(trained: Standing) -> None:
    recording = walk_of(trained, merges_of(trained)).recording
    states, tokens = list(frames_of(recording)), recording["tokens"]
    made = trained.lanes["naive"].results[trained.sizes[-1]]
    assert len(states) == len(made) + 1 == 24
    for number, (left, right) in enumerate(made):
        versus = states[number + 1]["versus"]
        drawn = [tokens[index]["id"] for index in versus["tokens"]]
        assert drawn[2] == OPTIONS.first_id + number
        assert versus["badge"]["look"] == "same"
        assert versus["badge"]["say"][1]["last"] == number + 1
        assert len(left + right) >= 2


def test_the_meters_are_the_replayed_work_of_each_trainer(trained: Standing) -> None:
    """Naive's pairs are what stands side by side; linked's positions those of the pair."""
    states = frames_of(walk_of(trained, merges_of(trained)).recording)
    pre_tokens = list(lay_out(count_pre_tokens(INTJ.text, special_tokens=INTJ.special_tokens)))
    state, number, visited = TrainState(), 0, 0
    for event in TAUGHT["linked"](pre_tokens, OPTIONS, detail=True):
        name = type(event).__name__
        if name == "HeapPopped" and not visited:
            sizes = [len(state.tokens_of(start)) - 1 for start in state.starts]
            naive = states[number + 1]["meters"]["values"] if number < 23 else None
            if naive and not event.stale:
                assert naive["pairs_scanned"]["naive"] == sum(sizes)
        visited += name == "PositionVisited"
        replay(state, event)
        if name == "MergeDone":
            number += 1
            assert states[number]["meters"]["values"]["positions_visited"]["linked"] == visited
            visited = 0
    assert number == 23


def test_beside_the_merge_stands_the_work_in_large_and_the_clock_in_small(
    trained: Standing,
) -> None:
    """The work is a row of the meters, if any; of times, those so far and of a whole run."""
    size = trained.sizes[-1]
    for done, state in enumerate(frames_of(walk_of(trained, merges_of(trained)).recording)):
        for lane, side in state["versus"]["lanes"].items():
            rows = [key.split(".")[-1] for key in texts_in(side["say"]) if "race.row." in key]
            work = sum(state["meters"]["values"][row][lane] for row in rows)
            assert side["figure"][1]["n"] == work
            band = total(trained, lane, size)
            assert band
            assert side["clock"][1]["whole"]["text"] == duration(band.middle)
            assert f"race.clock.{'so_far' if done else 'pre_tokens'}" in texts_in(side["clock"])


def test_the_strip_lights_what_a_merge_changes(trained: Standing) -> None:
    """Merge 0 joins t and j of ``intj`` and `` intj``, each laid out once for linked."""
    states = frames_of(walk_of(trained, merges_of(trained)).recording)
    cells = states[1]["strips"]["cells"]
    laid = b"".join(count_pre_tokens(INTJ.text, special_tokens=INTJ.special_tokens))
    expected = re.sub(rb"tj", b"22", laid)
    assert cells["linked"] == "".join("2" if c == ord("2") else "0" for c in expected)
    occurrences = pre_tokenize(INTJ.text, special_tokens=INTJ.special_tokens)
    covered = {i for p in occurrences for i in range(p.start, p.start + len(p.data))}
    assert {i for i, level in enumerate(cells["naive_every"]) if level != "0"} == covered
    assert states[0]["strips"]["cells"]["linked"] == "0" * len(laid)


def test_the_clock_s_cursor_follows_the_walk(trained: Standing) -> None:
    recording = walk_of(trained, merges_of(trained)).recording
    states = frames_of(recording)
    assert "at" not in states[0]["series"]
    assert [state["series"]["at"] for state in states[1:]] == list(range(1, 24))
    for lane in LANES:
        shown = [state["series"]["values"][lane] for state in states[1:]]
        assert shown == sorted(shown), "time does not run backwards"
    widget = next(w for w in recording["widgets"] if w["kind"] == "series")
    ends = {lane: line["points"][-1] for lane, line in widget["lines"].items()}
    assert ends.keys() == set(LANES)
    assert all(widget["y"]["low"] <= end[1] <= widget["y"]["high"] for end in ends.values())


def test_a_lane_that_parts_is_told_and_the_walk_ends_there(trained: Standing) -> None:
    standing = Standing.before(trained.plan, trained.sizes)
    standing.lanes = dict(trained.lanes)
    size = standing.sizes[-1]
    forged = trained.lanes["indexed"]
    right = forged.results[size]
    forged.results[size] = (*right[:3], (b"x", b"y"), *right[4:])
    try:
        recording = walk_of(standing, merges_of(trained)).recording
    finally:
        forged.results[size] = right
    *before, last = frames_of(recording)
    assert len(before) == 4
    assert last["versus"]["badge"]["look"] == "differs"
    assert recording["steps"][-1]["say"][0] == "race.say.train_differs"


@pytest.mark.parametrize(
    ("differs", "compared", "look", "key"),
    [
        (None, "ab", "same", "encode_same"),
        ("b", "ab", "differs", "encode_differs"),
        (None, "a", "", "alone"),
    ],
)
def test_ids_are_the_same_only_where_digests_say_so(
    differs: str | None, compared: str, look: str, key: str
) -> None:
    lanes = {"a": "rank_order_scan", "b": "rank_order_heap"}
    plan = RacePlan(work="encode", lanes=tuple(lanes.values()))
    standing = Standing.before(plan, (9,))
    for short in compared:
        name = lanes[short]
        apply(standing, LaneReady(name))
        run = Run(name, 9, 0, (1, 2, 3), (1, 2, 3))
        apply(standing, RunDone(name, run, digest="x" if short != differs else "y"))
    badge = Badge.of(standing, 9, tuple(lanes.values()))
    state = badge.state(2)
    assert (state["look"], state["say"][0]) == (look, f"race.badge.{key}")
    assert (badge.differing(1) is not None) == (look == "differs")


def test_lanes_that_were_not_compared_are_left_out_of_the_claim() -> None:
    badge = Badge("train", drawn=4, compared=3, parted={})
    assert badge.state(5)["say"] == [
        "race.badge.train_some",
        {"last": 5, "compared": 3, "lanes": 4},
    ]
    unsteady = Badge("train", 2, 2, {"naive": 0}, {"naive"})
    assert unsteady.state(1)["say"][0] == "race.badge.unsteady"


def test_a_lane_far_behind_does_not_end_the_walk_of_the_others() -> None:
    def counted(**parts: int) -> list[str]:
        tallies = {
            name: Tally(name, 9, ({},) * (n + 2), ("0",) * n, 1, 9) for name, n in parts.items()
        }
        return list(keeping_pace(tallies))

    assert counted(naive_every=2, naive=90, linked=243) == ["naive", "linked"]
    assert counted(naive=2, linked=243) == ["naive", "linked"], "two at least"
    assert counted(naive_every=100, naive=243, linked=243) == ["naive_every", "naive", "linked"]
    assert counted() == []


def points(*told: tuple[int, float]) -> list[CurvePoint]:
    return [CurvePoint(done, Band(time, time, time)) for done, time in told]


def test_a_lane_that_tells_seldom_neither_leads_nor_is_late() -> None:
    """Stamps at 1 and 64 of a lane twice as slow as the other: at 60 it is the slower one."""
    fine = points(*((k, k * 0.01) for k in range(1, 65)))
    clock = Clock({"slow": points((1, 0.02), (64, 1.28)), "quick": fine}, {})
    assert clock.at("slow", 60) == pytest.approx(1.2)
    assert not clock.tells("slow", 60)
    assert [clock.leader(["slow", "quick"], done) for done in (1, 60, 64)] == [
        "quick",
        None,
        "quick",
    ]
    assert clock.at("slow", 65) is None, "it tells nothing behind its end"
    assert clock.at("slow", 0) is None


def test_encoders_walk_through_pre_tokens(encoded: Standing) -> None:
    model = built_in("lab")
    parts = EncodedParts.of(model, "catch the cat", 100)
    recording = walk_of(encoded, parts).recording
    states = frames_of(recording)
    assert len(states) == 4, "set-up and three pre-tokens"
    values = states[1]["meters"]["values"]
    assert values["look_ups"]["rank_order_scan"] == 10, "as on the page of encoding"
    ids = [recording["tokens"][index]["id"] for index in states[1]["versus"]["tokens"]]
    assert len(ids) == 3
    assert states[1]["versus"]["badge"]["look"] == "same"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_is_in_the_catalogue(
    trained: Standing, encoded: Standing, language: str
) -> None:
    parts = EncodedParts.of(built_in("lab"), "catch the cat", 100)
    for walk in (walk_of(trained, merges_of(trained)), walk_of(encoded, parts)):
        assert texts_in(walk.recording) <= catalogue(language).keys()


def test_without_a_counted_lane_there_is_no_walk() -> None:
    plan = RacePlan(lanes=("linked",), options=OPTIONS)
    nothing = Standing.before(plan, (97,))
    assert lockstep(nothing, 97, Merges((), 257), about="") is None


def test_durations_keep_three_digits() -> None:
    shown = [duration(seconds)[1]["value"] for seconds in (4.58, 12.34, 0.0631, 2.5e-5, 99.96)]
    assert shown == ["4.58", "12.3", "63.1", "25.0", "100"]
    assert duration(0.5)[0] == "race.unit.milliseconds"


def test_the_work_that_is_named_is_the_most_of_it() -> None:
    amount, said = main_work({"pairs_scanned": 5, "positions_visited": 9})
    assert (amount, said[0]) == (9, "race.work.positions_visited")
    assert main_work({"heap_pops": 3}) == (0, ["race.work.nothing", {}])


def test_a_cut_lane_has_no_time_that_looks_like_a_whole_one() -> None:
    """The clock's view says cut as well."""
    standing = standings.ladder()
    clock = Clock.of(standing, standings.SIZE)
    drawn = [lane_of(name) for name in ("naive_every", "linked")]
    lines = clock.widget(drawn, 243, "train")["lines"]
    assert lines["linked"]["end"] == duration(0.144)
    assert lines["naive_every"]["end"][0] == "race.clock.cut_after"
    assert clock.say("naive_every", 240) == ["race.clock.cut", {}]
    assert clock.say("naive_every", 1)[0] == "race.clock.so_far", "without a whole run's time"


# Row of the meters -> operations of the trainers' own count.
ROWS = {
    "pairs_scanned": ("pairs_scanned", "first_count"),
    "candidates": ("candidates_scanned",),
    "positions_visited": ("positions_visited",),
    "link_writes": ("relinks",),
    "heap_pushes": ("initial_entries", "later_pushes"),
    "heap_pops": ("pops",),
    "stale_pops": ("stale_pops",),
}


@pytest.mark.parametrize("lane", [lane for lane in LANES if lane in TAUGHT])
def test_every_row_of_the_meters_is_the_trainer_s_own_count(
    trained: Standing, lane: str
) -> None:
    """Before the first merge and in each."""
    states = frames_of(walk_of(trained, merges_of(trained)).recording)
    counts = count_pre_tokens(INTJ.text, special_tokens=INTJ.special_tokens)
    events = TAUGHT[lane](list(lay_out(counts)), OPTIONS, detail=True)
    *works, _ = operations_by_merge(events)  # the last is what comes after all merges
    for state, work in zip(states, works, strict=True):
        values = state["meters"]["values"]
        rows = {row: of[lane] for row, of in values.items() if row in ROWS and lane in of}
        assert rows
        assert rows == {row: sum(work[name] for name in ROWS[row]) for row in rows}
