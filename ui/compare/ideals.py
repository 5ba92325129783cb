"""The five ideal properties of the article as rows, each system with its own figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

import streamlit as st

from bpe_core.compare.ideals import PROPERTIES, Ideals, ideals
from bpe_core.compare.plan import Task
from bpe_core.compare.standing import CompareStanding
from ui.compare.marks import STAR, mark_of, system_title
from ui.numbers import bytes_text, time_text
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
    head = "".join(
        f'<th scope="col" role="columnheader">{mark_of(name)}{escape(system_title(name))}</th>'
        for name in systems
    )
    body = "".join(_row(name, found) for name in PROPERTIES)
    title = escape(t("compare.ideal.title"))
    st.html(
        f'<section class="compare-ideals" lang="{language()}"><h2>{title}</h2>'
        f"<p>{escape(t('compare.ideal.aside'))}</p>"
        f'<div class="results" role="region" tabindex="0" aria-label="{title}">'
        f'<table role="table" aria-label="{title}"><thead role="rowgroup"><tr role="row">'
        f'<th scope="col" role="columnheader" class="lane">'
        f"{escape(t('compare.ideal.property'))}</th>{head}</tr></thead>"
        f'<tbody role="rowgroup">{body}</tbody></table></div></section>'
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
