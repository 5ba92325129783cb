"""What all marks of a timing chart share: its axes, how a lane is drawn, places in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from bpe_lab.race.plan import Work
from bpe_lab.text import t
from ui.charts.axes import WHOLE, Scale, decades, rounded_up, seconds_axis
from ui.charts.chart_style import Marks, Style, lane_marks
from ui.race.timing_lines import Axis, Line

HEIGHT = 320
LABEL = 20  # pixels from one label at the lines' ends to the next


@dataclass(frozen=True, slots=True)
class View:
    """How the lines are to be drawn. ``parts`` is where x ends; ``budget`` in seconds."""

    parts: int
    axis: Axis
    scale: Scale
    work: Work
    budget: float
    repeats: int


@dataclass(frozen=True, slots=True)
class Canvas:
    """What all marks of the chart share: encodings of a place and of a lane, and the style."""

    x: alt.X
    y: alt.Y
    marks: Marks
    style: Style
    domain: tuple[float, float]
    height: int

    @property
    def at(self) -> dict[str, Any]:
        """The encodings that nearly every mark has."""
        return {"x": self.x, "y": self.y, "color": self.marks.color}


def canvas_of(lines: Sequence[Line], drawn: Sequence[Line], view: View, style: Style) -> Canvas:
    domain = _domain(drawn, view.scale)
    return Canvas(
        x=alt.X(
            "done",
            type="quantitative",
            title=t(f"timing.x_{view.work}"),
            scale=alt.Scale(domain=[0, view.parts], nice=False),
            axis=alt.Axis(grid=False, tickCount=6, labelExpr=WHOLE, tickMinStep=1),
        ),
        y=alt.Y(
            "median",
            type="quantitative",
            title=_y_title(
                view,
                live=any(line.under_way for line in drawn),
                sliced=view.axis == "each" and any(line.is_sliced for line in drawn),
            ),
            scale=alt.Scale(type=view.scale, domain=list(domain), nice=False),
            axis=seconds_axis(domain, view.scale, style),
        ),
        marks=lane_marks((line.lane for line in lines), style),
        style=style,
        domain=domain,
        height=max(style.high(HEIGHT), style.px(LABEL) * (len(drawn) + 1)),
    )


def _domain(lines: Sequence[Line], scale: Scale) -> tuple[float, float]:
    """Of the y axis. Of what lies above the medians only the ends' quartiles must be seen."""
    heights = [point.band.middle for line in lines for point in line.points]
    heights += [at for line in lines for _, at in line.under_way]
    heights += [line.to[1] for line in lines if line.to]
    heights += [line.last.band.upper for line in lines if line.last]
    return decades(heights) if scale == "log" else (0.0, rounded_up(max(heights, default=1.0)))


def _y_title(view: View, live: bool, sliced: bool) -> str:
    total = view.axis == "total"
    name = t("timing.y_total") if total else t(f"timing.y_each_{view.work}")
    parts = [f"{name} ({t(f'timing.scale_{view.scale}')})"]
    parts.append(t("timing.key" if view.repeats > 1 else "timing.key_one"))
    parts += [t("timing.slices")] if sliced else []
    return " · ".join([*parts, *([t("timing.live")] if live else [])])
