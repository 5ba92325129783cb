"""Two charts of a table, compression and time against the vocabulary size; the files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import altair as alt
import streamlit as st

from bpe_lab.compare.comparison import CompareStanding, CompareTask
from bpe_lab.compare.ideals import same_source
from bpe_lab.compare.kept import record_of, table_csv
from bpe_lab.text import joined, t
from ui.charts.axes import WHOLE, Scale, decades, on_top, seconds_axis
from ui.charts.captioned import Drawn, chart_files, show_chart
from ui.charts.chart_style import Style, style
from ui.charts.file_buttons import data_files
from ui.charts.line_charts import Canvas, log_axis, narrow
from ui.charts.numbers import time_text, times_text, whole_text
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Comparing
from ui.compare.compare_results import STAR, footer_text, is_lossy, system_marks, system_title

HEIGHT, LABEL, VALUES = 260, 22, 76
NAMES = ("bpe-lab-compare.csv", "bpe-lab-compare.json")


class Line(NamedTuple):
    """A system's points: vocabulary size and figure, ascending; ``title`` is its name."""

    system: str
    points: tuple[tuple[int, float], ...]
    title: str


class Axis(NamedTuple):
    """The upright axis: its ends, its scale, its labels, and how a value of it reads."""

    domain: tuple[float, float]
    scale: Scale
    labels: alt.Axis | None
    value_text: Callable[[float], str]


def size_layers(
    lines: Sequence[Line], axis: Axis, title: str, style: Style, *, pointed: bool
) -> alt.LayerChart:
    """The chart, without type and background."""
    canvas = Canvas.of(
        *(_x(lines), "value", title, axis.domain, axis.scale),
        axis.labels or alt.Axis(tickCount=5, **on_top(style)),
        marks=system_marks((line.system for line in lines), style),
        style=style,
        height=HEIGHT,
        gap=LABEL,
        labels=len(lines),
    )
    rows, px = _rows(lines, axis), style.px
    of = {"shape": canvas.marks.shape} | ({"tooltip": _tooltip(title)} if pointed else {})
    layers = [
        *canvas.drawn(rows, "line", {"strokeDash": canvas.marks.dash}, strokeWidth=px(2)),
        *canvas.drawn(rows, "point", of, filled=True, size=px(75), opacity=1),
        *_labels(lines, axis, canvas),
    ]
    return canvas.layered(layers, size=1)


def _rows(lines: Sequence[Line], axis: Axis) -> list[dict[str, object]]:
    return [
        {
            "system": line.system,
            "title": line.title,
            "size": size,
            "size_text": whole_text(size),
            "value": value,
            "value_text": axis.value_text(value),
        }
        for line in lines
        for size, value in line.points
    ]


def _x(lines: Sequence[Line]) -> alt.X:
    sizes = sorted({size for line in lines for size, _ in line.points})
    low, high = sizes[0], sizes[-1]
    ends = [low / 1.1, high * 1.1] if low < high else [low / 2, high * 2]
    return log_axis("size", t("compare.x"), (ends[0], ends[1]), sizes, labelExpr=WHOLE)


def _tooltip(title: str) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("title", title=t("compare.column.system")),
        alt.Tooltip("size_text", title=t("compare.x")),
        alt.Tooltip("value_text", title=title),
    ]


def _labels(lines: Sequence[Line], axis: Axis, canvas: Canvas) -> list[alt.Chart]:
    """Value and name right of the plot."""
    rows = [
        {
            "system": line.system,
            "title": line.title,
            "value_text": axis.value_text(line.points[-1][1]),
            "size": line.points[-1][0],
            "value": line.points[-1][1],
        }
        for line in lines
    ]
    px = canvas.style.px
    value = {"align": "right", "dx": narrow(-px(6), px(VALUES)), "fontSize": px(13)}
    return canvas.end_labels(
        rows,
        hair=(0, 14),
        name={"dx": narrow(-px(VALUES), px(VALUES + 8)), "fontSize": px(13)},
        note=("value_text", value),
        x=canvas.x,
    )


def lines_of(
    standing: CompareStanding, corpus: str, figure: Callable[[CompareTask], float | None]
) -> list[Line]:
    """The systems that have a figure, in the plan's order."""
    lines = []
    for system in standing.plan.systems:
        points = [
            (size, value)
            for size in sorted(standing.plan.vocab_sizes)
            if (value := figure(CompareTask(corpus, size, system))) is not None
        ]
        if points:
            lines.append(Line(system, tuple(points), system_title(system)))
    return lines


def starred(lines: Sequence[Line], fair: Sequence[Line]) -> list[Line]:
    """``lines``, with a star at the names of those that are not ``fair``."""
    return [line if line in fair else line._replace(title=line.title + STAR) for line in lines]


def compression_chart(
    comparing: Comparing, standing: CompareStanding, corpus: str
) -> Drawn | None:
    """Bytes per token of the same source: more is better."""
    lines = lines_of(standing, corpus, lambda task: same_source(standing.entries[task], task))
    values = [value for line in lines for _, value in line.points]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    margin = max((high - low) * 0.08, 0.05)
    axis = Axis((max(0.0, low - margin), high + margin), "linear", None, "{:.2f}".format)
    return _drawn("compression", comparing, standing, corpus, lines, axis)


def time_chart(comparing: Comparing, standing: CompareStanding, corpus: str) -> Drawn | None:
    """Seconds of learning on a log axis: less is better."""

    def seconds(task: CompareTask) -> float | None:
        training = standing.entries[task].training
        return training.seconds if training else None

    lines = lines_of(standing, corpus, seconds)
    domain = decades([value for line in lines for _, value in line.points])
    axis = Axis(domain, "log", seconds_axis(domain, "log", style()), time_text)
    return _drawn("time", comparing, standing, corpus, lines, axis)


def _drawn(
    name: str,
    comparing: Comparing,
    standing: CompareStanding,
    corpus: str,
    lines: Sequence[Line],
    axis: Axis,
) -> Drawn | None:
    """The chart with its finding; nothing where nothing was measured."""
    if not lines:
        return None
    look, title = style(), t(f"compare.{name}.y")
    fair = _fair(name, standing, corpus, lines)
    lines = starred(lines, fair)
    details = [t(f"compare.{name}.details", corpus=named_file(comparing.setup.uploads, corpus))]
    details += [t("compare.star")] if len(fair) < len(lines) else []
    drawn = Drawn(
        name=f"compare-{name}",
        layers=size_layers(lines, axis, title, look, pointed=True),
        still=size_layers(lines, axis, title, look.on_paper, pointed=False),
        style=look,
        finding=_finding(name, fair or lines, axis),
        details=joined(details),
        footer=footer_text(comparing, corpus),
        described=joined(
            [t(f"compare.{name}.alt"), *details[1:], *(_described(one, axis) for one in lines)]
        ),
    )
    return show_chart(drawn, key=f"chart_compare_{name}")


def _fair(
    name: str, standing: CompareStanding, corpus: str, lines: Sequence[Line]
) -> Sequence[Line]:
    """Of compression only those that give their texts back."""
    if name != "compression":
        return lines
    sizes = standing.plan.vocab_sizes
    return [
        line
        for line in lines
        if not any(is_lossy(standing, CompareTask(corpus, size, line.system)) for size in sizes)
    ]


def _finding(name: str, lines: Sequence[Line], axis: Axis) -> str:
    """First and last at the largest size that most have."""
    size = max(size for line in lines for size, _ in line.points)
    there = {
        line.system: dict(line.points)[size] for line in lines if size in dict(line.points)
    }
    ranked = sorted(there, key=there.__getitem__, reverse=name == "compression")
    first, last = ranked[0], ranked[-1]
    if len(ranked) < 2:
        value = axis.value_text(there[first])
        return t(f"compare.{name}.one", system=system_title(first), value=value, tokens=size)
    ratio = max(there.values()) / max(min(there.values()), 1e-9)
    return t(
        f"compare.{name}.finding",
        first=system_title(first),
        value=axis.value_text(there[first]),
        last=system_title(last),
        other=axis.value_text(there[last]),
        tokens=size,
        times=times_text(ratio),
        percent=f"{ratio - 1:.0%}",
    )


def _described(line: Line, axis: Axis) -> str:
    points = t("compare.comma").join(
        t("compare.alt_point", tokens=whole_text(size), value=axis.value_text(value))
        for size, value in line.points
    )
    return t("compare.alt_line", system=line.title, points=points)


def compare_files(
    charts: Sequence[Drawn], comparing: Comparing, standing: CompareStanding
) -> None:
    """Buttons in a row; each file is made when its button is pressed."""
    with st.container(key="compare_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("compare.files"), width="content")
        data_files(
            "compare",
            "compare",
            lambda: table_csv(standing).encode("utf-8-sig"),
            lambda: record_of(standing, comparing.facts),
            names=NAMES,
        )
        for drawn in charts:
            st.caption(t(f"compare.picture_{drawn.name.partition('-')[2]}"), width="content")
            chart_files(drawn)
