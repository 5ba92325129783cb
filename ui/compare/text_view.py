"""One text through all systems, side by side: the text, who cuts it, where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, EmptyTextError, Notice
from bpe_core.runtime.utf8 import as_text
from bpe_lab.compare.breaking import BREAKING
from bpe_lab.pages import COMPARED_TEXT, OWN, OWN_COMPARED, TRAINED_ON, texts
from bpe_lab.scenes.compare import Row, palette_index, text_board
from bpe_lab.scenes.recording import Json
from bpe_lab.text import t
from ui.compare.compare_inputs import installed
from ui.compare.compare_live import progress
from ui.compare.compare_questions import compare_questions, compare_word
from ui.compare.compare_session import last_table, page_of
from ui.compare.table_block import block_switch
from ui.compare.text_table import finding, text_table
from ui.compare.text_trial import Tried, tried, tried_ready
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import choice, link
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.page.text_inputs import typed_text
from ui.player.player import board
from ui.serving.store import shared_store

SENTENCES = {
    "sentence": "Most tokenizers lose nothing. 无损重构：分词结果可以还原。",
    "code_line": "for name in sorted(names):\n    print(name, len(name))",
}
TOO_LONG = {name for name, text in BREAKING.items() if not 0 < len(text) <= OWN_COMPARED.most}
WHICH_TEXT = texts(
    COMPARED_TEXT.param,
    *SENTENCES,
    *(name for name in BREAKING if name not in TOO_LONG),
    of_reader=(OWN,),
)
VEILED = 40  # rem, of what is not drawn while a question is open


def text_view(controls: st.delta_generator.DeltaGenerator) -> None:
    """The inputs, then the board; systems of a table under way appear as they come.

    ``controls`` is the row above, where a training can be cancelled.
    """
    notices: list[Notice] = []
    text = None
    with st.container(key="inputs_compare_text"):
        left, right = st.columns([5, 4], vertical_alignment="bottom")
        with left:
            name = choice(WHICH_TEXT, notices, names="breaking")
        with right:
            trained_on = choice(TRAINED_ON, notices)
        try:
            text = _chosen_text(name, notices)
        except BPELabError as error:
            show(error)
    for notice in notices:
        show(notice)
    if text is None:
        return
    if trained_on == TRAINED_ON.default:
        _board(tried_ready(installed(), text), text, under_way=False)
    else:
        _of_last_table(controls, text)


def _chosen_text(name: str, notices: list[Notice]) -> str:
    """The text to cut; raises ``EmptyTextError``, ``LoneSurrogateError``."""
    if name != OWN:
        link(OWN_COMPARED.param, None)
        return text_named(name)
    text = as_text(typed_text(OWN_COMPARED, notices))
    if not text:
        raise EmptyTextError
    return text


def text_named(name: str) -> str:
    """A text that is offered."""
    return SENTENCES.get(name) or BREAKING[name]


def _of_last_table(controls: st.delta_generator.DeltaGenerator, text: str) -> None:
    """The board of its systems, drawn anew while they are trained."""
    comparing = last_table()
    if comparing is None:
        st.info(t("compare.text.no_table"))
        return
    page = page_of(comparing)
    if page.is_under_way:
        with controls:
            page.cancel_button()
    corpus, size = block_switch(comparing.setup)

    def draw() -> None:
        if page.is_under_way:
            progress(page, comparing)
        systems = tried(comparing, corpus, size, text)
        _board(systems, text, under_way=page.is_under_way)

    page.live(draw, part="text_live")
    if not page.is_under_way:
        page.say_how_it_ended()


def _recording(text: str, rows: tuple[Row, ...]) -> Json:
    """The board's recording, once for all readers."""
    looks = {row.name: palette_index(row.name) for row in rows}
    return shared_store().get(("cuts", text, rows), lambda: text_board(text, rows, looks))


def _board(systems: Sequence[Tried], text: str, *, under_way: bool) -> None:
    rows = [each.row for each in systems if each.row is not None]
    if rows and not under_way:
        asking_switch()
        basis = (text, tuple(rows))
        make = partial(compare_questions, systems, text)
        if not asked_first("compare", basis, make, compare_word, height=VEILED, text=text):
            return
    if rows:
        finding(systems, text)
        board(
            _recording(text, tuple(rows)),
            key="compare_board",
            texts=("compare.text", "system"),
            name=t("compare.text.board"),
            leads=True,
        )
    # A hall has one screen, and the board tells of the others that they lose nothing.
    lossy = [each for each in systems if each.verdict != "same"] if is_presenting() else []
    text_table(lossy or systems, text, under_way=under_way)
