"""A text of the reader's in the tokenizers of several models: counts, tokens, one taken apart."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.pages import ALLOW, COUNTED
from bpe_lab.scenes.placed_tokens import Block, tokens_board
from bpe_lab.text import number_text, t
from bpe_lab.text.messages import escaped
from ui.page.fields import own_text, toggle
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.problems import show, show_notices
from ui.page.visit import name_text
from ui.player.player import board
from ui.serving.store import shared_store
from ui.tokens.counts import Counted, Prices, Text, counted, counts_table, prices_field
from ui.tokens.models import Model, is_at_hand, models_field, offer_to_fetch, opened
from ui.tokens.picked import note_pick, picked_token

HEIGHT = 132  # of the text's field
Row = tuple[Model, Counted]


def main() -> None:
    """The text and the models, the counts, the tokens in place, the picked one."""
    room_style("tokens")
    page_title("tokens.title")
    notices: list[Notice] = []
    with st.container(key="inputs"):
        text = text_field(notices)
        left, middle, right = st.columns([8, 2, 3], vertical_alignment="bottom")
        with left:
            names = models_field(notices)
        models = [model for name in names if (model := one(name, notices))]
        with middle:
            prices = prices_field(models, notices)
        with right:
            is_open = toggle(
                ALLOW,
                notices,
                label=t("encode.input.special"),
                about=t("encode.input.special_help"),
            )
    show_notices(notices)
    if text is None:
        return
    draw(text, models, prices, special=is_open)
    for name in names:
        if not is_at_hand(name):
            offer_to_fetch(name)


def text_field(notices: list[Notice]) -> Text | None:
    """The reader's text, which is there when one arrives."""
    typed = own_text(
        COUNTED,
        notices,
        start=t("tokens.start"),
        label=t("input.counted"),
        about=t("tokens.text_help", limit=COUNTED.most),
        height=HEIGHT,
    )
    name_text(typed)
    try:
        return Text.of(typed)
    except UnicodeEncodeError:
        st.error(t("tokens.surrogate"))
        return None


def one(name: str, notices: list[Notice]) -> Model | None:
    """An open model; its error is shown, and the others stay."""
    try:
        return opened(name, notices)
    except BPELabError as error:
        show(error)
        return None


def draw(text: Text, models: Sequence[Model], prices: Prices, *, special: bool) -> None:
    """Figures first, then the tokens with the card of one beside them."""
    rows: list[Row] = []
    with st.spinner(t("tokens.counting")):
        for model in models:
            try:
                rows.append((model, counted(model.tokenizer, text, special=special)))
            except BPELabError as error:  # a pattern may not take every text
                show(error)
    if not rows:
        st.info(t("tokens.none"))
        return
    st.html(counts_table(text, rows, prices))
    special_note(rows, is_open=special)
    if not text.drawn:
        return
    tokens, card = st.columns([11, 6], gap="large")
    with tokens:
        if text.drawn != text.whole:
            st.caption(t("tokens.beginning", size=number_text(len(text.drawn.encode()) // 1000)))
        answer = board(
            recording_of(text, rows),
            key="tokens_board",
            texts=("tokens",),
            name=t("tokens.board"),
            leads=True,
            picks=True,
        )
    note_pick(answer, text, rows)
    with card:
        picked_token(text, rows)


def special_note(rows: Sequence[Row], *, is_open: bool) -> None:
    """What a special token in the text means, and a button that turns the switch."""
    held = next(((model, each) for model, each in rows if each.special), None)
    if held is None:
        return
    model, each = held
    key = "tokens.trap_open" if is_open else "tokens.trap"
    values = {"special": escaped(each.special), "model": escaped(model.title)}
    with st.container(key="special_held", gap="xsmall"):
        (st.warning if is_open else st.info)(t(key, ordinary=each.ordinary, **values))
        label = t("tokens.as_text") if is_open else t("input.as_special")
        st.button(label, key="allow_here", on_click=_allow, args=(not is_open,))


def _allow(on: bool) -> None:
    st.session_state[ALLOW.param] = on


def recording_of(text: Text, rows: Sequence[Row]) -> object:
    """Made once for all readers."""
    blocks = [Block(model.title, model.tokenizer, each.encoded) for model, each in rows]
    encoded = [id(each.encoded) for _, each in rows]
    recording, _ = shared_store().get(
        ("tokens board", *(block.name for block in blocks), *encoded),
        lambda: (tokens_board(text.drawn, blocks), Kept(rows)),
    )
    return recording


class Kept:
    """Holds the rows of a board, so that their ids belong to nothing else meanwhile."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows


main()
