"""The words of a timing chart: names at the lines' ends, and what the pointer tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from ui.charts.axes import NARROW, pixel_of, spread, value_at
from ui.charts.chart_style import haloed, lane_title
from ui.charts.numbers import time_text
from ui.race.timing_canvas import LABEL, Canvas, View
from ui.race.timing_frames import frame_of
from ui.race.timing_lines import Line
from ui.text import t

VALUES = 94  # right of the plot, where the column of values ends


def end_labels(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Name and total right of the plot, moved apart, with a hairline from the line's end."""
    ends = {line.lane: end for line in lines if (end := _end(line)) is not None}
    if not ends:
        return []
    px, place = canvas.style.px, (canvas.domain, canvas.height, view.scale)
    moved = spread(
        {lane: pixel_of(value, *place) for lane, value in ends.items()},
        px(LABEL),
        canvas.height,
    )
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "value": _end_text(line, view),
            "median": ends[line.lane],
            "at": value_at(moved[line.lane], *place),
        }
        for line in lines
        if line.lane in ends
    ]
    base = alt.Chart(pd.DataFrame(rows))
    hair = base.mark_rule(color=canvas.style.border, strokeWidth=1).encode(
        x=alt.value({"expr": f"width + {px(5)}"}),
        x2=alt.value({"expr": f"{NARROW} ? width + {px(5)} : width + {px(18)}"}),
        y=canvas.y,
        y2="at",
    )
    at = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
    above: dict[str, Any] = {"dy": {"expr": f"{NARROW} ? -{px(10)} : 0"}, "fontSize": px(14)}
    value = haloed(
        at.encode(text="value"),
        canvas.style,
        align="right",
        dx={"expr": f"{NARROW} ? -{px(10)} : {px(VALUES)}"},
        color=canvas.style.text,
        **above,
    )
    name = haloed(
        at.encode(text="title", color=canvas.color),
        canvas.style,
        align={"expr": f"{NARROW} ? 'right' : 'left'"},
        dx={"expr": f"{NARROW} ? -{px(VALUES - 4)} : {px(VALUES + 8)}"},
        fontWeight=700,
        **above,
    )
    return [hair, *value, *name]


def _end(line: Line) -> float | None:
    """The height at which a lane is named."""
    if line.to:
        return line.to[1]
    if line.last:
        return line.last.band.middle
    return line.under_way[-1][1] if line.under_way else None


def _end_text(line: Line, view: View) -> str:
    if line.to:
        return t("timing.about", seconds=time_text(line.to[1]))
    if line.cut or not line.last:
        return ""
    middle = line.end.middle if view.axis == "total" and line.end else line.typical
    return time_text(middle or line.last.band.middle)


def pointed_values(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """The numbers under the pointer."""
    data = frame_of(lines)
    if data.empty:
        return []
    nearest = alt.selection_point(
        name="pointed",
        nearest=True,
        on="pointerover",
        clear="pointerout",
        fields=["done", "lane"],
        empty=False,
    )
    told = [
        alt.Tooltip("title", title=t("timing.tip_lane")),
        alt.Tooltip("done_text", title=t(f"timing.x_{view.work}")),
        alt.Tooltip("median_text", title=t("timing.tip_median")),
    ]
    if view.repeats > 1:
        told.append(alt.Tooltip("quartiles_text", title=t("timing.tip_quartiles")))
    dots = alt.Chart(data).mark_circle(size=canvas.style.px(60))
    dots = dots.encode(
        **canvas.at,
        opacity=alt.condition(nearest, alt.value(1), alt.value(0)),
        tooltip=told,
    )
    return [dots.add_params(nearest)]
