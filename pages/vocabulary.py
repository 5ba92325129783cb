"""A whole vocabulary: look it through, take a token apart, set two side by side, save."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.runtime.text import visible
from bpe_lab.pages import VOCABULARY_VIEW
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.token_table import Inventory
from bpe_lab.scenes.vocabulary.parts_walk import can_be_taken_apart, parts_walk
from bpe_lab.text import t
from ui.charts.inventory_charts import inventory_of, lengths, scripts
from ui.page.elements import as_code
from ui.page.fields import view_switch
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.page.saving import saving
from ui.player.player import player
from ui.serving.store import shared_store
from ui.tokenizer_inputs import tokenizer_of, whole_tokenizer_choice
from ui.vocabulary.beside import beside, two_vocabularies
from ui.vocabulary.byte_table import byte_table, byte_text
from ui.vocabulary.token_card import APART, choose, token_card, token_field
from ui.vocabulary.token_search import characters, search_fields, token_table

HALVES = (6, 7)
BESIDE = "beside"
FIELDS = (13, 11, 9)  # four views in a tablet's row


def main() -> None:
    """One of the views below the switch."""
    room_style("vocabulary")
    page_title("vocabulary.title")
    notices: list[Notice] = []
    with st.container(key="inputs"):
        first, second, third = st.columns(FIELDS, gap="medium")
        with first:
            view = view_switch("vocabulary", VOCABULARY_VIEW)
        if view == "bytes":
            with second:
                text = byte_text(notices)
        elif view == BESIDE:
            both = two_vocabularies(second, third, notices)
        else:
            table = vocabulary(second, notices)
    messages = st.container()  # above what follows, whose fields add to it
    if view == "bytes":
        byte_table(text)
    elif view == BESIDE:
        if both is not None:
            beside(*both)
    elif table is not None:
        with third:
            token_id = token_field(table, notices)
        if view == APART:
            take_apart(table, token_id)
        else:
            draw(table, token_id, notices)
    with messages:
        for notice in notices:
            show(notice)


def vocabulary(
    column: st.delta_generator.DeltaGenerator, notices: list[Notice]
) -> Inventory | None:
    """The table of the chosen vocabulary; None while there is none."""
    try:
        with column:
            name = whole_tokenizer_choice(notices)
        tokenizer = tokenizer_of(name, notices)
    except BPELabError as error:
        show(error)
        return None
    return inventory_of(tokenizer.model) if tokenizer else None


def take_apart(table: Inventory, token_id: int) -> None:
    """The walk of one token alone: the page around it names no rank, id or part of any."""
    if not can_be_taken_apart(table, token_id):
        st.info(t("vocabulary.apart.none", token=as_code(visible(table.tokens[token_id]))))
        return
    recording, _ = shared_store().get(
        ("parts walk", id(table), token_id), lambda: (parts_walk(table, token_id), table)
    )
    player(
        recording,
        key="vocabulary_player",
        texts=("vocabulary", "question"),
        file=file_name("vocabulary", visible(table.tokens[token_id])),
    )


def draw(table: Inventory, token_id: int, notices: list[Notice]) -> None:
    """The search on the left, the chosen token on the right, the whole below."""
    if is_presenting():  # the token before a hall, what else there is under it
        token, search = st.container(), st.container()
    else:
        search, token = st.columns(HALVES, gap="large")
    with search, st.container(key="search"):
        query = search_fields(notices)
        try:
            token_table(table, query, choose=choose)
        except BPELabError as error:
            show(error)
    with token:
        token_card(table, token_id)
    if is_presenting():
        return
    with st.container(key="after"):
        left, right = st.columns(HALVES, gap="large")
        with left:
            lengths(table)
        with right:
            scripts(table)
        characters(table, widths=HALVES)
        saving(table.model)


main()
