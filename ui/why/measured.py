"""What the page measures on texts that are always the same: once a server, for all readers."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_core.library import standard_library
from bpe_core.texts.word_lists import WordList, words_of
from bpe_lab.scenes import why
from bpe_lab.scenes.why import (
    CORPUS_SIZE,
    MERGE_LIMIT,
    PATTERN,
    Curve,
    Reading,
    halves,
    read,
    story_curve,
)
from bpe_lab.text import t
from ui.page.elements import ProgressBar
from ui.page.markup import html_of
from ui.serving.store import shared_store

READING = ("words read", CORPUS_SIZE)
CURVE = ("merge curve", CORPUS_SIZE)
STORIES = ("story curve",)
SOON = 0.3  # seconds in which the browser draws what stands above


def are_measured() -> bool:
    """Whether all that the charts show would be there at once."""
    return all(map(shared_store().has, (READING, CURVE, STORIES)))


def corpus_halves() -> tuple[str, str]:
    """The text to train on, and the held-out text."""
    return halves(standard_library(2 * CORPUS_SIZE))


def corpus_words() -> WordList:
    """The library's words, the most frequent first: a third of the work of `corpus_read`."""

    def make() -> WordList:
        return WordList.of(words_of(corpus_halves()[0], pattern=PATTERN))

    words: WordList = shared_store().get(("word list", CORPUS_SIZE), make)
    return words


def corpus_read() -> Reading:
    """The library as words, and what its list lacks of the held-out text."""
    reading: Reading = shared_store().get(READING, lambda: read(*corpus_halves()))
    return reading


def corpus_curve(on_merge: Callable[[int], object] = lambda _: None) -> Curve:
    """Its tokens after every merge."""

    def make() -> Curve:
        return why.merge_curve(corpus_halves()[0], on_merge=on_merge)

    curve: Curve = shared_store().get(CURVE, make)
    return curve


def stories() -> Curve:
    """The tokens of the same story in two languages."""
    curve: Curve = shared_store().get(STORIES, story_curve)
    return curve


def measured() -> None:
    """Four charts; where nothing is measured yet, the page is drawn without them first."""
    if are_measured():
        # Imported late: to load charts and tables takes longer than the page.
        from ui.why.why_charts import charts

        charts(corpus_read(), corpus_curve(), stories())
    else:
        _measured_later()


def _measured_later() -> None:
    """Measure when the page stands: at the second call, which the browser asks for."""
    calls: list[None] = []

    @st.fragment(run_every=SOON)
    def measuring() -> None:
        with st.container(key="screen_first", gap=None):
            st.html(html_of("why", "measured_title"))
            progress = ProgressBar(_progress_label, total=MERGE_LIMIT)
        calls.append(None)
        if len(calls) > 1:
            corpus_read()
            corpus_curve(progress.reached)
            stories()
            st.rerun()

    measuring()


def _progress_label(merge: int) -> str:
    return t("why.measured.progress", merge=merge, size=CORPUS_SIZE)
