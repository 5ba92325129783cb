"""What a growth chart draws, a lane each: points with quartiles, the fit, the theory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bpe_lab.measure.quartiles import Band
from bpe_lab.race.growth import FITTED_POINTS, Growth, growth_of
from bpe_lab.race.growth import Measure as Measured
from bpe_lab.race.standing import Standing
from bpe_lab.race.summary import steps, total
from bpe_lab.race.theory import Theory, theory

Against: TypeAlias = Literal["size", "merges"]
Measure: TypeAlias = Literal["time", "merging", "each", "operations"]

MEASURED: Mapping[tuple[Against, Measure], Measured] = {
    ("size", "time"): "total",
    ("size", "merging"): "merging",
    ("size", "operations"): "operations",
    ("merges", "merging"): "cumulative",
    ("merges", "each"): "per_part",
}


@dataclass(frozen=True, slots=True)
class LaneGrowth:
    """A lane's growth; ``bands`` are the quartiles of its points by x, where they are known."""

    growth: Growth
    theory: Theory | None
    bands: Mapping[float, Band]

    @property
    def lane(self) -> str:
        """Its name."""
        return self.growth.lane


def lane_growths(standing: Standing, against: Against, measure: Measure) -> list[LaneGrowth]:
    """The lanes that have points, in the plan's order."""
    wanted = MEASURED[against, measure]
    return [
        LaneGrowth(growth, theory(standing, growth), _bands(standing, growth))
        for growth in growth_of(standing)
        if growth.measure == wanted
    ]


def _bands(standing: Standing, growth: Growth) -> dict[float, Band]:
    if growth.measure == "total":
        bands = {x: total(standing, growth.lane, int(x)) for x, _ in growth.points}
        return {x: band for x, band in bands.items() if band}
    if growth.measure == "per_part":
        points = steps(standing, growth.lane, standing.sizes[-1], most=FITTED_POINTS)
        return {float(point.done): point.band for point in points}
    return {}
