"""The BytePiece page: which words pruning removes, and why."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bpe_core.runtime.glyphs import visible
from bpe_lab.exercises.pruning_questions import pruning_questions
from bpe_lab.scenes.bytepiece.bytepiece_lesson import (
    OPTIONS,
    Lesson,
    Row,
    close_rows,
    rare_rows,
    useless_rows,
)
from bpe_lab.scenes.bytepiece.pieces import exact
from bpe_lab.text import number_text, t
from ui.bytepiece.piece_tables import Cell, chips, table
from ui.charts.make_once import make_once
from ui.page.asking import asked_first, asking_switch
from ui.page.elements import as_code
from ui.serving.store import shared_store

VEILED = 30  # rem, of what is not drawn while a question is open
COLUMNS = (
    *(("", "piece"), ("median", "count"), ("median", "own"), ("sign", "sign"), ("", "parts")),
    *(("median", "parts_value"), ("rung", "verdict")),
)


def pruned(lesson: Lesson) -> None:
    """How many went for which reason, and some of each beside their parts; asked for first."""
    st.html(f'<h2 class="section">{t("bytepiece.prune.title")}</h2>')
    asking_switch(has_key=False)
    if not asked_first(
        "pruning",
        lesson.size,
        lambda: pruning_questions(lesson.rounds, lesson.model),
        _word,
        height=VEILED,
    ):
        return
    useless = shared_store().value_of(lesson, "useless", lambda: useless_rows(lesson))
    size, pieces = f"{lesson.size // 1000}", number_text(len(lesson.model.pieces))
    st.markdown(t("bytepiece.lesson.about", size=size, pieces=pieces))
    st.markdown(
        t(
            "bytepiece.prune.lead",
            words=number_text(lesson.words),
            rare=number_text(len(lesson.dropped)),
            least=OPTIONS.min_count,
            useless=len(useless),
            pieces=pieces,
        )
    )
    st.html(make_once(shared_store(), lesson, "pruning", lambda: _table(lesson, useless)))
    st.caption(t("bytepiece.prune.foot"))


def _word(name: str, value: object) -> object:
    """Pieces as they are drawn, log-probabilities as the table has them."""
    match name, value:
        case "choice", _:
            return t(f"asking.choice_{value}")
        case "parts", tuple():
            return " + ".join(f"{as_code(visible(part))} {exact(own)}" for part, own in value)
        case _, bytes():
            return as_code(visible(value))
        case _, float():
            return exact(value)
        case _:
            return value


def _table(lesson: Lesson, useless: Sequence[Row]) -> str:
    rows = (*useless, *close_rows(lesson), *rare_rows(lesson))
    head = [
        (kind, "" if name == "sign" else t(f"bytepiece.prune.{name}")) for kind, name in COLUMNS
    ]
    return table(head, map(_row, rows), name=t("bytepiece.prune.title"))


def _row(row: Row) -> list[Cell]:
    own = "–" if row.own is None else exact(row.own)
    sign = "" if row.own is None else "<" if row.own < row.together else "≥"
    mark = {"useless": "✗", "close": "✓", "rare": "✗"}[row.verdict]
    return [
        ("lane", chips([row.piece])),
        ("median", number_text(row.count)),
        ("median", own),
        ("sign", sign.replace("<", "&lt;")),
        ("", chips(row.parts)),
        ("median", exact(row.together)),
        (f"rung {row.verdict}", f"{mark} {t(f'bytepiece.prune.{row.verdict}')}"),
    ]
