"""The field with which the app opens: a sentence in tokens, in color at once, as one types."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.runtime.text import pack
from bpe_core.vocabularies import WHOLE_TEXTS
from bpe_lab.pages import SENTENCE
from bpe_lab.scenes.placed_tokens import drawn_part
from bpe_lab.text import LANGUAGES, catalogue, language, speak, t
from ui.counting.counts import Text, counted
from ui.counting.in_place import picked_token, placed_tokens
from ui.counting.models import Model, opened
from ui.page.fields import begin, text_area
from ui.page.markup import html_of
from ui.page.problems import show, show_notices

MOST_DRAWN = 2000  # bytes
WIDTHS = (7, 5)
HEIGHT = 120  # of the field, in pixels


@st.fragment
def door() -> None:
    """The field, the count and the tokens; beside them the tree of the one that was pressed."""
    speak(language())  # settled once: drawn by itself, it is asked for at each text
    notices: list[Notice] = []
    tokens, tree = st.columns(WIDTHS, gap="large")
    with tokens:
        sentence = sentence_field(notices)
        model = opened(WHOLE_TEXTS, notices)
        show_notices(notices)
        if model is None:
            return
        text = Text.of(sentence)
        text = replace(text, drawn=drawn_part(text.drawn, MOST_DRAWN))
        try:
            row = model, counted(model.tokenizer, text, special=False)
        except BPELabError as error:
            show(error)
            return
        other = other_cost(sentence, model)
        st.html(html_of("home", "count", row[1].tokens, text.size, other))
        if text.drawn:
            placed_tokens(text, [row], name=t("home.board"))
            about = "home.press" if text.drawn == text.whole else "home.beginning"
            st.html(html_of("home", "onward", about, pack(sentence)))
    with tree:
        if text.drawn:
            picked_token(text, [row])


def sentence_field(notices: list[Notice]) -> str:
    """The reader's sentence; before there is one, ours in their language."""
    asked, label = replace(SENTENCE, default=t("home.start")), t("home.field")
    notices += begin(asked, label=label)
    # subtle: what is set here is forced upon the browser, over what is typed meanwhile.
    if st.session_state[asked.param] in set(sentences().values()) - {asked.default}:
        st.session_state[asked.param] = asked.default
    return text_area(asked, notices, start=asked.default, label=label, height=HEIGHT, live=True)


def sentences() -> dict[str, str]:
    """Our sentence in each language."""
    return {name: catalogue(name)["home.start"] for name in LANGUAGES}


def other_cost(sentence: str, model: Model) -> int | None:
    """How many tokens our sentence has in the other language; None of a sentence of theirs."""
    ours = sentences()
    if sentence != ours[language()]:
        return None
    other = next(words for name, words in ours.items() if name != language())
    return counted(model.tokenizer, Text.of(other), special=False).tokens
