"""Straight lines through measurements on log axes: a slope with its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt


@dataclass(frozen=True, slots=True)
class Fit:
    """``y = constant * x ** slope``; ``error`` is the standard error of the slope."""

    slope: float
    error: float
    constant: float
    points: int

    def at(self, x: float) -> float:
        """The value on the line.

        >>> Fit(slope=2.0, error=0.0, constant=3.0, points=3).at(10)
        300.0
        """
        return float(self.constant * x**self.slope)


def power_law(xs: Sequence[float], ys: Sequence[float]) -> Fit | None:
    """The line of least squares through the logarithms of the points with both above 0.

    None for fewer than 3 such points, or where all have the same x. The error takes the points
    to be independent of each other; those of a cumulative curve are not, and theirs is larger.

    >>> line = power_law([1, 10, 100, 1000], [5, 40, 600, 5000])
    >>> f"{line.slope:.2f} ± {line.error:.2f}"
    '1.02 ± 0.04'
    """
    points = [(log(x), log(y)) for x, y in zip(xs, ys, strict=True) if x > 0 and y > 0]
    count = len(points)
    if count < 3:
        return None
    x_mean = sum(x for x, _ in points) / count
    y_mean = sum(y for _, y in points) / count
    spread = sum((x - x_mean) ** 2 for x, _ in points)
    if spread == 0:
        return None
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / spread
    above = y_mean - slope * x_mean
    missed = sum((y - above - slope * x) ** 2 for x, y in points)
    error = sqrt(missed / (count - 2) / spread)
    return Fit(slope, error, exp(above), count)
