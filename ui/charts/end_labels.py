"""Names and figures right of a plot, at the ends of its lines; on narrow screens over them."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import altair as alt
import pandas as pd

from ui.charts.axes import NARROW, Scale, pixel_of, spread, value_at
from ui.charts.chart_style import Style, haloed

Properties: TypeAlias = dict[str, Any]  # of a mark


class Ends(NamedTuple):
    """Where lines end: at the values of ``field`` on ``y``, an axis of ``height`` pixels."""

    field: str
    y: alt.Y
    domain: tuple[float, float]
    height: int
    scale: Scale


def end_labels(
    rows: list[dict[str, Any]],
    ends: Ends,
    style: Style,
    *,
    gap: int,
    hair: tuple[int, int],
    name: Properties,
    note: tuple[str, Properties],
    color: alt.Color,
    x: alt.X | None = None,
) -> list[alt.Chart]:
    """The ``title`` of each row and the column ``note``, ``gap`` pixels apart or more.

    A hairline leads there from the line's end: over the pixels ``hair`` right of the plot, or
    from ``x`` within it.
    """
    axis = ends.domain, ends.height, ends.scale
    pixels = {str(k): pixel_of(row[ends.field], *axis) for k, row in enumerate(rows)}
    moved = spread(pixels, style.px(gap), ends.height)
    placed = [row | {"at": value_at(moved[str(k)], *axis)} for k, row in enumerate(rows)]
    base = alt.Chart(pd.DataFrame(placed))
    start, end = (f"width + {style.px(pixel)}" for pixel in hair)
    line = base.mark_rule(color=style.border, strokeWidth=1).encode(
        x=alt.value({"expr": start}) if x is None else x,
        x2=alt.value(narrow(start, end)),
        y=ends.y,
        y2="at",
    )
    edge = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
    column, plain = note
    bold: Properties = {"align": narrow("'right'", "'left'"), "fontWeight": 700, **name}
    return [
        line,
        *haloed(edge.encode(text=column), style, color=style.text, **plain),
        *haloed(edge.encode(text="title", color=color), style, **bold),
    ]


def narrow(then: object, otherwise: object) -> dict[str, str]:
    """Vega's expression for what depends on the room beside the plot."""
    return {"expr": f"{NARROW} ? {then} : {otherwise}"}
