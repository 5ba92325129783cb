"""Why subwords: one text as words, as bytes and as tokens; what each costs, measured."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.texts.corpus import SAMPLES
from bpe_core.texts.word_lists import WordList
from bpe_core.vocabularies import WHOLE_TEXTS
from ui.charts.make_once import make_once
from ui.page.fields import choice
from ui.page.problems import show
from ui.page.progress_bar import Progress
from ui.page.text_inputs import OWN, UPLOAD, chosen_text
from ui.player.player import board
from ui.scenes.why.three_ways import three_ways
from ui.scenes.why.trade_off import CORPUS_SIZE, MERGE_LIMIT, Reading
from ui.serving.store import shared_store
from ui.text import t
from ui.tokenizers import FILE, TRAINED, Tokenizer, tokenizer_of
from ui.why.fixed_texts import corpus_curve, corpus_read, stories
from ui.why.three_way_figures import figures
from ui.why.why_charts import (
    Finding,
    draw_finding,
    growth_chart,
    held_out_chart,
    languages_chart,
    lengths_chart,
    number_list,
    number_table,
    numbers,
    numbers_csv,
    progress_label,
)

TEXTS = ("mixed", "letters", *SAMPLES, OWN, UPLOAD)
LISTS = ("8192", "4096", "2048", "1024", "256", "all")
LAB = "lab"
VOCABULARIES = (LAB, WHOLE_TEXTS, "lecture", TRAINED, FILE)
FOLLOWED = "tokenizer followed"


def main() -> None:
    """Inputs, the three ways, the charts."""
    st.html(f'<h1 class="visually-hidden">{t("why.title")}</h1>')
    notices: list[Notice] = []
    reading = chosen = None
    try:
        reading = corpus_read()
        chosen = inputs(notices)
    except BPELabError as error:
        show(error)
    for notice in notices:
        show(notice)
    if reading is None:
        return
    if chosen:
        try:
            compared(reading, *chosen)
        except BPELabError as error:  # a pattern from a file need not take every text
            show(error)
    measured(reading)


def compared(reading: Reading, text: str, size: str, tokenizer: Tokenizer) -> None:
    """The text in the three ways; raises ``PatternError``."""
    ways = three_ways(text, word_list(reading, size), tokenizer.model)
    with st.container(key="screen_ways", gap=None):
        figures(ways)
        board(ways.recording, key="why_board", texts=("why",), name=t("why.board"), leads=True)


def word_list(reading: Reading, size: str) -> WordList:
    """The most frequent of the words read, once for all readers."""
    if size == "all":
        return reading.word_list
    key = ("word list", CORPUS_SIZE, size)
    entries = reading.word_list.entries
    first: WordList = shared_store().get(key, lambda: WordList(entries[: int(size)]))
    return first


def inputs(notices: list[Notice]) -> tuple[str, str, Tokenizer] | None:
    """The text, the size of the word list, the tokenizer; None while one is to come."""
    with st.container(key="inputs"):
        left, middle, right = st.columns([4, 3, 3], vertical_alignment="bottom")
        with left:
            name = choice("sample", TEXTS, notices)
        with middle:
            size = choice("list_size", LISTS, notices)
        with right:
            follow_other_pages()
            source = choice("bpe", VOCABULARIES, notices, names="tokenizer")
        corpus = chosen_text(name, notices, own="own_sample")
    tokenizer = tokenizer_of(source, notices)
    if corpus is None or tokenizer is None:
        return None
    notices += corpus.notices()
    return corpus.text, size, tokenizer


def follow_other_pages() -> None:
    """Take over the vocabulary that the reader has chosen elsewhere since the last visit.

    Not the lecture's, which other pages begin with, and not against a link.
    """
    chosen = st.session_state.get("tokenizer")
    if chosen == st.session_state.get(FOLLOWED):
        return
    st.session_state[FOLLOWED] = chosen
    if chosen in (LAB, WHOLE_TEXTS, TRAINED, FILE) and "bpe" not in st.query_params:
        st.session_state["bpe"] = chosen


def measured(reading: Reading) -> None:
    """Four charts, two per screen, computed once for all; the long run shows progress."""
    store = shared_store()

    def chart(of: object, name: str, make: Callable[[], Finding]) -> None:
        draw_finding(make_once(store, of, name, make))

    with st.container(key="screen_first", gap=None):
        st.html(f'<h2 class="measured">{t("why.measured.title")}</h2>')
        progress = Progress(progress_label, total=MERGE_LIMIT)

        curve = corpus_curve(progress.reached)
        progress.done()
        languages = stories()
        left, right = st.columns(2, gap="large")
        with left:
            chart(curve, "lengths", lambda: lengths_chart(reading, curve))
        with right:
            chart(languages, "languages", lambda: languages_chart(languages))
    with st.container(key="screen_second", gap=None):
        left, right = st.columns(2, gap="large")
        with left:
            chart(reading, "growth", lambda: growth_chart(reading))
        with right:
            chart(reading, "held out", lambda: held_out_chart(reading))

    def frame() -> pd.DataFrame:
        return numbers(reading, curve, languages)

    rows = make_once(store, curve, "numbers", lambda: number_table(frame()))
    number_list(rows, lambda: numbers_csv(frame()))


main()
