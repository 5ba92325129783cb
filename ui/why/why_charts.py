"""Four charts, two per screen, and their numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_lab.measure.record import csv_file
from bpe_lab.scenes.why import LANGUAGES, Curve, Reading
from bpe_lab.text import t
from ui.charts.axes import WHOLE
from ui.charts.chart_style import make_once, style
from ui.charts.file_buttons import csv_button
from ui.charts.plots import Plot, captioned
from ui.charts.specification import as_table, plot_of
from ui.page.elements import folded_away
from ui.page.markup import html_of
from ui.serving.store import shared_store

HEIGHT = 260
NAMED = 2048  # entries: where the curve of merges is named, close to the length in words
INK, VERMILION = "#6B7A90", "#D2601A"  # legible on both themes


class Finding(NamedTuple):
    """A chart and its finding, in the reader's language."""

    name: str
    title: str
    seen: str
    plot: Plot


def lengths_chart(reading: Reading, curve: Curve) -> Finding:
    """From bytes to words: the sequence gets shorter as the vocabulary grows."""
    words, entries = reading.words, len(reading.word_list)
    merges = min(NAMED - 256, curve.merges)
    vocabulary, tokens = 256 + merges, curve.lengths[merges][0]
    values = {
        "bytes": reading.size,
        "words": words,
        "entries": entries,
        "vocabulary": vocabulary,
        "tokens": tokens,
        "longer": f"{tokens / words - 1:.0%}",
    }
    points = pd.DataFrame(curve.points(), columns=["x", "y"])
    marks = pd.DataFrame(
        {
            "x": [256, vocabulary, entries],
            "y": [reading.size, tokens, words],
            "name": [t(f"why.lengths.{name}") for name in ("bytes", "tokens", "words")],
        }
    )
    x = _log("lengths", [256, 20_000], values=[256, 1000, 4000, 16_000])
    y = alt.Y("y", type="quantitative", title=t("why.lengths.y"), axis=_ticks())
    base, named = alt.Chart(points), alt.Chart(marks)
    tooltip = _tooltip("lengths")
    line = base.mark_line(strokeWidth=style().px(2), color=INK).encode(
        x=x, y=y, tooltip=tooltip
    )
    dots = named.mark_point(filled=True, size=style().px(70), opacity=1, color=INK)
    # The last point stands near the edge: on a phone its name would be cut beside it.
    beside, below = alt.Chart(marks[:-1]), alt.Chart(marks[-1:])
    names = [
        _words(beside, dx=9, dy=-9).encode(x=x, y=y, text="name"),
        _words(below, dx=0, dy=17, align="center").encode(x=x, y=y, text="name"),
    ]
    shapes = alt.Scale(range=["circle", "diamond", "square"])
    chart = alt.layer(
        line,
        dots.encode(
            x=x,
            y=y,
            shape=alt.Shape("name", legend=None, sort=list(marks["name"]), scale=shapes),
            tooltip=[alt.Tooltip("name", title=" "), *tooltip],
        ),
        *names,
    )
    footer = {"size": reading.size, "merges": curve.merges}
    return _finding("lengths", chart, values, footer)


def growth_chart(reading: Reading) -> Finding:
    """The word list's entries against the words read."""
    half = next(list_size for read, list_size in reading.growth if 2 * read >= reading.words)
    entries = len(reading.word_list)
    values = {
        "words": reading.words,
        "entries": entries,
        "half": half,
        "more": entries - half,
    }
    x = alt.X("x", type="quantitative", title=t("why.growth.x"), axis=_ticks())
    y = alt.Y("y", type="quantitative", title=t("why.growth.y"), axis=_ticks())
    data = pd.DataFrame(reading.growth, columns=["x", "y"])
    line = alt.Chart(data).mark_line(strokeWidth=style().px(2), color=INK)
    chart = line.encode(x=x, y=y, tooltip=_tooltip("growth"))
    return _finding("growth", chart, values, {"size": reading.size, "words": reading.words})


def held_out_chart(reading: Reading) -> Finding:
    """The share of new words that are missing in lists of several sizes."""
    shares = [(size, unknown / reading.held_out_words) for size, unknown in reading.unknown]
    (smallest, first), (entries, share) = shares[0], shares[-1]
    values = {
        "held_out": reading.held_out,
        "smallest": smallest,
        "first": f"{first:.0%}",
        "entries": entries,
        "share": f"{share:.1%}",
    }
    x = _log("held_out", [100, 20_000], values=[128, 512, 2048, 8192])
    axis = alt.Axis(format=".0%", tickCount=5)
    y = alt.Y("y", type="quantitative", title=t("why.held_out.y"), axis=axis)
    data = pd.DataFrame(shares, columns=["x", "y"])
    point = {"filled": True, "size": style().px(50), "color": INK}
    line = alt.Chart(data).mark_line(strokeWidth=style().px(2), color=INK, point=point)
    tooltip = _tooltip("held_out", y_format=".1%")
    footer = {
        "size": reading.size,
        "held_out": reading.held_out,
        "words": reading.held_out_words,
    }
    return _finding("held_out", line.encode(x=x, y=y, tooltip=tooltip), values, footer)


def languages_chart(curve: Curve) -> Finding:
    """The same story in two languages, trained on together."""
    merges = min(100, curve.merges)
    (english, chinese), (english_bytes, chinese_bytes) = curve.lengths[merges], curve.sizes
    values = {
        "merges": merges,
        "english": english,
        "chinese": chinese,
        "english_bytes": english_bytes,
        "chinese_bytes": chinese_bytes,
        "english_characters": curve.characters[0],
        "chinese_characters": curve.characters[1],
    }
    names = [t(f"why.languages.{name}") for name in LANGUAGES]
    rows = [
        (256 + k, tokens, name)
        for k, lengths in enumerate(curve.lengths)
        for tokens, name in zip(lengths, names, strict=True)
    ]
    data = pd.DataFrame(rows, columns=["x", "y", "name"])
    base = alt.Chart(data)
    x = alt.X(
        "x",
        type="quantitative",
        title=t("why.languages.x"),
        scale=alt.Scale(domain=[256, 256 + round(1.15 * curve.merges)], nice=False),
        axis=alt.Axis(values=[256, *range(300, 256 + curve.merges, 50)], grid=False),
    )
    y = alt.Y("y", type="quantitative", title=t("why.languages.y"), axis=_ticks())
    color = alt.Color("name", legend=None, sort=names, scale=alt.Scale(range=[INK, VERMILION]))
    dash = alt.StrokeDash(
        "name", legend=None, sort=names, scale=alt.Scale(range=[[1, 0], [6, 3]])
    )
    line = base.mark_line(strokeWidth=style().px(2), interpolate="step-after").encode(
        x=x,
        y=y,
        color=color,
        strokeDash=dash,
        tooltip=[alt.Tooltip("name", title=" "), *_tooltip("languages")],
    )
    ends = alt.Chart(data[data["x"] == data["x"].max()])
    label = _words(ends, dx=7, dy=0).encode(x=x, y=y, text="name")
    at_the_end = dict(zip(("english", "chinese"), curve.lengths[-1], strict=True))
    footer = {**values, "merges": curve.merges}
    return _finding(
        "languages", alt.layer(line, label), values, footer, alt_text={**values, **at_the_end}
    )


def _finding(
    name: str,
    chart: alt.Chart | alt.LayerChart | alt.FacetChart,
    values: Mapping[str, object],
    footer: Mapping[str, object],
    alt_text: Mapping[str, object] | None = None,
) -> Finding:
    look = style()
    sized = chart.properties(height=look.high(HEIGHT), background="transparent").configure_axis(
        labelFontSize=look.px(12), titleFontSize=look.px(12.6), titleFontWeight="normal"
    )
    plot = Plot(
        plot_of(sized),
        t(f"why.{name}.alt", **(alt_text or values)),
        t(f"why.{name}.footer", **footer),
    )
    return Finding(name, t(f"why.{name}.title"), t(f"why.{name}.seen", **values), plot)


def draw_finding(finding: Finding) -> None:
    """The finding, the chart, how it was measured."""
    with st.container(key=f"chart_{finding.name}"):
        st.html(html_of("why", "finding", finding.title, finding.seen))
        captioned(finding.plot)


def _log(name: str, domain: list[int], *, values: list[int]) -> alt.X:
    scale = alt.Scale(type="log", domain=domain, nice=False)
    axis = alt.Axis(values=values, labelExpr=WHOLE, grid=False)
    return alt.X("x", type="quantitative", title=t(f"why.{name}.x"), scale=scale, axis=axis)


def _ticks() -> alt.Axis:
    return alt.Axis(tickCount=5, labelExpr=WHOLE)


def _tooltip(name: str, *, y_format: str = ",d") -> list[alt.Tooltip]:
    return [
        alt.Tooltip("x", type="quantitative", title=t(f"why.{name}.x"), format=",d"),
        alt.Tooltip("y", type="quantitative", title=t(f"why.{name}.y"), format=y_format),
    ]


def _words(
    chart: alt.Chart, *, dx: int, dy: int, align: Literal["left", "center"] = "left"
) -> alt.Chart:
    """Labels in the chart, in the page's gray."""
    look = style()
    text: alt.Chart = chart.mark_text(
        align=align, dx=look.px(dx), dy=look.px(dy), fontSize=look.px(13), color=look.muted
    )
    return text


def numbers(reading: Reading, curve: Curve, stories: Curve) -> pd.DataFrame:
    """Every point of every chart as a count, under the catalogue's names."""
    rows = [("lengths", "tokens", x, y) for x, y in curve.points()]
    rows += [("lengths", "bytes", 256, reading.size)]
    rows += [("lengths", "words", len(reading.word_list), reading.words)]
    rows += [("growth", "y", x, y) for x, y in reading.growth]
    rows += [("held_out", "y", x, y) for x, y in reading.unknown]
    rows += [
        ("languages", name, 256 + merges, lengths[part])
        for part, name in enumerate(LANGUAGES)
        for merges, lengths in enumerate(stories.lengths)
    ]
    return pd.DataFrame(rows, columns=["chart", "series", "x", "y"])


def number_table(frame: pd.DataFrame) -> pa.Table:
    """The same in the reader's language."""
    series = [
        f"why.{name}.{line}" for name, line in zip(frame.chart, frame.series, strict=True)
    ]
    translated = frame.assign(
        chart=[t(f"why.{name}.title") for name in frame.chart], series=list(map(t, series))
    )
    translated.columns = [t(f"why.table.{name}") for name in frame.columns]
    return as_table(translated)


def numbers_csv(frame: pd.DataFrame) -> bytes:
    """The numbers for spreadsheets; what was not measured is empty."""
    cells = frame.astype(object).where(frame.notna(), None)
    return csv_file(list(cells.columns), cells.itertuples(index=False))


def number_list(rows: Callable[[], pa.Table], csv: Callable[[], bytes]) -> None:
    """The numbers, folded away, and as a file."""

    def unfolded() -> None:
        st.dataframe(rows(), hide_index=True, height=320)
        csv_button(t("why.table.download"), csv, "subwords.csv")

    with st.container(key="after"):
        folded_away(t("why.table.title"), unfolded, key="number_list")


def charts(reading: Reading, curve: Curve, languages: Curve) -> None:
    """Drawn from what is measured; each is made once for all readers."""
    store = shared_store()

    def chart(of: object, name: str, make: Callable[[], Finding]) -> None:
        draw_finding(make_once(store, of, name, make))

    with st.container(key="screen_first", gap=None):
        st.html(html_of("why", "measured_title"))
        left, right = st.columns(2, gap="large")
        with left:
            chart(curve, "lengths", lambda: lengths_chart(reading, curve))
        with right:
            chart(languages, "languages", lambda: languages_chart(languages))
    with st.container(key="screen_second", gap=None):
        left, right = st.columns(2, gap="large")
        with left:
            chart(reading, "growth", lambda: growth_chart(reading))
        with right:
            chart(reading, "held out", lambda: held_out_chart(reading))

    def frame() -> pd.DataFrame:
        return numbers(reading, curve, languages)

    def rows() -> pa.Table:
        return make_once(store, curve, "numbers", lambda: number_table(frame()))

    number_list(rows, lambda: numbers_csv(frame()))
