"""Three ways to write a text: what is asked before they are compared, and their figures."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.runtime.text import visible
from bpe_core.texts.word_lists import words_of
from bpe_lab.exercises.figure_questions import most_tokens, utf8_bytes, whole_word
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.why import WAYS, ThreeWays
from ui.charts.chart_style import make_once
from ui.page.elements import as_code
from ui.page.markup import Html, html_of
from ui.serving.store import shared_store

MOST_WORDS = 60  # of the text, the first of which are chosen from
LONGEST = 24  # characters of one
MOST_COUNTED = 16  # characters of a text whose bytes a reader would count


def why_questions(text: str, model: BPEModel) -> list[Question | None]:
    """A short text's bytes, which word takes most tokens, which is a single one."""
    tokens = {word: len(encode(model, word)) for word in _choosable(text)}
    return [
        utf8_bytes(text) if len(text) <= MOST_COUNTED else None,
        most_tokens(tokens),
        whole_word(tokens),
    ]


def why_word(name: str, value: object) -> object:
    """A word as it is drawn, a number as it is."""
    if name in ("choice", "word", "right", "answer") and isinstance(value, str):
        return as_code(visible(value.encode()))
    return value


def _choosable(text: str) -> Iterator[str]:
    words = dict.fromkeys(words_of(text)[:MOST_WORDS])
    return (word for word in words if len(word) <= LONGEST and word.strip().isalpha())


def figures(ways: ThreeWays) -> None:
    """A column a way; bars compare lengths with lengths and vocabularies with vocabularies."""
    st.html(make_once(shared_store(), ways, "figures", lambda: _columns(ways)))


def _columns(ways: ThreeWays) -> Html:
    longest = max(way.length for way in ways.figures)
    largest = max(way.vocabulary for way in ways.figures)
    return html_of("why", "ways", dict(zip(WAYS, ways.figures, strict=True)), longest, largest)
