"""A slope is found where there is one, with an error that says how well."""

from __future__ import annotations

import random
from math import exp, log

import numpy as np
import pytest

from bpe_core.race.fit import power_law


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
