"""A text cut into pre-tokens: by which alternative of a pattern, and how another cuts it."""

from dataclasses import replace

import streamlit as st

from bpe_core.errors import BPELabError, Notice, PatternError
from bpe_core.texts.corpus import Corpus
from bpe_lab.pages import CUT_VIEW, OTHER_SPLIT, OWN_PASSAGE, OWN_PATTERN, PASSAGE, SPLIT
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.pretokenize.cutting_walk import can_be_walked, cutting_walk
from bpe_lab.scenes.pretokenize.pretokens_board import PreTokens, pre_tokens, title_of
from bpe_lab.text import t
from ui.page.asking import quiet_switch
from ui.page.elements import explained
from ui.page.fields import select_box
from ui.page.look import room_style
from ui.page.markup import html_of, page_title
from ui.page.problems import show, show_notices
from ui.page.text_inputs import chosen_text, offer_special, special_tokens_field
from ui.player.player import board, player
from ui.pretokenize.pretokens import (
    custom_pattern,
    parting_note,
    point_at,
    pretoken_table,
    trap_note,
)
from ui.serving.store import shared_store

STRETCHES = "stretches"


def main() -> None:
    """Inputs, the board, a word on the trap, the distinct pre-tokens."""
    room_style("pretokenize")
    page_title("pretokenize.title")
    notices: list[Notice] = []
    drawn = None
    try:
        chosen = inputs(notices)
        if chosen and wants_walk(*chosen):
            show_notices(notices)
            draw_walk(*chosen)
            return
        drawn = cut(*chosen) if chosen else None
    except BPELabError as error:
        show(error)
    show_notices(notices)
    if drawn is None:
        return
    texts = ("pretokenize", "pattern", "pattern_meaning", "linked.code")
    if can_be_walked(chosen[1][0]):
        quiet_switch(t("asking.by_stretch"), walk_by_stretch)
    if len(drawn.splits) > 1:
        parting_note(drawn)
    name = t("pretokenize.board")
    file = file_name("pretokenize", chosen[1][0])
    key = "pretokenize_board"
    board(drawn.recording, key=key, texts=texts, name=name, leads=True, file=file)
    trap_note(drawn)
    tables(drawn)


def inputs(notices: list[Notice]) -> tuple[Corpus, tuple[str, ...]] | None:
    """The text and one pattern or two; None while a file is still to be chosen."""
    with st.container(key="inputs"):
        left, middle, right, view, last = st.columns(
            [4, 3, 3, 3, 2], vertical_alignment="bottom"
        )
        with left:
            name = select_box(PASSAGE, notices, names="sample")
        with middle:
            pattern = select_box(SPLIT, notices, names="pattern")
        with right:
            other = select_box(OTHER_SPLIT, notices, names="pattern")
        with view:
            select_box(CUT_VIEW, notices)
        with last, st.popover(t("input.options"), width="stretch"):
            specials = special_tokens_field(name, notices)
        corpus = chosen_text(name, notices, own=OWN_PASSAGE)
        if corpus is not None:
            offer_special(name, corpus.text, specials)
        patterns: tuple[str, ...] = (
            (pattern,) if other in (OTHER_SPLIT.default, pattern) else (pattern, other)
        )
        if OWN_PATTERN.param in patterns:
            own = custom_pattern(notices)
            patterns = tuple(own if each == OWN_PATTERN.param else each for each in patterns)
    if corpus is None:
        return None
    notices += corpus.notices()
    return replace(corpus, special_tokens=specials), patterns


def wants_walk(_: Corpus, patterns: tuple[str, ...]) -> bool:
    """Whether the reader wants it stretch by stretch, and the first pattern is one of ours."""
    return st.session_state[CUT_VIEW.param] == STRETCHES and can_be_walked(patterns[0])


def walk_by_stretch() -> None:
    """Where the cuts can be asked for."""
    st.session_state[CUT_VIEW.param] = STRETCHES


def draw_walk(corpus: Corpus, patterns: tuple[str, ...]) -> None:
    """Stretch by stretch, by the first pattern; made once for all readers."""
    recording = shared_store().get(
        ("cutting walk", corpus, patterns[0]),
        lambda: cutting_walk(corpus, patterns[0]),
    )
    player(
        recording,
        key="pretokenize_player",
        texts=("pretokenize", "pattern", "pattern_meaning", "question"),
        file=file_name("pretokenize", patterns[0]),
    )


def cut(corpus: Corpus, patterns: tuple[str, ...]) -> PreTokens | None:
    """Computed once for all readers; for a wrong pattern the result of the last right one."""
    try:
        drawn = computed(corpus, patterns)
    except PatternError as error:
        show(error)
        point_at(error, patterns)
        before = st.session_state.get("cut_well")
        if before is None:
            return None
        st.caption(t("pretokenize.last_good"))
        return computed(*before)
    st.session_state["cut_well"] = (corpus, patterns)
    return drawn


def computed(corpus: Corpus, patterns: tuple[str, ...]) -> PreTokens:
    """From the store, where it is there."""
    key = ("pre-tokens", corpus, patterns)
    drawn: PreTokens = shared_store().get(key, lambda: pre_tokens(corpus, patterns))
    return drawn


def tables(drawn: PreTokens) -> None:
    """The distinct pre-tokens of each split."""
    with st.container(key="after"):
        st.html(html_of("pretokenize", "table_title", explained("pretokenize.table.title")))
        columns = st.columns(2, gap="large")
        for k, split in enumerate(drawn.splits):
            with columns[k]:
                if len(drawn.splits) > 1:
                    st.caption(t(title_of(split.pattern)))
                pretoken_table(split, name=str(k))


main()
