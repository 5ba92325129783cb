"""Totals, curves, steps and ratios are medians over runs, and cut runs count as slower."""

from __future__ import annotations

import pytest

from bpe_lab.race.figures import (
    Band,
    CurvePoint,
    curve,
    did_nothing,
    extrapolated,
    has_quartiles,
    is_bound,
    parts_of,
    peak,
    quartiles,
    ratio,
    ratio_has_quartiles,
    reached,
    steps,
    thinned,
    total,
    unit_of,
)
from tests.for_each import for_each
from tests.lab.race.standings import SIZE, before, clock, run

ONE = "linked"


def test_a_total_is_the_median_of_the_last_times() -> None:
    standing = before(ONE)
    for end in (3.0, 1.0, 2.0, 5.0, 4.0):
        run(standing, ONE, [end / 2, end])
    assert total(standing, ONE, SIZE) == Band(2.0, 3.0, 4.0)
    assert reached(standing, ONE, SIZE) is None
    assert parts_of(standing, SIZE) == 2


def test_a_heat_without_runs_has_no_figures() -> None:
    standing = before(ONE, "naive")
    assert total(standing, ONE, SIZE) is None
    assert reached(standing, ONE, SIZE) is None
    assert curve(standing, ONE, SIZE) == []
    assert steps(standing, ONE, SIZE) == []
    assert ratio(standing, ONE, "naive", SIZE) is None
    assert (peak(standing, ONE, SIZE), parts_of(standing, SIZE)) == (0, 0)


def test_runs_of_other_sizes_do_not_count() -> None:
    standing = before(ONE, sizes=(SIZE, 2 * SIZE))
    run(standing, ONE, [1.0])
    run(standing, ONE, [9.0], size=2 * SIZE)
    assert total(standing, ONE, SIZE) == Band(1.0, 1.0, 1.0)
    assert total(standing, ONE, 2 * SIZE) == Band(9.0, 9.0, 9.0)


def test_a_cut_run_counts_as_slower_than_all_whole_ones() -> None:
    standing = before(ONE)
    for end in (1.0, 2.0):
        run(standing, ONE, [end / 2, end])
    run(standing, ONE, [0.9], cut=True)
    assert total(standing, ONE, SIZE) == quartiles([1.0, 2.0, 2.0])
    assert is_bound(standing, ONE, SIZE)
    assert [point.bound for point in curve(standing, ONE, SIZE)] == [False, True]


@pytest.mark.parametrize(("parts", "seconds"), [([], []), ([0], [0.005])])
def test_runs_that_had_nothing_to_do_have_no_total_and_were_not_cut(
    parts: list[int], seconds: list[float]
) -> None:
    standing = before(ONE, "naive")
    for lane in (ONE, "naive"):
        for _ in range(3):
            run(standing, lane, seconds, done=parts)
    assert total(standing, ONE, SIZE) is None
    assert reached(standing, ONE, SIZE) is None
    assert ratio(standing, "naive", ONE, SIZE) is None
    assert did_nothing(standing, ONE, SIZE)
    run(standing, ONE, [1.0])
    assert not did_nothing(standing, ONE, SIZE)


def test_a_lane_that_was_cut_or_did_not_run_had_something_to_do() -> None:
    standing = before(ONE, "naive")
    run(standing, ONE, [], cut=True)
    assert not did_nothing(standing, ONE, SIZE)
    assert not did_nothing(standing, "naive", SIZE)


def test_one_run_has_no_quartiles() -> None:
    standing = before(ONE, "naive")
    for several in (False, True):
        run(standing, ONE, [1.0])
        run(standing, "naive", [2.0])
        assert has_quartiles(standing, ONE, SIZE) == several
        assert ratio_has_quartiles(standing, "naive", ONE, SIZE) == several
    assert not is_bound(standing, ONE, SIZE)


@pytest.mark.parametrize("lane", [ONE, "naive"])
def test_a_ratio_with_a_partly_cut_lane_has_no_quartiles(lane: str) -> None:
    standing = before(ONE, "naive")
    for _ in range(3):
        run(standing, ONE, [1.0])
        run(standing, "naive", [2.0])
    run(standing, lane, [0.5], cut=True)
    assert ratio(standing, "naive", ONE, SIZE) == Band(2.0, 2.0, 2.0)
    assert not ratio_has_quartiles(standing, "naive", ONE, SIZE)


def test_a_lane_cut_in_half_of_its_runs_has_no_total_but_says_how_far_it_came() -> None:
    standing = before(ONE)
    run(standing, ONE, [1.0, 2.0, 3.0])
    run(standing, ONE, [1.5, 3.5], cut=True)
    assert total(standing, ONE, SIZE) is None
    assert reached(standing, ONE, SIZE) == (2, 3.5)


def test_a_run_cut_before_its_first_part_has_taken_the_budget() -> None:
    standing = before(ONE, budget=4.0)
    run(standing, ONE, [], cut=True)
    assert reached(standing, ONE, SIZE) == (0, 4.0)


def test_a_curve_has_the_median_at_every_part() -> None:
    standing = before(ONE)
    for factor in (1.0, 2.0, 4.0):
        run(standing, ONE, clock(lambda k, f=factor: f * k, 3))
    assert curve(standing, ONE, SIZE) == [
        CurvePoint(1, quartiles([1.0, 2.0, 4.0])),
        CurvePoint(2, quartiles([3.0, 6.0, 12.0])),
        CurvePoint(3, quartiles([6.0, 12.0, 24.0])),
    ]


def test_a_cut_curve_goes_as_far_as_most_of_its_runs() -> None:
    standing = before(ONE)
    run(standing, ONE, [1.0, 2.0, 3.0, 4.0], cut=True)
    run(standing, ONE, [1.5, 3.0, 4.5], cut=True)
    run(standing, ONE, [2.0, 4.0], cut=True)
    points = curve(standing, ONE, SIZE)
    assert [point.done for point in points] == [1, 2, 3]
    assert points[1].band == quartiles([2.0, 3.0, 4.0])
    assert points[2].band == quartiles([3.0, 4.5, 4.5]), "the missing run is the slowest"


def test_a_part_that_one_of_the_runs_skips_has_no_point() -> None:
    standing = before(ONE)
    run(standing, ONE, [1.0, 2.0, 4.0], done=[1, 2, 4])
    run(standing, ONE, [1.0, 3.0, 4.0], done=[1, 3, 4])
    assert [point.done for point in curve(standing, ONE, SIZE)] == [1, 4]


def test_the_end_of_a_whole_curve_is_the_total() -> None:
    standing = before(ONE)
    for factor in (1.0, 1.5, 1.1, 1.2):
        run(standing, ONE, clock(lambda k, f=factor: f / k, 5000))
    points = curve(standing, ONE, SIZE, most=50)
    assert len(points) == 50
    assert [point.done for point in points[:3]] == [1, 2, 3]
    assert points[-1] == CurvePoint(5000, total(standing, ONE, SIZE))


def test_steps_are_the_time_a_part_and_leave_the_set_up_out() -> None:
    standing = before(ONE)
    for factor in (1.0, 2.0, 3.0):
        run(standing, ONE, clock(lambda k, f=factor: f * k, 4, start=100.0))
    points = steps(standing, ONE, SIZE)
    assert [(point.done, point.band.middle) for point in points] == [
        (2, pytest.approx(4.0)),
        (3, pytest.approx(6.0)),
        (4, pytest.approx(8.0)),
    ]


def test_a_slice_is_divided_by_its_parts() -> None:
    standing = before(ONE)
    run(standing, ONE, [1.0, 3.0, 9.0], done=[10, 20, 50])
    points = steps(standing, ONE, SIZE)
    assert [(point.done, point.band.middle) for point in points] == [(20, 0.2), (50, 0.2)]


def test_thinned_steps_are_means_over_their_windows() -> None:
    standing = before(ONE)
    run(standing, ONE, clock(lambda k: 1.0 + k % 2, 4096))
    points = steps(standing, ONE, SIZE, most=40)
    assert len(points) == 39
    assert points[-1].done == 4096
    assert points[-1].band.middle == pytest.approx(1.5, abs=0.01)


def test_steps_of_runs_that_were_cut_are_those_of_the_runs_that_got_there() -> None:
    standing = before(ONE)
    run(standing, ONE, [1.0, 2.0, 3.0], cut=True)
    run(standing, ONE, [2.0, 4.0, 6.0], cut=True)
    run(standing, ONE, [3.0], cut=True)
    assert [point.band.middle for point in steps(standing, ONE, SIZE)] == [1.5, 1.5]


@for_each("count", [1, 2, 3, 10, 399, 400, 401, 100_000])
def test_thinning_keeps_both_ends_and_the_early_ones(count: int) -> None:
    kept = thinned(range(1, count + 1), 400)
    assert len(kept) == min(count, 400)
    assert kept == sorted(set(kept))
    assert (kept[0], kept[-1]) == (1, count)
    assert kept[:20] == list(range(1, count + 1))[:20]


def points_of(seconds: list[float]) -> list[CurvePoint]:
    return [CurvePoint(k, quartiles([value])) for k, value in enumerate(seconds, 1)]


def test_a_cut_curve_is_extrapolated_at_the_rate_of_its_last_third() -> None:
    points = points_of(clock(lambda k: 5.0 if k < 20 else 2.0, 30))
    parts, seconds = extrapolated(points, 130) or (0, 0.0)
    assert parts == 130
    assert seconds == pytest.approx(points[-1].band.middle + 100 * 2.0)


@pytest.mark.parametrize(
    ("seconds", "parts"), [([], 10), ([1.0, 2.0], 10), ([1.0, 2.0, 3.0], 3)]
)
def test_nothing_is_extrapolated_from_too_little_or_to_where_it_is(
    seconds: list[float], parts: int
) -> None:
    assert extrapolated(points_of(seconds), parts) is None


def test_a_ratio_is_taken_within_each_repeat() -> None:
    standing = before("naive", ONE)
    for slow, fast in ((10.0, 1.0), (40.0, 2.0), (90.0, 3.0)):
        run(standing, "naive", [slow])
        run(standing, ONE, [fast])
    assert ratio(standing, "naive", ONE, SIZE) == quartiles([10.0, 20.0, 30.0])
    assert ratio(standing, ONE, ONE, SIZE) == Band(1.0, 1.0, 1.0)


def test_repeats_that_one_lane_did_not_end_have_no_ratio() -> None:
    standing = before("naive", ONE)
    for slow, fast, cut in ((10.0, 1.0, False), (40.0, 2.0, True), (90.0, 3.0, False)):
        run(standing, "naive", [slow], cut=cut)
        run(standing, ONE, [fast])
    assert ratio(standing, "naive", ONE, SIZE) == quartiles([10.0, 30.0])


def test_ratios_refer_to_linked_else_to_the_fastest_lane() -> None:
    standing = before("naive", "indexed", "linked")
    assert unit_of(standing, SIZE) == ""
    run(standing, "naive", [3.0])
    run(standing, "indexed", [2.0])
    run(standing, "linked", [1.0], cut=True)
    assert unit_of(standing, SIZE) == "indexed"
    for _ in range(2):
        run(standing, "linked", [9.0])
    assert unit_of(standing, SIZE) == "linked"


def test_the_peak_is_the_largest_of_all_runs() -> None:
    standing = before(ONE)
    for size in (5, 9, 7):
        run(standing, ONE, [1.0], peak_bytes=size)
    assert peak(standing, ONE, SIZE) == 9
