"""A text of the reader's, through an exhibit and through the right code."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.museum import Exhibit, WrongEncoder, WrongTrainer
from bpe_core.museum.exhibit import Failure
from bpe_core.museum.parting_question import where_they_part
from bpe_core.runtime.utf8 import as_text
from ui.museum.results import as_drawn, merges_beside, results
from ui.museum.right_walk import right_walk
from ui.page.asking import asked_first, asking_switch
from ui.page.links import keep, seed_text
from ui.page.plain import as_code
from ui.text import language, t

MOST_TYPED = 120  # characters
VEILED = 10  # rem, of what is not drawn while a question is open


def trial(exhibit: Exhibit, notices: list[Notice]) -> None:
    """The field, what the exhibit is given besides, and both results."""
    label = t("museum.text")
    notices += seed_text("museum_text", param="museum_text", label=label, most=MOST_TYPED)
    typed = st.text_area(
        label, key="museum_text", max_chars=MOST_TYPED, height=68, persist_state="session"
    )
    keep("museum_text", typed or None)
    st.button(t("museum.smallest"), key="smallest", on_click=_put_in, args=(exhibit.text,))
    if isinstance(exhibit, WrongEncoder):
        st.html(_setting(exhibit))
    text = as_text(typed)
    if not text:
        st.caption(t("museum.type", count=len(exhibit.text)))
    elif _may_be_drawn(exhibit, text):
        st.html(results(exhibit, text))
        if isinstance(exhibit, WrongTrainer):
            right_walk(text)


def _may_be_drawn(exhibit: Exhibit, text: str) -> bool:
    """Whether the results are not asked for first; only merges are, and no errors."""
    if not isinstance(exhibit, WrongTrainer) or isinstance(exhibit.result(text), Failure):
        return True
    asking_switch()
    return asked_first(
        "museum",
        (exhibit.name, text),
        lambda: [where_they_part(merges_beside(exhibit, text))],
        _word,
        height=VEILED,
    )


def _word(_: str, value: object) -> object:
    """A pair as it is drawn, a number as it is."""
    return as_code(as_drawn(value)) if isinstance(value, tuple) else value


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
