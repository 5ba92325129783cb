"""The words of a timing chart: names at the lines' ends, and what the pointer tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from bpe_lab.text import t
from ui.charts.chart_style import lane_title
from ui.charts.end_labels import Ends, end_labels, narrow
from ui.charts.numbers import time_text
from ui.race.timing_canvas import LABEL, Canvas, View
from ui.race.timing_frames import frame_of
from ui.race.timing_lines import Line

VALUES = 94  # right of the plot, where the column of values ends


def named_ends(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Name and total right of the plot."""
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "value": _end_text(line, view),
            "median": end,
        }
        for line in lines
        if (end := _end(line)) is not None
    ]
    if not rows:
        return []
    px = canvas.style.px
    above: dict[str, Any] = {"dy": narrow(-px(10), 0), "fontSize": px(14)}
    return end_labels(
        rows,
        Ends("median", canvas.y, canvas.domain, canvas.height, view.scale),
        canvas.style,
        gap=LABEL,
        hair=(5, 18),
        name={"dx": narrow(-px(VALUES - 4), px(VALUES + 8)), **above},
        note=("value", {"align": "right", "dx": narrow(-px(10), px(VALUES)), **above}),
        color=canvas.marks.color,
    )


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
    tips = [
        alt.Tooltip("title", title=t("timing.tip_lane")),
        alt.Tooltip("done_text", title=t(f"timing.x_{view.work}")),
        alt.Tooltip("median_text", title=t("timing.tip_median")),
    ]
    if view.repeats > 1:
        tips.append(alt.Tooltip("quartiles_text", title=t("timing.tip_quartiles")))
    dots = alt.Chart(data).mark_circle(size=canvas.style.px(60))
    dots = dots.encode(
        **canvas.at,
        opacity=alt.condition(nearest, alt.value(1), alt.value(0)),
        tooltip=tips,
    )
    return [dots.add_params(nearest)]
