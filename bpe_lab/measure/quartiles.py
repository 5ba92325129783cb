"""Several times as three figures."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Band(NamedTuple):
    """Lower quartile, median, upper quartile; seconds, or a ratio."""

    lower: float
    middle: float
    upper: float


def quartiles(values: Sequence[float]) -> Band:
    """Lower quartile, median, upper quartile.

    >>> quartiles([1.0, 2.0, 3.0, 4.0, 5.0])
    Band(lower=2.0, middle=3.0, upper=4.0)
    >>> quartiles([7.0])
    Band(lower=7.0, middle=7.0, upper=7.0)
    """
    if len(values) < 2:
        return Band(values[0], values[0], values[0])
    return Band(*statistics.quantiles(values, n=4, method="inclusive"))
