"""The BytePiece page: a longer text in pieces, and decoded again."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_core.systems.bytepiece.composed_texts import normalized
from bpe_core.systems.bytepiece.tokenizer import decode, encode, encode_short
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.pages import LONG_PIECES
from bpe_lab.scenes.bytepiece.pieces import pieces_board
from bpe_lab.scenes.recording import Json
from bpe_lab.text import number_text, t
from ui.bytepiece.reader_models import compiled
from ui.page.fields import begin, settle
from ui.page.problems import show
from ui.player.player import board
from ui.serving.store import shared_store

SHORT = 400  # characters; a longer text is worth compiled code


class Cut(NamedTuple):
    """A text in pieces, and whether these decode to it."""

    pieces: int
    composed: str
    is_lossless: bool
    recording: Json


def whole_text(model: UnigramModel) -> None:
    """A field, figures, the pieces in place and with their ids."""
    st.html(f'<h2 class="section">{t("bytepiece.text.title")}</h2>')
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
    cells = "".join(
        f"<div><dt>{t(f'bytepiece.text.{name}')}</dt><dd>{value}</dd></div>"
        for name, value in figures.items()
    )
    st.html(f'<dl class="figures">{cells}</dl>')
