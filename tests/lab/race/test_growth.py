"""Growth is read off the heats, and the theory's curve follows the law of the lane."""

from __future__ import annotations

import random
from math import exp, log

import numpy as np
import pytest

from bpe_lab.race.growth import Growth, growth_of, power_law, theory
from bpe_lab.race.standing import Standing
from tests.lab.race.standings import before, clock, run, tally

SIZES = (1000, 2000, 4000, 8000)
MERGES = 100


def raced() -> Standing:
    """Naive takes a microsecond a merge and byte; linked one a byte and one a place."""
    standing = before("naive_every", "linked", sizes=SIZES)
    for size in SIZES:
        for noise in (1.0, 1.1, 1.2):
            every = clock(lambda k, s=size, n=noise: 1e-6 * s * n, MERGES)
            run(standing, "naive_every", every, size=size)
            each = clock(lambda k, n=noise: n * 1e-6 * places(k), MERGES, start=1e-6 * size)
            run(standing, "linked", each, size=size)
        tally(standing, "naive_every", [{}, *[{"pairs_scanned": size}] * MERGES, {}], size=size)
        visited = [{"tokens_merged": places(k), "stale_pops": 9} for k in range(1, MERGES + 1)]
        tally(standing, "linked", [{"initial_entries": size}, *visited, {}], size=size)
    return standing


def places(merge: int) -> int:
    return 1000 // merge


def by_measure(standing: Standing, lane: str) -> dict[str, Growth]:
    return {growth.measure: growth for growth in growth_of(standing) if growth.lane == lane}


def test_naive_is_linear_in_the_text_and_in_the_merges() -> None:
    naive = by_measure(raced(), "naive_every")
    slopes = {name: growth.fit.slope for name, growth in naive.items() if growth.fit}
    assert slopes == {
        "total": pytest.approx(1.0),
        "merging": pytest.approx(1.0),
        "operations": pytest.approx(1.0),
        "cumulative": pytest.approx(1.0),
        "per_part": pytest.approx(0.0, abs=1e-6),
    }
    assert naive["operations"].points[0] == (1000, 1000 * MERGES)


def test_merging_alone_leaves_the_set_up_out() -> None:
    linked = by_measure(raced(), "linked")
    fit = linked["merging"].fit
    assert fit is not None
    assert fit.slope == pytest.approx(0.0, abs=1e-6)
    own = sum(places(k) for k in range(2, MERGES + 1))
    assert linked["merging"].points[0] == (1000, pytest.approx(1.1e-6 * own, rel=1e-3))


def test_a_lane_that_tells_slices_has_no_time_of_merging_alone() -> None:
    standing = before("compiled", sizes=SIZES)
    for size in SIZES:
        for first in (1, 2):
            run(standing, "compiled", [1.0, 2.0, 4.0], done=[first, 10, 40], size=size)
    assert set(by_measure(standing, "compiled")) == {"total", "cumulative", "per_part"}


def test_levels_and_parts_of_other_counts_are_no_operations() -> None:
    linked = by_measure(raced(), "linked")
    visited = sum(places(k) for k in range(1, MERGES + 1))
    assert linked["operations"].points[0] == (1000, 1000 + visited)


def test_sizes_at_which_a_lane_was_cut_are_left_out() -> None:
    standing = before("naive", sizes=SIZES)
    for size in SIZES:
        run(standing, "naive", [1.0, 2.0], size=size, cut=size == SIZES[-1])
    totals = by_measure(standing, "naive")["total"]
    assert [x for x, _ in totals.points] == list(SIZES[:-1])
    assert totals.fit is not None
    assert by_measure(standing, "naive")["cumulative"].points == ((1, 1.0),)


def test_sizes_that_ran_out_of_pairs_are_left_out() -> None:
    standing = before("naive", sizes=SIZES)
    for size, parts in zip(SIZES, (2, 4, 4, 4), strict=True):
        run(standing, "naive", clock(lambda k: 1.0, parts), size=size)
        tally(standing, "naive", [{"pairs_scanned": 1}] * (parts + 2), size=size)
    growth = by_measure(standing, "naive")
    assert [x for x, _ in growth["total"].points] == list(SIZES[1:])
    assert [x for x, _ in growth["operations"].points] == list(SIZES[1:])


def test_a_lane_that_tells_its_end_only_has_a_total_only() -> None:
    standing = before("rustbpe", sizes=SIZES)
    for size in SIZES:
        run(standing, "rustbpe", [size / 1e6], done=[4], size=size)
    assert set(by_measure(standing, "rustbpe")) == {"total"}


def test_encoders_do_more_parts_in_longer_texts() -> None:
    standing = before("merge_list", sizes=SIZES, work="encode")
    for size in SIZES:
        run(standing, "merge_list", clock(lambda k: 1e-3, size // 100), size=size)
    total = by_measure(standing, "merge_list")["total"]
    assert [x for x, _ in total.points] == list(SIZES)
    curve = theory(standing, total)
    assert curve is not None
    assert curve.law == "list"


def test_nothing_run_grows_not() -> None:
    assert growth_of(before("naive", "linked", sizes=SIZES)) == []


@pytest.mark.parametrize(
    ("lane", "laws"),
    [
        ("naive_every", ["scans_every"] * 5),
        ("linked", ["text", "applied", "laid_out", "applied", "applied"]),
    ],
)
def test_the_law_of_a_lane_meets_its_growth_in_the_middle(lane: str, laws: list[str]) -> None:
    standing = raced()
    measures = by_measure(standing, lane).values()
    curves = [theory(standing, growth) for growth in measures]
    assert [curve.law for curve in curves if curve] == laws
    for growth, curve in zip(measures, curves, strict=True):
        assert curve is not None
        middle = len(growth.points) // 2
        assert curve.points[middle] == pytest.approx(growth.points[middle])
        assert [x for x, _ in curve.points] == [x for x, _ in growth.points]


def test_time_that_follows_its_law_lies_on_the_curve() -> None:
    standing = raced()
    for lane, measure in (
        *(("naive_every", name) for name in ("total", "cumulative", "per_part")),
        *(("linked", name) for name in ("merging", "cumulative", "per_part")),
    ):
        growth = by_measure(standing, lane)[measure]
        curve = theory(standing, growth)
        assert curve is not None
        expected = [pytest.approx(y, rel=1e-2) for _, y in growth.points]
        assert [y for _, y in curve.points] == expected, (lane, measure)


def test_lanes_that_nobody_can_look_into_have_no_law() -> None:
    standing = before("sentencepiece", sizes=SIZES)
    for size in SIZES:
        run(standing, "sentencepiece", [1.0], size=size)
    (growth,) = growth_of(standing)
    assert theory(standing, growth) is None


def test_a_law_that_needs_counts_is_not_drawn_without_them() -> None:
    standing = before("linked", sizes=SIZES)
    for size in SIZES:
        run(standing, "linked", clock(lambda k: 1.0, 5), size=size)
    linked = by_measure(standing, "linked")
    assert theory(standing, linked["cumulative"]) is None
    assert theory(standing, linked["total"]) is not None


# --- A slope is found where there is one, with an error that says how well


@pytest.mark.parametrize("slope", [-1.0, 0.0, 0.5, 1.0, 2.0])
def test_an_exact_law_is_found_without_error(slope: float) -> None:
    xs = [10.0, 30.0, 100.0, 1000.0]
    fit = power_law(xs, [7.0 * x**slope for x in xs])
    assert fit is not None
    assert fit.slope == pytest.approx(slope, abs=1e-12)
    assert fit.error == pytest.approx(0, abs=1e-7)
    assert fit.constant == pytest.approx(7.0)
    assert fit.at(50.0) == pytest.approx(7.0 * 50.0**slope)
    assert fit.points == 4


def noisy(seed: int, count: int = 40) -> tuple[list[float], list[float]]:
    noise = random.Random(seed)
    xs = [exp(noise.uniform(0, 8)) for _ in range(count)]
    return xs, [3 * x**1.5 * exp(noise.gauss(0, 0.3)) for x in xs]


def test_slope_and_error_are_those_of_numpy() -> None:
    xs, ys = noisy(0)
    fit = power_law(xs, ys)
    (slope, above), covariance = np.polyfit(np.log(xs), np.log(ys), 1, cov=True)
    assert fit is not None
    assert fit.slope == pytest.approx(slope)
    assert fit.error == pytest.approx(covariance[0, 0] ** 0.5)
    assert log(fit.constant) == pytest.approx(above)


def test_the_true_slope_lies_within_two_errors_about_as_often_as_it_should() -> None:
    fits = [power_law(*noisy(seed)) for seed in range(300)]
    near = sum(fit is not None and abs(fit.slope - 1.5) < 2 * fit.error for fit in fits)
    assert 0.90 < near / len(fits) < 0.99


@pytest.mark.parametrize(
    ("xs", "ys"),
    [
        ([], []),
        ([1.0, 2.0], [1.0, 2.0]),
        ([5.0, 5.0, 5.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0, 3.0], [1.0, 0.0, 2.0]),
        ([0.0, 2.0, 3.0], [1.0, 1.0, 2.0]),
    ],
)
def test_too_few_points_have_no_slope(xs: list[float], ys: list[float]) -> None:
    assert power_law(xs, ys) is None
