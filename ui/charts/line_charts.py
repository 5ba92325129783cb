"""Charts of lines over two axes: what their marks share, and names pushed apart at the ends.

Names and figures stand right of the plot; on narrow screens they lie over the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import altair as alt
import pandas as pd

from ui.charts.axes import NARROW, Scale, pixel_of, spread, value_at
from ui.charts.chart_style import Marks, Style, haloed

Properties: TypeAlias = Mapping[str, Any]  # of a mark, or its encodings
Rows: TypeAlias = Sequence[Mapping[str, Any]] | pd.DataFrame


def log_axis(
    field: str, title: str, ends: tuple[float, float], values: Iterable[float], **labels: Any
) -> alt.X:
    """A level axis in powers, with a mark at each of the ``values``."""
    low, high = ends
    return alt.X(
        field,
        type="quantitative",
        title=title,
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
        axis=alt.Axis(grid=False, values=list(values), **labels),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """A chart's axes, how it tells lines apart, and its pixels.

    ``field`` is on the upright axis, whose ``domain`` is ``height`` pixels high; labels are
    ``gap`` pixels apart.
    """

    x: alt.X
    y: alt.Y
    field: str
    domain: tuple[float, float]
    scale: Scale
    marks: Marks
    style: Style
    height: int
    gap: int

    @classmethod
    def of(
        cls,
        x: alt.X,
        field: str,
        title: str,
        domain: tuple[float, float],
        scale: Scale,
        axis: alt.Axis,
        *,
        marks: Marks,
        style: Style,
        height: int,
        gap: int,
        labels: int,
    ) -> Canvas:
        """One with room for so many ``labels``; ``height`` and ``gap`` are a small screen's."""
        y = alt.Y(
            field,
            type="quantitative",
            title=title,
            scale=alt.Scale(type=scale, domain=list(domain), nice=False),
            axis=axis,
        )
        return cls(
            x=x,
            y=y,
            field=field,
            domain=domain,
            scale=scale,
            marks=marks,
            style=style,
            height=max(style.high(height), style.px(gap) * (labels + 1)),
            gap=style.px(gap),
        )

    def drawn(
        self, rows: Rows, mark: str, of: Properties | None = None, **look: Any
    ) -> list[alt.Chart]:
        """A ``mark`` at the place of each row, in its line's color; nothing without a row.

        ``of`` are encodings beside those, or in place of them.
        """
        frame = pd.DataFrame(rows)
        if frame.empty:
            return []
        chart = getattr(alt.Chart(frame), f"mark_{mark}")(**look)
        at = {"x": self.x, "y": self.y, "color": self.marks.color}
        return [chart.encode(**at | dict(of or {}))]

    def bars(self, rows: Rows, mark: str = "rule", **look: Any) -> list[alt.Chart]:
        """From ``lower`` to ``upper``."""
        low = alt.Y("lower", type="quantitative")
        return self.drawn(rows, mark, {"y": low, "y2": "upper"}, **look)

    def words(self, rows: Rows, of: Properties | None = None, **look: Any) -> list[alt.Chart]:
        """Words at the place of each row, legible over lines."""
        frame = pd.DataFrame(rows)
        if frame.empty:
            return []
        at = {"x": self.x, "y": self.y}
        return haloed(alt.Chart(frame).encode(**at | dict(of or {})), self.style, **look)

    def layered(self, layers: Sequence[alt.Chart], **start: float) -> alt.LayerChart:
        """All of them; without one its empty axes, where the level one has its ``start``."""
        nothing = alt.Chart(pd.DataFrame([{**start, self.field: self.domain[1]}]))
        axes = nothing.mark_point(opacity=0).encode(x=self.x, y=self.y)
        return alt.LayerChart(layer=list(layers) or [axes], height=self.height)

    def end_labels(
        self,
        rows: Sequence[Mapping[str, Any]],
        *,
        hair: tuple[int, int],
        name: Properties,
        note: tuple[str, Properties],
        x: alt.X | None = None,
    ) -> list[alt.Chart]:
        """The ``title`` of each row and the column ``note``, moved apart.

        A hairline leads there from the line's end: over the pixels ``hair`` right of the plot,
        or from ``x`` within it.
        """
        if not rows:
            return []
        axis = self.domain, self.height, self.scale
        pixels = {str(k): pixel_of(row[self.field], *axis) for k, row in enumerate(rows)}
        moved = spread(pixels, self.gap, self.height)
        placed = [{**row, "at": value_at(moved[str(k)], *axis)} for k, row in enumerate(rows)]
        base = alt.Chart(pd.DataFrame(placed))
        start, end = (f"width + {self.style.px(pixel)}" for pixel in hair)
        line = base.mark_rule(color=self.style.border, strokeWidth=1).encode(
            x=alt.value({"expr": start}) if x is None else x,
            x2=alt.value(narrow(start, end)),
            y=self.y,
            y2="at",
        )
        edge = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
        column, plain = note
        bold = {"align": narrow("'right'", "'left'"), "fontWeight": 700, **name}
        color = self.marks.color
        return [
            line,
            *haloed(edge.encode(text=column), self.style, color=self.style.text, **plain),
            *haloed(edge.encode(text="title", color=color), self.style, **bold),
        ]


def narrow(then: object, otherwise: object) -> dict[str, str]:
    """Vega's expression for what depends on the room beside the plot."""
    return {"expr": f"{NARROW} ? {then} : {otherwise}"}
