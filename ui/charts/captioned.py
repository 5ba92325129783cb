"""A chart with its finding and its footer: the unit that is shown, and saved as one picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

import altair as alt
import streamlit as st
import vl_convert

from bpe_lab.text import joined, t
from bpe_lab.text.typography import wrapped
from ui.charts.chart_style import FONT, Style
from ui.charts.file_buttons import file_button
from ui.charts.numbers import how_html
from ui.charts.plots import plotted
from ui.charts.specification import plot_of
from ui.page.markup import html_of

WIDTH = 960  # pixels of the plot
SHARP = 2  # pixels of a PNG for one of the chart
_one_at_a_time = Lock()  # a picture takes about a second of a processor


@dataclass(frozen=True, slots=True)
class Drawn:
    """``layers`` without type and background, ``footer`` sentences of plain text.

    ``still`` is the chart for a picture: in light colors, nothing that answers a pointer.
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


def chart_files(drawn: Drawn) -> None:
    """Two buttons; a picture is made when its button is pressed."""
    for suffix, kind, make in (
        ("svg", "image/svg+xml", svg_of),
        ("png", "image/png", png_of),
    ):
        file_button(
            t(f"timing.file_{suffix}"),
            partial(make, drawn),
            f"bpe-lab-{drawn.name}.{suffix}",
            kind,
            key=f"{drawn.name}_{suffix}",
        )


def svg_of(drawn: Drawn) -> bytes:
    """The picture as SVG, in UTF-8; its fonts are the reader's own."""
    with _one_at_a_time:
        picture: str = vl_convert.vegalite_to_svg(picture_of(drawn), allowed_base_urls=[])
    return picture.encode()


def png_of(drawn: Drawn) -> bytes:
    """The picture as PNG, with this machine's fonts."""
    with _one_at_a_time:
        picture: bytes = vl_convert.vegalite_to_png(
            picture_of(drawn), scale=SHARP, allowed_base_urls=[]
        )
    return picture


def picture_of(drawn: Drawn) -> dict[str, Any]:
    """The specification of the whole picture, in light colors on white.

    It holds its data and asks for nothing.
    """
    look = drawn.style.on_paper
    wide = round(WIDTH * 1.2 / (0.55 * look.px(12)))  # columns of small type
    head = alt.TitleParams(
        wrapped(drawn.finding, round(wide * 0.7)), subtitle=wrapped(drawn.details, wide)
    )
    foot = alt.TitleParams(
        wrapped(drawn.footer_text, wide),
        orient="bottom",
        fontSize=look.px(12),
        fontWeight="normal",
        color=look.muted,
        lineHeight=look.px(17),
    )
    chart = alt.vconcat(
        drawn.still.properties(width=look.px(WIDTH), title=foot),
        title=head,
        padding=look.px(20),
    )
    whole: dict[str, Any] = json.loads(configured(chart, look, background=look.paper).to_json())
    return whole
