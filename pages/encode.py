"""Encoding by rank: one pre-token merge by merge, beside other rules; decoding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.errors import BPELabError, InputError, Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.text import visible
from bpe_core.texts.corpus import WORDS
from bpe_core.vocabularies import WHOLE_TEXTS
from bpe_lab.exercises.draw import Exercise, model_of
from bpe_lab.pages import (
    ENCODE_RULE,
    MOST_PARTS,
    OWN,
    OWN_WORDS,
    PART,
    SUITED,
    TOKENIZER,
    WORD,
)
from bpe_lab.player.parts import SECTIONS, file_name
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.encode.linear_walk import linear_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.text import language, t
from ui.encode.from_ids import from_ids, how_much, ids_alone, wants_ids
from ui.page.exercise_inputs import exercise_inputs, offer_exercise
from ui.page.fields import begin, link, select_box, settle
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.page.text_inputs import chosen_text
from ui.player.player import player
from ui.serving.store import shared_store
from ui.tokenizer_inputs import (
    NamedModel,
    own_or_bilingual,
    suit_own_text,
    take_lecture_back,
    tokenizer_choice,
    tokenizer_of,
)

ABOVE = "encode_totals"  # above the walk: how much a text is
KIND = "trace.encode"


def main() -> None:
    """Inputs, the walk of one pre-token, the way back; or an exercise."""
    page_title("encode.title")
    notices: list[Notice] = []
    try:
        if exercise := exercise_inputs(KIND, notices):
            show_notices(notices)
            draw_walk(exercise_walk(exercise), f"{exercise.level}-{exercise.seed}")
            return
        chosen = inputs(notices)
    except BPELabError as error:
        show(error)
        return
    if chosen is None:
        show_notices(notices)
        return
    tokenizer, text, word, above = chosen
    if wants_ids(notices):
        show_notices(notices)
        ids_alone(tokenizer.model)
        return
    walk = chosen_walk(tokenizer, word)
    show_notices((*notices, *walk.notices))
    if above is None and text != word and not is_presenting():
        above = st.container(key=ABOVE)
    if above is not None:
        with above:
            say_how_much(tokenizer, text)
    draw_walk(walk, word)
    if not is_presenting():
        from_ids(tokenizer.model)


def say_how_much(tokenizer: NamedModel, text: str) -> None:
    """In one line; a pattern of the reader's file may not take every text."""
    try:
        how_much(tokenizer.name, tokenizer.model, text)
    except BPELabError as error:
        show(error)


def draw_walk(walk: Walk, name: str) -> None:
    """The player, whose files are called after ``name``."""
    player(
        walk.recording,
        key="encode_player",
        texts=SECTIONS["encode"],
        file=file_name("encode", name),
        exercise=KIND,
    )


def exercise_walk(exercise: Exercise) -> Walk:
    """Made once for all readers."""
    walk: Walk = shared_store().get(
        ("word walk", exercise),
        lambda: word_walk(model_of(exercise.text, exercise.options), exercise.word, exercise),
    )
    return walk


def inputs(
    notices: list[Notice],
) -> tuple[NamedModel, str, str, st.delta_generator.DeltaGenerator | None] | None:
    """The tokenizer, the text, its pre-token to walk through, the place under a typed text."""
    with st.container(key="inputs"):
        left, middle, right, rule, end = st.columns(
            [3, 3, 2.6, 2.8, 2], vertical_alignment="bottom"
        )
        with end:
            offer_exercise(KIND)
        with left:
            name = select_box(WORD, notices, names="sample")
        begin_text(name)
        with middle:
            source = tokenizer_choice(TOKENIZER, notices)
        with rule:
            select_box(ENCODE_RULE, notices, names="encode.rule")
        if name == OWN:  # a link without a vocabulary opens with one that suits
            link(TOKENIZER.param, source)
        corpus = chosen_text(name, notices, own=OWN_WORDS)
        is_typed = name == OWN and not is_presenting()
        under_it = st.container(key=ABOVE) if is_typed else None
        tokenizer = tokenizer_of(source, notices)
        if corpus is None or tokenizer is None:
            return None
        notices += corpus.notices()
        pre_tokens = encoded_pre_tokens(tokenizer.model, corpus.text)
        # A text of nothing but added tokens has none; it is walked through as if it were one.
        words = list(dict.fromkeys(map(str.encode, pre_tokens))) or [corpus.text.encode()]
        with right:
            word = part(words[:MOST_PARTS], notices)
    return tokenizer, corpus.text, word, under_it


def begin_text(name: str) -> None:
    """A new text begins with its first pre-token and with a vocabulary that suits it.

    The lecture's seven merges fit the lecture's word only, and in "catch" the rules differ with
    those of the lab. Whoever then chooses another vocabulary keeps it, until the text changes.
    """
    before = st.session_state.get("settled_text", name)
    st.session_state["settled_text"] = name
    if name == WORDS[0]:
        take_lecture_back()
    if name == OWN:
        suit_own_text()
    if before == name:
        return
    st.session_state["part"] = 0
    if name == WORDS[0] or st.session_state.get("tokenizer") in SUITED.values():
        suited = own_or_bilingual() if name == OWN else WHOLE_TEXTS
        st.session_state["tokenizer"] = SUITED.get(name, suited)


def part(words: list[bytes], notices: list[Notice]) -> str:
    """The pre-token to walk through: its number in the link, the first unless chosen.

    subtle: the browser identifies an option by its text, so another text needs another widget;
    the number lives beside it.
    """
    asked = replace(PART, high=len(words) - 1)
    label = t("encode.input.part")
    notices += begin(asked, label=label)
    if st.session_state[asked.param] >= len(words):
        st.session_state[asked.param] = 0
    number = st.selectbox(
        label,
        range(len(words)),
        index=st.session_state[asked.param],
        format_func=lambda k: visible(words[k]),
        key=f"part_{hash((language(), *words))}",
        help=t("encode.input.part_help"),
    )
    st.session_state[asked.param] = number
    settle(asked, number)
    return words[number].decode()


def chosen_walk(tokenizer: NamedModel, word: str) -> Walk:
    """By the rule that is chosen; by rank, where the vocabulary does not take that rule."""
    if st.session_state[ENCODE_RULE.param] == "linear":
        try:
            return walk_of(tokenizer, word, linear_walk)
        except InputError as error:
            show(error)
    return walk_of(tokenizer, word, word_walk)


def walk_of(tokenizer: NamedModel, word: str, make: Callable[[BPEModel, str], Walk]) -> Walk:
    """Computed once for all readers; a model is identified as an object, a file's too."""
    key = ("word walk", make.__name__, id(tokenizer.model), word)
    walk, _ = shared_store().get(key, lambda: (make(tokenizer.model, word), tokenizer.model))
    result: Walk = walk
    return result


main()
