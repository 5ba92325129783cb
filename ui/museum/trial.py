"""A text of the reader's, through an exhibit and through the right code."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.utf8 import as_text
from bpe_lab.exercises.questions import Question
from bpe_lab.museum import Exhibit, WrongEncoder, WrongTrainer
from bpe_lab.pages import MUSEUM_TEXT
from bpe_lab.player.file_names import file_name
from bpe_lab.text import language, t
from ui.museum.comparison import Comparison, comparison
from ui.museum.results import as_drawn, results
from ui.museum.right_walk import right_walk
from ui.page.asking import asked_first, asking_switch, sentence
from ui.page.elements import as_code
from ui.page.fields import begin, settle
from ui.player.player import player

VEILED = 10  # rem, of what is not drawn while a question is open


def trial(exhibit: Exhibit, notices: list[Notice]) -> None:
    """The field, what the exhibit is given besides, and both results."""
    label = t("museum.text")
    notices += begin(MUSEUM_TEXT, label=label)
    with st.container(horizontal=True, vertical_alignment="bottom", key="museum_field"):
        typed = st.text_area(
            label,
            key=MUSEUM_TEXT.param,
            max_chars=MUSEUM_TEXT.most,
            height=68,
            persist_state="session",
        )
        st.button(t("museum.smallest"), key="smallest", on_click=_put_in, args=(exhibit.text,))
    settle(MUSEUM_TEXT, typed)
    if isinstance(exhibit, WrongEncoder):
        st.html(_setting(exhibit))
    text = as_text(typed)
    if not text:
        st.caption(t("museum.type", count=len(exhibit.text)))
        return
    compared = comparison(exhibit, text)
    asking_switch()
    if _may_be_drawn(exhibit, text, compared.question):
        _both(exhibit, text, compared)


def _both(exhibit: Exhibit, text: str, compared: Comparison) -> None:
    """What becomes of the text, then both runs until they part."""
    st.html(results(exhibit, compared))
    if compared.walk is not None:
        player(
            compared.walk,
            key="museum_player",
            texts=("museum.walk",),
            file=file_name("museum", exhibit.name),
        )
    if isinstance(exhibit, WrongTrainer):
        right_walk(text)


def _may_be_drawn(exhibit: Exhibit, text: str, question: Question | None) -> bool:
    """Whether nothing is asked first, or it was answered."""

    def word(name: str, value: object) -> object:
        if name == "choice" and question is not None:
            step = question.choice_words[str(value)]
            return sentence(f"museum.walk.one_{step.key}", step.values, _word)
        return _word(name, value)

    return asked_first("museum", (exhibit.name, text), lambda: [question], word, height=VEILED)


def _word(_: str, value: object) -> object:
    """A pair and bytes as they are drawn, a number as it is."""
    return as_code(as_drawn(value)) if isinstance(value, tuple | bytes) else value


def _put_in(text: str) -> None:
    st.session_state["museum_text"] = text


def _setting(exhibit: WrongEncoder) -> str:
    """The merges and special tokens of an encoder; one of both it has."""
    lines = []
    if exhibit.merges:
        lines.append(t("museum.merges_used", merges=_codes(exhibit.merges)))
    if exhibit.special_tokens:
        lines.append(t("museum.specials_used", tokens=_codes(exhibit.special_tokens)))
    paragraphs = "".join(f"<p>{line}</p>" for line in lines)
    return f'<div class="museum-setting" lang="{language()}">{paragraphs}</div>'


def _codes(items: Iterable[object]) -> str:
    return " ".join(f"<code>{escape(as_drawn(item))}</code>" for item in items)
