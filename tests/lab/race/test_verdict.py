"""All lanes are said to agree only where they were compared and do."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from bpe_core.errors import Notice
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.frame import Ended
from bpe_lab.measure.peers import Pair
from bpe_lab.race.figures import cautions
from bpe_lab.race.plan import LANES, Lane
from bpe_lab.race.standing import Agreement, Compared, Standing, agreement, apply, digest_of
from tests.for_each import for_each
from tests.lab.race.standings import SIZE, absent, before, failed, left_out, run, tally

MERGES: tuple[Pair, ...] = ((b"a", b"b"), (b"ab", b"c"), (b"d", b"e"), (b"x", b"y"))
SECONDS = [1.0, 2.0, 3.0, 4.0]


def whole(standing: Standing, lane: str, result: tuple[Pair, ...] = MERGES) -> None:
    run(standing, lane, SECONDS[: len(result)], result=result, digest=repr(result))


def agrees(found: Agreement) -> bool:
    """Whether two lanes or more were compared and nothing differs."""
    return len(found.compared) > 1 and all(lane.same for lane in found.compared)


def identical(found: Agreement) -> int:
    """How many parts from the first on are the same in all compared lanes."""
    return min((lane.identical for lane in found.compared), default=0)


def test_equal_lanes_agree_to_the_last_part() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    whole(standing, "linked")
    found = agreement(standing, SIZE)
    assert agrees(found)
    assert (found.reference, found.parts, identical(found)) == ("naive", 4, 4)
    assert found.compared == (Compared("naive", 4, True), Compared("linked", 4, True))
    assert not found.left_out


@pytest.mark.parametrize("place", range(4))
def test_a_wrong_merge_is_found_at_its_place(place: int) -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    wrong = (*MERGES[:place], (b"q", b"q"), *MERGES[place + 1 :])
    whole(standing, "linked", wrong)
    found = agreement(standing, SIZE)
    assert not agrees(found)
    assert found.compared[1] == Compared("linked", 4, False, differs_at=place)
    assert identical(found) == place


def test_the_reference_is_the_first_with_the_longest_result() -> None:
    standing = before("naive_every", "naive", "linked")
    run(standing, "naive_every", SECONDS[:2], result=MERGES[:2], cut=True)
    whole(standing, "naive")
    whole(standing, "linked")
    found = agreement(standing, SIZE)
    assert (found.reference, found.parts) == ("naive", 4)
    assert agrees(found), "a cut lane is compared as far as it came"
    assert found.compared[0] == Compared("naive_every", 2, True)
    assert identical(found) == 2


def test_a_library_that_goes_on_where_no_pair_is_left_is_the_one_that_differs() -> None:
    plan = replace(
        before("linked", "rustbpe").plan, options=TrainOptions(tie_break="lowest_ids")
    )
    standing = Standing.before(plan, (SIZE,))
    whole(standing, "linked", MERGES[:3])
    whole(standing, "rustbpe")
    found = agreement(standing, SIZE)
    assert (found.reference, found.parts) == ("linked", 3)
    assert [(lane.lane, lane.differs_at) for lane in found.compared] == [
        ("linked", None),
        ("rustbpe", 3),
    ]


def test_a_cut_lane_can_differ_within_what_it_did() -> None:
    standing = before("naive", "linked")
    run(standing, "naive", SECONDS[:2], result=((b"a", b"b"), (b"q", b"q")), cut=True)
    whole(standing, "linked")
    assert agreement(standing, SIZE).compared[0] == Compared("naive", 2, False, differs_at=1)


def test_a_lane_that_ended_early_by_itself_differs_there() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    whole(standing, "linked", MERGES[:3])
    assert agreement(standing, SIZE).compared[1] == Compared("linked", 3, False, differs_at=3)


def test_a_first_run_cut_and_later_ones_whole_is_no_early_end() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    run(standing, "linked", SECONDS[:3], result=MERGES[:3], cut=True)
    run(standing, "linked", SECONDS, digest=repr(MERGES))
    assert agreement(standing, SIZE).compared[1] == Compared("linked", 3, True)


def test_a_lane_whose_runs_make_different_things_does_not_agree() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    whole(standing, "linked")
    run(standing, "linked", SECONDS, digest="another")
    found = agreement(standing, SIZE)
    assert not agrees(found)
    assert found.compared[1] == Compared("linked", 4, False, steady=False)


def test_what_cannot_be_compared_is_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peers = {"own": Lane(library="x", tie_breaks=()), "silent": Lane(library="x")}
    monkeypatch.setattr("bpe_lab.race.standing.LANES", {**LANES, **peers})
    standing = before("linked", "own", "silent", "gone", "broken", "late")
    for name in ("gone", "broken", "late"):
        peers[name] = Lane(library="x")
    monkeypatch.setattr("bpe_lab.race.standing.LANES", {**LANES, **peers})
    whole(standing, "linked")
    whole(standing, "own")
    run(standing, "silent", SECONDS)
    absent(standing, "gone")
    failed(standing, "broken")
    found = agreement(standing, SIZE)
    assert found.left_out == {
        "own": "own_rule",
        "silent": "no_result",
        "gone": "absent",
        "broken": "failed",
        "late": "nothing_done",
    }
    assert not agrees(found), "one lane alone agrees with nobody"


def test_a_lane_is_compared_only_under_a_tie_rule_that_it_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peer = Lane(library="x", tie_breaks=("lowest_ids",))
    monkeypatch.setattr("bpe_lab.race.standing.LANES", {**LANES, "peer": peer})
    for rule, same in (("lowest_ids", True), ("greatest", False)):
        options = TrainOptions(num_merges=4, tie_break=rule)
        standing = before("linked", "peer", options=options)
        whole(standing, "linked")
        whole(standing, "peer")
        assert agrees(agreement(standing, SIZE)) == same


def test_a_failed_lane_is_still_compared_for_what_it_had_made() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    whole(standing, "linked", (*MERGES[:3], (b"q", b"q")))
    failed(standing, "linked")
    assert agreement(standing, SIZE).compared[1].differs_at == 3


def counted(standing: Standing, lane: str, result: tuple[Pair, ...], *, cut: bool) -> None:
    tally(standing, lane, [{}] * (len(result) + 2), result=result, cut=cut)


OTHERS = (*MERGES[:3], (b"q", b"q"))


@for_each(
    "result, cut, steady",
    [
        (MERGES, False, True),
        (MERGES[:2], True, True),
        (OTHERS, False, False),
        (OTHERS, True, False),
        (MERGES[:3], False, False),
        ((*MERGES, (b"z", b"z")), True, False),
    ],
)
@for_each("counted_first", [True, False])
def test_counted_runs_are_compared_with_timed_ones(
    result: tuple[Pair, ...], cut: bool, steady: bool, counted_first: bool
) -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    if counted_first:
        counted(standing, "linked", result, cut=cut)
    whole(standing, "linked")
    if not counted_first:
        counted(standing, "linked", result, cut=cut)
    found = agreement(standing, SIZE)
    assert (agrees(found), found.compared[1].steady) == (steady, steady)


def test_a_counted_run_alone_is_compared() -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    counted(standing, "linked", MERGES, cut=False)
    assert agrees(agreement(standing, SIZE))
    other = before("naive", "linked")
    whole(other, "naive")
    counted(other, "linked", OTHERS, cut=False)
    assert agreement(other, SIZE).compared[1] == Compared("linked", 4, False, differs_at=3)


@pytest.mark.parametrize(("made", "steady"), [(MERGES[:2], True), (OTHERS[2:], False)])
@pytest.mark.parametrize("cut_first", [True, False])
def test_later_cut_runs_are_compared_by_their_digests(
    made: tuple[Pair, ...], steady: bool, cut_first: bool
) -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    digest = digest_of(chain.from_iterable(made))
    if cut_first:
        run(standing, "linked", SECONDS[:2], digest=digest, cut=True)
    whole(standing, "linked")
    if not cut_first:
        run(standing, "linked", SECONDS[:2], digest=digest, cut=True)
    found = agreement(standing, SIZE)
    assert (agrees(found), found.compared[1].steady) == (steady, steady)


@pytest.mark.parametrize(("made", "steady"), [(MERGES, True), (OTHERS, False)])
def test_a_whole_run_is_held_against_a_count_where_the_first_run_was_cut(
    made: tuple[Pair, ...], steady: bool
) -> None:
    standing = before("naive", "linked")
    whole(standing, "naive")
    run(standing, "linked", SECONDS[:2], result=MERGES[:2], cut=True)
    run(standing, "linked", SECONDS, digest=digest_of(chain.from_iterable(made)))
    counted(standing, "linked", MERGES, cut=False)
    assert agreement(standing, SIZE).compared[1].steady == steady


def test_a_lane_that_was_not_run_is_not_compared_and_no_caution_speaks_of_it() -> None:
    standing = before("naive", "linked")
    for _ in range(5):
        whole(standing, "linked")
    left_out(standing, "naive")
    assert agreement(standing, SIZE).left_out == {"naive": "not_run"}
    assert cautions(standing, SIZE) == []


def test_nothing_run_is_no_agreement() -> None:
    found = agreement(before("naive", "linked"), SIZE)
    assert (found.reference, found.parts, identical(found)) == ("", 0, 0)
    assert not agrees(found)


@pytest.mark.parametrize(("second", "same"), [("ids", True), ("others", False)])
def test_encoders_are_compared_by_their_digests(second: str, same: bool) -> None:
    standing = before("merge_list", "cached", "rank_order_scan", work="encode")
    run(standing, "merge_list", SECONDS, digest="ids")
    run(standing, "cached", [1.0], done=[4], digest=second)
    run(standing, "rank_order_scan", SECONDS[:2], cut=True)
    found = agreement(standing, SIZE)
    assert agrees(found) == same
    assert identical(found) == (4 if same else 0)
    assert found.left_out == {"rank_order_scan": "cut"}


def said(standing: Standing, facts: dict[str, str] | None = None) -> list[Notice]:
    return cautions(standing, SIZE, facts)


def test_a_quiet_well_repeated_race_needs_no_caution() -> None:
    standing = before("naive", "linked")
    for extra in range(5):
        run(standing, "naive", [10.0 + extra])
        run(standing, "linked", [1.0 + extra / 10])
    assert said(standing, {"load": "0.40", "cores": "2"}) == []


def test_few_repeats_are_said() -> None:
    standing = before("linked")
    for _ in range(4):
        run(standing, "linked", [1.0])
    (notice,) = said(standing)
    assert notice.rule == "few_repeats"
    assert notice.values == {"repeats": 4, "enough": 5}


def test_only_neighbors_whose_bands_overlap_are_named() -> None:
    standing = before("naive_every", "naive", "linked")
    for k in range(5):
        run(standing, "naive_every", [50.0 + k])
        run(standing, "naive", [2.0 + k])
        run(standing, "linked", [1.0 + k])
    (notice,) = said(standing)
    assert notice.rule == "noise"
    assert notice.values == {"lane": "linked", "other": "naive"}


@pytest.mark.parametrize(
    ("others", "facts", "busy"),
    [
        (0.5, {"load": "0.00", "cores": "2"}, True),
        (0.49, {"load": "9.00", "cores": "2"}, False),
        (0.5, {"load": "9.00", "cores": "8"}, False),
        (None, {"load": "9.00", "cores": "2"}, False),
        (2.0, {}, False),
    ],
)
def test_a_machine_is_busy_by_what_others_took_not_by_its_load(
    others: float | None, facts: dict[str, str], busy: bool
) -> None:
    standing = before("linked")
    apply(standing, Ended(cancelled=False, others=others))
    found = said(standing, facts)
    assert [notice.name for notice in found] == ["Notice.busy_machine"] * busy
    if busy:
        assert found[0].values == {"taken": "0.5", "cores": 2}


def test_cut_lanes_are_said_with_the_budget() -> None:
    standing = before("linked", budget=2.5)
    for k in range(6):
        run(standing, "linked", [1.0, 2.0], cut=k < 2)
    (notice,) = said(standing)
    assert notice.rule == "lane_cut"
    assert notice.values == {"lane": "linked", "cut": 2, "runs": 6, "budget": "2.5"}
