"""The five ideal properties of the article as rows, each system with its own figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

import streamlit as st

from bpe_lab.compare.ideals import PROPERTIES, Ideals, ideals
from bpe_lab.compare.plan import Task
from bpe_lab.compare.standing import CompareStanding
from bpe_lab.text import language, t
from ui.charts.numbers import bytes_text, time_text
from ui.charts.result_table import cell_html, results_html, row_html
from ui.compare.system_marks import STAR, mark_of, system_title


def _round_trip(figures: Ideals) -> str:
    if figures.unchanged is None or figures.texts is None:
        return ""
    return t("compare.ideal.kept", kept=figures.unchanged, texts=figures.texts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _trained(figures: Ideals) -> str:
    if figures.training is None:
        return ""
    seconds = time_text(figures.training.seconds)
    memory = figures.training.own_bytes
    return f"{seconds} · {bytes_text(memory)}" if memory else seconds


def _packed(figures: Ideals) -> str:
    """Bytes per token; what loses text has a star here as in the table above."""
    ratio = _number(figures.same_source)
    return ratio + STAR if ratio and figures.lossy else ratio


FIGURES: Mapping[str, Callable[[Ideals], str]] = {
    "lossless": _round_trip,
    "compression": _packed,
    "independence": lambda figures: _number(figures.exchanged),
    "data_driven": lambda figures: _number(figures.follows),
    "trainable": _trained,
}


def ideals_table(standing: CompareStanding, corpus: str, size: int) -> None:
    """Properties downwards, systems across."""
    systems = standing.plan.systems
    figures = {name: ideals(standing, Task(corpus, size, name)) for name in systems}
    heads = {"lane": escape(t("compare.ideal.property"))}
    heads |= {name: mark_of(name) + escape(system_title(name)) for name in systems}
    title, aside = t("compare.ideal.title"), escape(t("compare.ideal.aside"))
    table = results_html(title, heads, "".join(_row(name, figures) for name in PROPERTIES))
    st.html(
        f'<section class="compare-ideals" lang="{language()}"><h2>{escape(title)}</h2>'
        f"<p>{aside}</p>{table}</section>"
    )


def _row(name: str, figures: Mapping[str, Ideals]) -> str:
    cells = "".join(
        cell_html("", system_title(system), escape(FIGURES[name](each)) or "–")
        for system, each in figures.items()
    )
    how = f"<small>{escape(t(f'compare.ideal.{name}_how'))}</small>"
    return row_html(escape(t(f"compare.ideal.{name}")) + how, cells)
