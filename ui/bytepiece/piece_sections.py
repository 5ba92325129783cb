"""Below the BytePiece page's walk: pruning, sampling, a longer text, the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_core.runtime.text import visible
from bpe_core.systems.bytepiece.bytepiece_texts import normalized
from bpe_core.systems.bytepiece.tokenizer import decode, encode, encode_short
from bpe_core.systems.bytepiece.unigram_model import FILE, UnigramModel, write_bytepiece
from bpe_lab.exercises.bytepiece_questions import pruning_questions
from bpe_lab.pages import ALPHA, LONG_PIECES, SAMPLING_SEED
from bpe_lab.scenes.bytepiece.bytepiece_lesson import (
    OPTIONS,
    Lesson,
    PrunedRow,
    close_rows,
    rare_rows,
    useless_rows,
)
from bpe_lab.scenes.bytepiece.pieces import DRAWS, Samples, Share, exact, pieces_board, samples
from bpe_lab.scenes.recording import Json
from bpe_lab.text import joined, number_text, t
from ui.bytepiece.bytepiece_inputs import compiled
from ui.charts.chart_style import make_once
from ui.page.asking import asked_first, asking_switch
from ui.page.elements import as_code
from ui.page.fields import begin, segments, settle
from ui.page.markup import Cell, Column, Html, TableRow, html_of, section_title, table
from ui.page.problems import show
from ui.player.player import board
from ui.serving.store import shared_store, vocabulary_store

VEILED = 30  # rem, of what is not drawn while a question is open
COLUMNS = (
    *(("", "piece"), ("median", "count"), ("median", "own"), ("sign", "sign"), ("", "parts")),
    *(("median", "parts_value"), ("rung", "verdict")),
)
SHORT = 400  # characters; a longer text is worth compiled code


def pruned(lesson: Lesson) -> None:
    """How many went for which reason, and some of each beside their parts; asked for first."""
    section_title("bytepiece.prune.title")
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
    st.html(make_once(shared_store(), lesson, "pruning", lambda: _pruning(lesson, useless)))
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


def _pruning(lesson: Lesson, useless: Sequence[PrunedRow]) -> Html:
    rows = (*useless, *close_rows(lesson), *rare_rows(lesson))
    columns = [
        Column("" if name == "sign" else t(f"bytepiece.prune.{name}"), kind)
        for kind, name in COLUMNS
    ]
    title = t("bytepiece.prune.title")
    return table(columns, map(_pruned_row, rows), name=title, kind="pieces-table")


def _pruned_row(row: PrunedRow) -> TableRow:
    own = "–" if row.own is None else exact(row.own)
    sign = "" if row.own is None else "<" if row.own < row.together else "≥"
    mark = {"useless": "✗", "close": "✓", "rare": "✗"}[row.verdict]
    verdict = f"{mark} {t(f'bytepiece.prune.{row.verdict}')}"
    return TableRow(
        [
            Cell(_chips([row.piece]), "lane"),
            Cell(number_text(row.count), "median"),
            Cell(own, "median"),
            Cell(sign, "sign"),
            Cell(_chips(row.parts)),
            Cell(exact(row.together), "median"),
            Cell(verdict, f"rung {row.verdict}"),
        ]
    )


def _chips(pieces: Iterable[bytes]) -> Html:
    """Pieces side by side, each in its box."""
    return html_of("bytepiece", "chips", pieces)


def sampled(model: UnigramModel, data: bytes) -> None:
    """Alpha and seed, then the likeliest ways: drawn and expected."""
    section_title("bytepiece.sample.title")
    with st.container(key="piece_chance", horizontal=True, vertical_alignment="bottom"):
        alpha = segments(
            ALPHA,
            ALPHA.param,
            label=t("bytepiece.sample.alpha"),
            title=str,
            label_visibility="visible",
            about=t("bytepiece.sample.alpha_help"),
        )
        seed = _seed()
    result = shared_store().value_of(
        model,
        ("bytepiece samples", data, alpha, seed),
        lambda: samples(model, data, alpha=float(alpha), seed=seed),
    )
    _shares(result, data)


def _seed() -> int:
    asked, label = SAMPLING_SEED, t("bytepiece.sample.seed")
    begin(asked, label=label)
    typed = st.number_input(
        label,
        asked.low,
        asked.high,
        step=1,
        key=asked.param,
        help=t("bytepiece.sample.seed_help"),
        persist_state="session",
        width=160,
    )
    settle(asked, typed)
    return typed


def _shares(result: Samples, data: bytes) -> None:
    ways = number_text(result.ways) if result.ways < 10**9 else f"{result.ways:.1e}"
    text = as_code(visible(data))
    st.markdown(t("bytepiece.sample.lead", drawn=number_text(DRAWS), ways=ways, text=text))
    st.html(make_once(shared_store(), result, "shares", lambda: _shares_table(result)))
    listed = [t("bytepiece.sample.listed", ways=ways)] if result.is_listed else []
    st.caption(joined([*listed, t("bytepiece.sample.foot", seen=number_text(result.seen))]))


def _shares_table(result: Samples) -> Html:
    most = max((max(s.probability, s.drawn / DRAWS) for s in result.shares), default=1.0)
    columns = [
        Column(t("bytepiece.sample.way")),
        Column("", "share"),
        Column(t("bytepiece.sample.found"), "median"),
        Column(t("bytepiece.sample.exact"), "median"),
    ]
    rows = [_share_row(share, most) for share in result.shares]
    return table(columns, rows, name=t("bytepiece.sample.title"), kind="pieces-table")


def _share_row(share: Share, most: float) -> TableRow:
    drawn, likely = share.drawn / DRAWS, share.probability
    return TableRow(
        [
            Cell(_chips(share.way)),
            Cell(html_of("bytepiece", "share_bar", drawn / most, likely / most), "share"),
            Cell(f"{drawn:.1%}", "median"),
            Cell(f"{likely:.1%}" if likely >= 0.0005 else "< 0.1%", "median"),
        ]
    )


class Cut(NamedTuple):
    """A text in pieces, and whether these decode to it."""

    pieces: int
    composed: str
    is_lossless: bool
    recording: Json


def whole_text(model: UnigramModel) -> None:
    """A field, figures, the pieces in place and with their ids."""
    section_title("bytepiece.text.title")
    text = _field()
    if not text:
        return
    if len(text) > SHORT:
        compiled()
    try:
        name = ("bytepiece text", text)
        cut = shared_store().value_of(model, name, lambda: _cut(model, text))
    except BPELabError as error:
        show(error)
        return
    _figures(text, cut.pieces)
    title = t("bytepiece.text.title")
    board(cut.recording, key="bytepiece_tokens", texts=("bytepiece",), name=title)
    if cut.composed != text:
        st.info(t("bytepiece.text.composed", before=len(text), after=len(cut.composed)))
    elif cut.is_lossless:
        st.caption(t("bytepiece.text.lossless"))


def _cut(model: UnigramModel, text: str) -> Cut:
    is_short = len(text) <= SHORT
    ids = encode_short(model, text) if is_short else encode(model, text).tolist()
    board = pieces_board(model, ids)
    return Cut(len(ids), normalized(text), decode(model, ids) == text, board)


def _field() -> str:
    key, label = "long_pieces", t("bytepiece.text.label")
    for notice in begin(LONG_PIECES, key, label=label):
        show(notice)
    typed = st.text_area(
        label, key=key, max_chars=LONG_PIECES.most, height=100, persist_state="session"
    )
    return settle(LONG_PIECES, typed, key)


def _figures(text: str, pieces: int) -> None:
    size = len(text.encode())
    figures = {
        "characters": number_text(len(text)),
        "bytes": number_text(size),
        "pieces": number_text(pieces),
        "bytes_per_piece": f"{size / pieces:.2f}",
    }
    st.html(html_of("page", "figures", "bytepiece.text", figures))


def saved(model: UnigramModel) -> None:
    """A button to take the file away; it is written when it is pressed."""
    section_title("bytepiece.file.title")
    st.caption(t("bytepiece.file.about"))
    st.download_button(
        t("bytepiece.file.download", file=FILE),
        lambda: written(model),
        FILE,
        "application/json",
        on_click="ignore",
        key="bytepiece_save",
    )


def written(model: UnigramModel) -> bytes:
    """The file, cached while the model is in use."""
    text, _ = vocabulary_store().get(
        ("bytepiece written", id(model)), lambda: (write_bytepiece(model)[FILE], model)
    )
    return str(text).encode()
