"""A chart with its finding and its footer: the unit that is shown and saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import streamlit as st

from bpe_lab.text import joined
from ui.charts.chart_style import FONT, Style
from ui.charts.measured_how import how_html
from ui.charts.plots import plotted
from ui.charts.specification import plot_of
from ui.page.markup import html_of


@dataclass(frozen=True, slots=True)
class Drawn:
    """``layers`` without type and background, ``footer`` sentences of plain text.

    ``still`` is the chart for a picture: in light colours, nothing that answers a pointer.
    ``described`` is the text alternative; ``name`` goes into file names.
    """

    name: str
    layers: alt.LayerChart
    still: alt.LayerChart
    style: Style
    finding: str
    details: str
    footer: Sequence[str]
    described: str

    @property
    def footer_text(self) -> str:
        """The footer in one piece."""
        return joined(self.footer)


def show_chart(drawn: Drawn, *, key: str) -> Drawn:
    """What is seen, the chart, how it was measured; a reader's names are plain text."""
    fitted = drawn.layers.properties(
        # The height is the plot's own: labels are set apart by its pixels.
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
        padding={"left": 0, "right": 0, "top": 4, "bottom": 4},
    )
    spec = plot_of(configured(fitted, drawn.style))
    with st.container(key=key, gap=None):
        st.html(html_of("charts", "seen", drawn.finding, drawn.details))
        plotted(spec, described=drawn.described, key=f"{drawn.name}_chart", theme=None)
        st.html(how_html(drawn.footer))
    return drawn


def configured(chart: Any, style: Style, *, background: str = "transparent") -> Any:
    """``chart`` with the page's type and hairlines; it needs no theme beside them."""
    small = style.px(12)
    return (
        chart.properties(background=background)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelFontSize=small,
            titleFontSize=style.px(12.6),
            titleFontWeight="normal",
            labelColor=style.muted,
            titleColor=style.muted,
            gridColor=style.border,
            domainColor=style.border,
            tickColor=style.border,
            labelPadding=style.px(6),
            titlePadding=style.px(8),
        )
        .configure_title(
            anchor="start",
            color=style.text,
            fontSize=style.px(18),
            fontWeight=600,
            subtitleColor=style.muted,
            subtitleFontSize=style.px(13),
            subtitlePadding=style.px(6),
            offset=style.px(14),
        )
    )
