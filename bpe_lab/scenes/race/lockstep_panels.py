"""The panels of a race: the same parts in every lane, the clock, the meters, the strips."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol

from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.model import BPEModel
from bpe_lab.measure.peers import Pair
from bpe_lab.race.figures import CurvePoint, curve, reached, total
from bpe_lab.race.plan import LANES, Work, pieces_of
from bpe_lab.race.standing import Item, Standing, Tally, agreement
from bpe_lab.scenes.drawn_tokens import Palette
from bpe_lab.scenes.lanes import duration
from bpe_lab.scenes.recording import Json, Text, TokenTable, text

EVERY = 100_000  # points: none left out
DRAWN = 160  # points of a line
# Row -> the operations that it sums up.
ROWS: Mapping[str, tuple[str, ...]] = {
    "pairs_scanned": ("pairs_scanned", "first_count"),
    "candidates": ("candidates_scanned",),
    "dict_updates": (
        *("pairs_scanned", "first_count", "first_index"),
        *("count_updates", "index_updates"),
    ),
    "words_rewritten": ("words_rewritten",),
    "positions_visited": ("positions_visited",),
    "link_writes": ("relinks",),
    "heap_pushes": ("initial_entries", "later_pushes"),
    "heap_pops": ("pops",),
    "stale_pops": ("stale_pops",),
    "peak_entries": ("peak_entries",),
    "tries": ("tries",),
    "cache": ("cache_look_ups",),
    "look_ups": ("look_ups",),
    "merges": ("merges",),
}
# What is said where a lane has none in the whole race.
WITHOUT: Mapping[str, str] = {
    "heap_pushes": "race.without.heap",
    "heap_pops": "race.without.heap",
    "stale_pops": "race.without.heap",
    "peak_entries": "race.without.heap",
    "positions_visited": "race.without.positions",
    "link_writes": "race.without.links",
}
NONE = "race.without.none"
LEGEND = [[0, "race.strips.left"], [1, "race.strips.read"], [2, "race.strips.changed"]]


class Parts(Protocol):
    """A row of results to draw in the middle of the lanes."""

    tokens: TokenTable

    def __len__(self) -> int: ...

    def drawn(self, number: int) -> Json:
        """Part ``number`` as a state of the widget ``versus``."""
        ...


@dataclass(slots=True)
class Merges:
    """The merges that a trainer made, as bytes; ``first_id`` is the id of merge 0."""

    pairs: Sequence[Pair]
    first_id: int
    tokens: TokenTable = field(default_factory=TokenTable)
    ids: dict[bytes, int] = field(init=False)

    def __post_init__(self) -> None:
        new = {left + right: self.first_id + k for k, (left, right) in enumerate(self.pairs)}
        self.ids = new | {bytes([value]): value for value in range(256)}

    def __len__(self) -> int:
        return len(self.pairs)

    def drawn(self, number: int) -> Json:
        """Left, right and the token that they became."""
        left, right = self.pairs[number]
        drawn = [
            self.tokens.index(self.ids[token], token) for token in (left, right, left + right)
        ]
        return {"tokens": drawn, "join": ["+", "→"]}


@dataclass(slots=True)
class EncodedParts:
    """Pre-tokens and the tokens that every encoder makes of them."""

    model: BPEModel
    pre_tokens: Sequence[bytes]
    tokens: TokenTable = field(init=False)
    palette: Palette = field(init=False)

    def __post_init__(self) -> None:
        self.palette = Palette(self.model)
        self.tokens = self.palette.tokens

    @classmethod
    def of(cls, model: BPEModel, text: str, most: int) -> EncodedParts:
        """The first ``most`` pre-tokens of a text."""
        return cls(model, pieces_of(text, model)[:most])

    def __len__(self) -> int:
        return len(self.pre_tokens)

    def drawn(self, number: int) -> Json:
        """The pre-token as text and its tokens."""
        data = self.pre_tokens[number]
        ids = [self.palette.token(token_id) for token_id in encode_pre_token(self.model, data)]
        return {
            "tokens": [self.palette.piece(data), *ids],
            "join": ["→", *[""] * (len(ids) - 1)],
        }


@dataclass(frozen=True, slots=True)
class Badge:
    """The verdict on ``drawn`` lanes, of which ``compared`` were held against each other.

    ``parted`` says from which part on a lane differs, 0 where only the whole is known to;
    ``unsteady`` are those of them of which only the runs differ among each other.
    """

    work: Work
    drawn: int
    compared: int
    parted: Mapping[str, int]
    unsteady: Collection[str] = ()

    @classmethod
    def of(cls, standing: Standing, size: int, drawn: Collection[str]) -> Badge:
        """The verdict of a heat on the lanes that are drawn."""
        compared = [lane for lane in agreement(standing, size).compared if lane.lane in drawn]
        parted = {
            lane.lane: lane.differs_at or 0
            for lane in compared
            if lane.differs_at is not None or not lane.same
        }
        unsteady = {
            each.lane for each in compared if not each.steady and each.differs_at is None
        }
        return cls(standing.plan.work, len(drawn), len(compared), parted, unsteady)

    def differing(self, done: int) -> str | None:
        """The first lane that has parted from the others after ``done`` parts."""
        return next((lane for lane, at in self.parted.items() if at < done), None)

    def parting(self, lane: str, name: Text) -> Text:
        """The sentence on a lane that has parted."""
        kind = "unsteady" if lane in self.unsteady else f"{self.work}_differs"
        return text(f"race.say.{kind}", lane={"text": name}, number=self.parted[lane] + 1)

    def state(self, done: int) -> Json:
        """What stands under the result of part ``done - 1``."""
        if lane := self.differing(done):
            kind = "unsteady" if lane in self.unsteady else f"{self.work}_differs"
            say = text(f"race.badge.{kind}", number=self.parted[lane] + 1)
            return {"say": say, "look": "differs"}
        if self.compared < 2:
            return {"say": text("race.badge.alone"), "look": ""}
        values: dict[str, Json] = {"last": done}
        key = "one" if done == 1 else "same"
        if self.compared < self.drawn:
            key, values = "some", values | {"compared": self.compared, "lanes": self.drawn}
        return {"say": text(f"race.badge.{self.work}_{key}", **values), "look": "same"}


@dataclass(frozen=True, slots=True)
class Clock:
    """Medians of the lanes that were timed; empty where none was."""

    curves: Mapping[str, list[CurvePoint]]
    pre_tokenized: Mapping[str, float]  # seconds
    cut: Mapping[str, float] = field(default_factory=dict)  # seconds at the end of cut lanes
    whole: Mapping[str, float] = field(default_factory=dict)  # seconds of all parts

    @classmethod
    def of(cls, standing: Standing, size: int) -> Clock:
        """The times of a heat."""
        curves = {lane: curve(standing, lane, size, most=EVERY) for lane in standing.lanes}
        ready = {
            name: [run.pre_tokenized / 1e9 for run in lane.runs_of(size) if run.pre_tokenized]
            for name, lane in standing.lanes.items()
        }
        return cls(
            {lane: points for lane, points in curves.items() if points},
            {lane: median(times) for lane, times in ready.items() if times},
            {
                lane: came[1]
                for lane in standing.lanes
                if (came := reached(standing, lane, size))
            },
            {
                lane: band.middle
                for lane in standing.lanes
                if (band := total(standing, lane, size))
            },
        )

    def say(self, lane: str, done: int) -> Text:
        """What the clock shows after ``done`` parts, and what all of them took."""
        seconds = self.at(lane, done)
        if seconds is None:
            return text(f"race.clock.{'cut' if lane in self.cut else 'untimed'}")
        key = "pre_tokens"
        if done:
            key = "so_far" if self.tells(lane, done) else "between"
        now = text(f"race.clock.{key}", time={"text": duration(seconds)})
        if lane not in self.whole:
            return now
        whole = {"text": duration(self.whole[lane])}
        return text("race.clock.of", now={"text": now}, whole=whole)

    def at(self, lane: str, done: int) -> float | None:
        """Seconds after ``done`` parts, on a straight line between two that the lane reports.

        After 0 parts, until the pre-tokens lay ready. None where the lane reports nothing on
        one of the two sides.
        """
        if done == 0:
            return self.pre_tokenized.get(lane)
        points = self.curves.get(lane, [])
        index = bisect_left(points, done, key=lambda point: point.done)
        if index == len(points):
            return None
        after = points[index]
        if after.done == done:
            return after.band.middle
        if index == 0:
            return None
        before = points[index - 1]
        share = (done - before.done) / (after.done - before.done)
        return before.band.middle + share * (after.band.middle - before.band.middle)

    def tells(self, lane: str, done: int) -> bool:
        """Whether the lane's runs have a stamp at this very part."""
        points = self.curves.get(lane, [])
        index = bisect_left(points, done, key=lambda point: point.done)
        return index < len(points) and points[index].done == done

    def leader(self, lanes: list[str], done: int) -> str | None:
        """The lane that has taken the least time for these parts; None unless all have it."""
        if not all(self.tells(lane, done) for lane in lanes):
            return None
        return min(lanes, key=lambda lane: self.at(lane, done) or math.inf)

    def widget(self, lanes: list[Json], parts: int, work: Work) -> Json:
        """Time so far by part, for all lanes that were timed; x counts from 1."""
        drawn = {
            lane["id"]: _thinned(points, parts)
            for lane in lanes
            if (points := self.curves.get(lane["id"]))
        }
        ends = [point.band for points in drawn.values() for point in points]
        return {
            "id": "series",
            "kind": "series",
            "title": "race.series.title",
            "lanes": [lane for lane in lanes if lane["id"] in drawn],
            "x": {"title": f"race.series.x_{work}", "first": 1, "last": max(2, parts)},
            "y": {
                "title": "race.series.y",
                "low": 10.0 ** math.floor(math.log10(min(band.lower for band in ends))),
                "high": 10.0 ** math.ceil(math.log10(max(band.upper for band in ends))),
            },
            "lines": {
                lane: {
                    "points": [_point(point) for point in points],
                    "end": self._end(lane, points[-1].band.middle),
                }
                for lane, points in drawn.items()
            },
        }

    def _end(self, lane: str, seconds: float) -> Text:
        """A whole run's time; that of a cut lane is none, and is named so."""
        if lane not in self.cut:
            return duration(seconds)
        return text("race.clock.cut_after", time={"text": duration(self.cut[lane])})

    def state(self, lanes: list[Json], done: int) -> Json:
        """The cursor after ``done`` parts; none before the first."""
        if not done:
            return {"aside": text("race.series.aside"), "values": {}}
        times = {lane["id"]: self.at(lane["id"], done) for lane in lanes}
        return {
            "aside": text("race.series.aside"),
            "at": done,
            "values": {lane: _rounded(time) for lane, time in times.items() if time},
        }


def _thinned(points: list[CurvePoint], parts: int) -> list[CurvePoint]:
    """At most ``DRAWN`` points within the walk, evenly, with the first and the last."""
    within = [point for point in points if point.done <= parts] or points[:1]
    if len(within) <= DRAWN:
        return within
    step = (len(within) - 1) / (DRAWN - 1)
    return [within[round(k * step)] for k in range(DRAWN)]


def _point(point: CurvePoint) -> list[float]:
    band = point.band
    return [point.done, *map(_rounded, (band.middle, band.lower, band.upper))]


def _rounded(seconds: float) -> float:
    return float(f"{seconds:.4g}")


def row_values(item: Item) -> dict[str, int]:
    """The rows of one part."""
    return {row: sum(item.get(name, 0) for name in names) for row, names in ROWS.items()}


def meters_widget(lanes: list[Json], tallies: Mapping[str, Tally], parts: int) -> Json:
    """The static description: the rows that any lane has, and the scale that holds them all."""
    seen = {lane: _most(tally.items[: parts + 1]) for lane, tally in tallies.items()}
    rows = [row for row in ROWS if any(most[row] for most in seen.values())]
    return {
        "id": "meters",
        "kind": "meters",
        "title": "race.meters.title",
        "lanes": lanes,
        "rows": [{"id": row, "title": f"race.row.{row}"} for row in rows],
        "most": max((most[row] for most in seen.values() for row in rows), default=1),
        "without": {
            row: {lane: WITHOUT.get(row, NONE) for lane in seen if not seen[lane][row]}
            for row in rows
        },
        "foot": text("race.meters.foot"),
    }


def meters_state(widget: Json, values: Mapping[str, Mapping[str, int]]) -> Json:
    """The rows of one part, for every lane: ``values[lane][row]``."""
    return {
        "values": {
            row["id"]: {lane: values[lane][row["id"]] for lane in values}
            for row in widget["rows"]
        }
    }


def _most(items: Iterable[Item]) -> dict[str, int]:
    most = dict.fromkeys(ROWS, 0)
    for item in items:
        for row, value in row_values(item).items():
            most[row] = max(most[row], value)
    return most


def strips_widget(
    lanes: list[Json], tallies: Mapping[str, Tally], laid_out: Mapping[str, list[int]]
) -> Json:
    """The static description: a strip as long as what the lane lays out.

    ``laid_out`` are the tokens of a lane's cells, where every byte has one.
    """
    return {
        "id": "strips",
        "kind": "strips",
        "title": "race.strips.title",
        "lanes": [
            {**lane, "cells": tallies[lane["id"]].cells}
            | ({"glyphs": laid_out[lane["id"]]} if lane["id"] in laid_out else {})
            for lane in lanes
        ],
        "legend": LEGEND,
    }


def strips_state(tallies: Mapping[str, Tally], part: int | None) -> Json:
    """The cells of part number ``part``; None: nothing is touched yet."""
    cells = {
        lane: "0" * tally.cells if part is None else tally.touched[part]
        for lane, tally in tallies.items()
    }
    says = {
        lane: text(f"race.strips.{LANES[lane].view}", size=tally.laid_out)
        for lane, tally in tallies.items()
    }
    return {"cells": cells, "says": says}
