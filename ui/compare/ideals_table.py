"""The five ideal properties of the article as rows, each system with its own figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

import streamlit as st

from bpe_core.compare.ideals import PROPERTIES, Ideals, ideals
from bpe_core.compare.plan import Task
from bpe_core.compare.standing import CompareStanding
from ui.charts.numbers import bytes_text, time_text
from ui.charts.result_table import results_html
from ui.compare.system_marks import STAR, mark_of, system_title
from ui.text import language, t


def _kept(found: Ideals) -> str:
    if found.kept is None or found.texts is None:
        return ""
    return t("compare.ideal.kept", kept=found.kept, texts=found.texts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _trained(found: Ideals) -> str:
    if found.training is None:
        return ""
    said = time_text(found.training.seconds)
    memory = found.training.own_bytes
    return f"{said} · {bytes_text(memory)}" if memory else said


def _packed(found: Ideals) -> str:
    """Bytes per token; what loses text has a star here as in the table above."""
    said = _number(found.same_source)
    return said + STAR if said and found.lossy else said


FIGURES: Mapping[str, Callable[[Ideals], str]] = {
    "lossless": _kept,
    "compression": _packed,
    "independence": lambda found: _number(found.exchanged),
    "data_driven": lambda found: _number(found.follows),
    "trainable": _trained,
}


def ideals_table(standing: CompareStanding, corpus: str, size: int) -> None:
    """Properties downwards, systems across."""
    systems = standing.plan.systems
    found = {name: ideals(standing, Task(corpus, size, name)) for name in systems}
    heads = {"lane": escape(t("compare.ideal.property"))}
    heads |= {name: mark_of(name) + escape(system_title(name)) for name in systems}
    title, aside = t("compare.ideal.title"), escape(t("compare.ideal.aside"))
    table = results_html(title, heads, "".join(_row(name, found) for name in PROPERTIES))
    st.html(
        f'<section class="compare-ideals" lang="{language()}"><h2>{escape(title)}</h2>'
        f"<p>{aside}</p>{table}</section>"
    )


def _row(name: str, found: Mapping[str, Ideals]) -> str:
    cells = "".join(
        f'<td role="cell" data-label="{escape(system_title(system))}">'
        f"{escape(FIGURES[name](each)) or '–'}</td>"
        for system, each in found.items()
    )
    return (
        f'<tr role="row"><th scope="row" role="rowheader" class="lane">'
        f"{escape(t(f'compare.ideal.{name}'))}"
        f"<small>{escape(t(f'compare.ideal.{name}_how'))}</small></th>{cells}</tr>"
    )
