"""The measured times behind a race's walk: medians over the runs, part by part."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from bpe_lab.race.plan import Work
from bpe_lab.race.standing import Standing
from bpe_lab.race.summary import CurvePoint, curve, reached, total
from bpe_lab.scenes.amounts import duration
from bpe_lab.scenes.recording import Json, Text, text

EVERY = 100_000  # points: none left out
DRAWN = 160  # points of a line


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
