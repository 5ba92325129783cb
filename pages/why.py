"""Why subwords: one text as words, as bytes and as tokens; what each costs, measured."""

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.texts.word_lists import WordList
from bpe_lab.pages import LECTURE, LIST_SIZE, OWN_SAMPLE, SAMPLE, WHY_TOKENIZER
from bpe_lab.scenes.why import CORPUS_SIZE, three_ways
from bpe_lab.text import t
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import select_box
from ui.page.markup import page_title
from ui.page.problems import show
from ui.page.text_inputs import chosen_text
from ui.player.player import board
from ui.serving.store import shared_store
from ui.tokenizer_inputs import NamedModel, tokenizer_choice, tokenizer_of
from ui.why.measured import corpus_words, measured
from ui.why.three_ways import figures, why_questions, why_word

VEILED = 30  # rem, of what is not drawn while a question is open
FOLLOWED = "tokenizer followed"


def main() -> None:
    """Inputs, the three ways, the charts."""
    page_title("why.title")
    notices: list[Notice] = []
    words = chosen = None
    try:
        words = corpus_words()
        chosen = inputs(notices)
    except BPELabError as error:
        show(error)
    for notice in notices:
        show(notice)
    if words is None:
        return
    if chosen:
        try:
            compared(words, *chosen)
        except BPELabError as error:  # a pattern from a file need not take every text
            show(error)
    measured()


def compared(words: WordList, text: str, size: str, tokenizer: NamedModel) -> None:
    """The text in the three ways; raises ``PatternError``."""
    model = tokenizer.model
    ways = shared_store().value_of(
        model,
        ("three ways", text, size),
        lambda: three_ways(text, word_list(words, size), model),
    )
    with st.container(key="screen_ways", gap=None):
        asking_switch()
        if not asked_first(
            "why",
            (text, size, id(model)),
            lambda: why_questions(text, model),
            why_word,
            height=VEILED,
            text=text,
        ):
            return
        figures(ways)
        board(ways.recording, key="why_board", texts=("why",), name=t("why.board"), leads=True)


def word_list(words: WordList, size: str) -> WordList:
    """The most frequent of the words read, once for all readers."""
    if size == "all":
        return words
    key = ("first words", CORPUS_SIZE, size)
    entries = words.entries
    first: WordList = shared_store().get(key, lambda: WordList(entries[: int(size)]))
    return first


def inputs(notices: list[Notice]) -> tuple[str, str, NamedModel] | None:
    """The text, the size of the word list, the tokenizer; None while one is to come."""
    with st.container(key="inputs"):
        left, middle, right = st.columns([4, 3, 3], vertical_alignment="bottom")
        with left:
            name = select_box(SAMPLE, notices, names="sample")
        with middle:
            size = select_box(LIST_SIZE, notices)
        with right:
            follow_other_pages()
            source = tokenizer_choice(WHY_TOKENIZER, notices)
        corpus = chosen_text(name, notices, own=OWN_SAMPLE)
    tokenizer = tokenizer_of(source, notices, asked=WHY_TOKENIZER)
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
    if chosen in WHY_TOKENIZER.options and chosen != LECTURE and "bpe" not in st.query_params:
        st.session_state["bpe"] = chosen


main()
