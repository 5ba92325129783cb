"""The curves that theory draws beside the measured growth, scaled to meet it in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

from bpe_core.registry import ENCODERS, TRAINERS
from bpe_lab.race.growth import Growth
from bpe_lab.race.ladder import LANES
from bpe_lab.race.standing import Standing

Law: TypeAlias = Literal["scans", "scans_every", "text", "list", "laid_out", "applied"]


@dataclass(frozen=True, slots=True)
class Theory:
    """``points`` (x, y) of a law.

    ``scans``: merges times the bytes laid out, since every merge goes through all distinct
    pre-tokens; ``scans_every``: through every occurrence, merges times the bytes of the text.
    ``text``: the bytes of the text, read once. ``list``: the same bytes, times the merges of
    the list, all of which are tried. ``laid_out``: the bytes laid out, set up once.
    ``applied``: the places at which pairs were merged, the only ones that are visited.
    """

    law: Law
    points: tuple[tuple[float, float], ...]


def theory(standing: Standing, growth: Growth) -> Theory | None:
    """The curve of the lane's law through the middle point of its growth.

    At the same x as the measured points. None for lanes whose inside is not known, and where
    what the law needs was not counted.
    """
    law = law_of(growth)
    if law is None or not growth.points:
        return None
    values = _CURVES[law](standing, growth)
    middle = len(growth.points) // 2
    if len(values) < len(growth.points) or not values[middle]:
        return None
    scale = growth.points[middle][1] / values[middle]
    points = zip(growth.points, values, strict=True)
    return Theory(law, tuple((x, value * scale) for (x, _), value in points))


def law_of(growth: Growth) -> Law | None:
    """Which law a lane's growth should follow; None where theory says nothing about it."""
    lane = LANES[growth.lane]
    if lane.work == "encode":
        encoder = ENCODERS.get(lane.algorithm)
        law: Law = "list" if encoder and encoder.tries_all else "text"
        return law if growth.measure == "total" else None
    trainer = TRAINERS.get(lane.algorithm)
    if trainer is None or not trainer.effort:
        return None
    if trainer.effort == "scans":
        return "scans_every" if lane.view == "every" else "scans"
    laws: Mapping[str, Law] = {"total": "text", "operations": "laid_out"}
    return laws.get(growth.measure, "applied")


def _scans(standing: Standing, growth: Growth) -> list[float]:
    """In the merges a straight line, the same for each; in the text as what is laid out."""
    if growth.over == "size":
        return _laid_out(standing, growth)
    return [1.0 if growth.measure == "per_part" else x for x, _ in growth.points]


def _text(standing: Standing, growth: Growth) -> list[float]:
    return [x for x, _ in growth.points]


def _laid_out(standing: Standing, growth: Growth) -> list[float]:
    """As counted; without counts, every occurrence is laid out as long as the text is."""
    tallies = standing.lanes[growth.lane].tallies
    laid = {size: tally.laid_out for size, tally in tallies.items() if tally.laid_out}
    if LANES[growth.lane].view == "every":
        laid = {int(x): int(x) for x, _ in growth.points}
    return [float(laid[int(x)]) for x, _ in growth.points if int(x) in laid]


def _applied(standing: Standing, growth: Growth) -> list[float]:
    """Places merged at after the first part, or a part between the points."""
    if growth.over == "size":
        sums = (applied(standing, int(x)) for x, _ in growth.points)
        return [float(sum(counts[1:])) for counts in sums if counts]
    reached = [0, *accumulate(applied(standing, standing.sizes[-1]))]
    if growth.measure == "cumulative":
        ends = [int(x) + growth.first for x, _ in growth.points]
        return [
            float(reached[end] - reached[growth.first]) for end in ends if end < len(reached)
        ]
    ends = [growth.first, *(int(x) for x, _ in growth.points)]
    return [(reached[b] - reached[a]) / (b - a) for a, b in pairwise(ends) if b < len(reached)]


def applied(standing: Standing, size: int) -> list[int]:
    """At how many places each merge was made, by the first lane that was counted to its end."""
    for lane in standing.lanes.values():
        tally = lane.tallies.get(size)
        if tally and not tally.cut:
            counts = [item.get("tokens_merged", 0) for item in tally.items[1:-1]]
            if any(counts):
                return counts
    return []


_CURVES: Mapping[Law, Callable[[Standing, Growth], list[float]]] = {
    "scans": _scans,
    "scans_every": _scans,
    "text": _text,
    "list": _text,
    "laid_out": _laid_out,
    "applied": _applied,
}
