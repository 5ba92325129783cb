"""A text of the reader's, through an exhibit and through the right code."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.text import as_text, visible
from bpe_lab.exercises.questions import Question
from bpe_lab.museum import Exhibit, WrongEncoder, WrongTrainer
from bpe_lab.museum.exhibit import Result
from bpe_lab.museum.parts import Failure
from bpe_lab.museum.run import side_by_side, where_they_part
from bpe_lab.pages import MUSEUM_TEXT, OWN
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.museum import two_runs
from bpe_lab.scenes.recording import Json
from bpe_lab.text import t
from ui.page.asking import asked_first, asking_switch, sentence
from ui.page.elements import as_code
from ui.page.fields import begin, preset, settle
from ui.page.leading import lead_to
from ui.page.markup import Html, html_of
from ui.player.player import player
from ui.serving.store import shared_store

VEILED = 10  # rem, of what is not drawn while a question is open
# The right trainer's options, whatever the reader has chosen there before.
RIGHT_OPTIONS = {
    "text": OWN,
    "pattern": "gpt2",
    "tie_break": "greatest",
    "min_count": 1,
    "vocab_size": None,
    f"special_{OWN}": "",
}


class Comparison(NamedTuple):
    """Both results; the walk of both runs, None if there is no step; where they part."""

    result: Result | Failure
    right: Result
    walk: Json
    question: Question | None


def comparison(exhibit: Exhibit, text: str) -> Comparison:
    """The cached comparison on ``text``."""
    cached: Comparison = shared_store().get(
        ("museum", exhibit.name, text), lambda: _compared(exhibit, text)
    )
    return cached


def _compared(exhibit: Exhibit, text: str) -> Comparison:
    moments = list(side_by_side(exhibit, text))
    walk = two_runs(exhibit, text.encode(), moments) if len(moments) > 1 else None
    question = where_they_part(exhibit, text, moments)
    return Comparison(exhibit.result(text), exhibit.right(text), walk, question)


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
        st.html(html_of("museum", "setting", exhibit, as_drawn))
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


def results(exhibit: Exhibit, compared: Comparison) -> Html:
    """Whether they part, and the tokens or texts of both; of merges the walk tells more."""
    result, right = compared.result, compared.right
    verdict = "agrees" if compared.question is None else "agrees_after_all"
    both = {"wrong_run": result, "right_run": right}
    return html_of(
        *("museum", "results"),
        differs=result != right,
        verdict=verdict if result == right else "differs",
        error=result.error if isinstance(result, Failure) else "",
        rows={} if isinstance(exhibit, WrongTrainer) else both,
        as_drawn=as_drawn,
    )


def as_drawn(item: object) -> str:
    """A token, a text, or a pair of a merge list in one line.

    >>> as_drawn(b" a"), as_drawn((b"a", b"b")), as_drawn("你")
    ('␣a', 'a+b', '你')
    """
    if isinstance(item, tuple):
        return "+".join(map(as_drawn, item))
    return visible(item if isinstance(item, bytes) else str(item).encode())


def right_walk(text: str) -> None:
    """A button that opens the Train page on ``text``."""
    if st.button(t("museum.right_walk"), key="right_walk", type="tertiary"):
        preset({**RIGHT_OPTIONS, "own": text})
        lead_to("train")
