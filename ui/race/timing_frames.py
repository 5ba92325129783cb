"""The points of a timing chart's lines as a table for drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pandas as pd

from bpe_lab.race.summary import CurvePoint
from ui.charts.chart_style import lane_title
from ui.charts.numbers import time_text, whole_text
from ui.race.timing_lines import Line


def frame_of(lines: Iterable[Line]) -> pd.DataFrame:
    """A row a point, for marks and tooltips."""
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "done": point.done,
            "done_text": whole_text(point.done),
            "lower": point.band.lower,
            "median": point.band.middle,
            "upper": point.band.upper,
            "median_text": time_text(point.band.middle),
            "quartiles_text": _quartiles_text(point),
        }
        for line in lines
        for point in line.points
    ]
    return pd.DataFrame(rows)


def _quartiles_text(point: CurvePoint) -> str:
    """A dash where one run has told the point."""
    lower, _, upper = point.band
    if lower == upper and not point.bound:
        return "–"
    return f"{time_text(lower)} – {'≥ ' if point.bound else ''}{time_text(upper)}"


def steps_of(lines: Iterable[Line]) -> pd.DataFrame:
    """Their points, and where the first slice begins."""
    begun = [
        replace(line, points=(replace(line.points[0], done=line.first), *line.points))
        for line in lines
    ]
    return frame_of(begun)
