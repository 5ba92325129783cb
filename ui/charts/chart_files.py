"""A chart to take away: finding, chart and footer in one picture, as SVG or PNG."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from threading import Lock
from typing import Any

import altair as alt
import vl_convert

from bpe_lab.text import t
from ui.charts.captioned import Drawn, configured
from ui.charts.file_buttons import file_button

WIDTH = 960  # pixels of the plot
SHARP = 2  # pixels of a PNG for one of the chart
_one_at_a_time = Lock()  # a picture takes about a second of a processor


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
    """The specification of the whole picture, in light colours on white.

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


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most ``columns``; a Chinese character is two wide and may end a line.

    >>> wrapped("one two three", 8), wrapped("一二三四", 4)
    (['one two', 'three'], ['一二', '三四'])
    """
    lines, line, width = [], "", 0
    for word in _words(text):
        wide = _columns(word.rstrip())
        if line and width + wide > columns:
            lines.append(line.rstrip())
            line, width = "", 0
        line += word
        width += _columns(word)
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str) -> Iterator[str]:
    """Words with the space behind them, wide characters one by one."""
    word = ""
    for character in text:
        if _columns(character) == 2 and character not in "，。；：（）":
            if word:
                yield word
            word = character
            continue
        word += character
        if character == " ":
            yield word
            word = ""
    if word:
        yield word


def _columns(text: str) -> int:
    return sum(2 if ord(character) > 0x2E7F else 1 for character in text)
