"""Names and figures right of a plot, at the ends of its lines; on narrow screens over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from ui.charts.axes import NARROW, Scale, pixel_of, spread, value_at
from ui.charts.chart_style import Style, haloed


class Upright(NamedTuple):
    """The upright axis: its ends, its height in pixels, its scale."""

    domain: tuple[float, float]
    height: int
    scale: Scale


class Words(NamedTuple):
    """A column of the rows as text; ``mark`` are its properties and ``color`` its encoding."""

    column: str
    mark: dict[str, Any]
    color: alt.Color | None = None


def moved_apart(ends: Mapping[str, float], axis: Upright, gap: int) -> dict[str, float]:
    """The values at which labels stand, at least ``gap`` pixels from one to the next."""
    pixels = {name: pixel_of(value, *axis) for name, value in ends.items()}
    moved = spread(pixels, gap, axis.height)
    return {name: value_at(pixel, *axis) for name, pixel in moved.items()}


def end_labels(
    rows: list[dict[str, Any]],
    words: tuple[Words, ...],
    y: alt.Y,
    style: Style,
    *,
    hair: tuple[int, int],
    x: alt.X | None = None,
) -> list[alt.Chart]:
    """The words of each row at the height ``at``, with a hairline from the line's end.

    The hairline goes over the pixels ``hair`` right of the plot, or begins at ``x`` within.
    """
    base = alt.Chart(pd.DataFrame(rows))
    start, end = (f"width + {style.px(pixels)}" for pixels in hair)
    line = base.mark_rule(color=style.border, strokeWidth=1).encode(
        x=alt.value({"expr": start}) if x is None else x,
        x2=alt.value(narrow(start, end)),
        y=y,
        y2="at",
    )
    edge = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
    texts = []
    for column, mark, color in words:
        text = edge.encode(text=column)
        texts += haloed(text if color is None else text.encode(color=color), style, **mark)
    return [line, *texts]


def narrow(then: object, otherwise: object) -> dict[str, str]:
    """Vega's expression for what depends on the room beside the plot."""
    return {"expr": f"{NARROW} ? {then} : {otherwise}"}


NAME_ALIGN = narrow("'right'", "'left'")
