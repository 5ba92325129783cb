"""A reader's text in the tokenizers of several models: counts, tokens, how one was built."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.texts.corpus import sample
from bpe_lab.pages import ALLOW, COUNTED, COUNTED_SAMPLE, OWN
from bpe_lab.text import joined, number_text, t
from bpe_lab.text.messages import escaped
from ui.counting.counts import Text, counted, counts_table, prices_field
from ui.counting.in_place import Row, picked_token, placed_tokens
from ui.counting.models import Model, is_away, models_field, opened
from ui.own_tokenizers import tell_forgotten, tokenizer_uploader
from ui.page.elements import as_code, folded_away
from ui.page.fields import begin, has_begun, link, settle, text_area, toggle
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.page.visit import name_text

HEIGHT = 148  # of the text's field
MOST_NAMED = 3  # special tokens of a model


def main() -> None:
    """The text and the models, the counts, the tokens in place, the picked one."""
    room_style("counting")
    page_title("tokens.title")
    notices: list[Notice] = []
    with st.container(key="inputs"):
        text = text_field(notices)
        left, files, middle, right = st.columns([14, 4, 4, 5], vertical_alignment="bottom")
        with files, st.popover(t("tokens.files"), width="stretch"):
            tokenizer_uploader(notices)
        with left:
            names = models_field(notices)
        here = [name for name in names if not is_away(name)]
        models = [model for name in here if (model := one(name, notices))]
        with middle:
            prices = prices_field(models, notices)
        with right:
            is_open = toggle(
                ALLOW,
                notices,
                label=t("tokens.special"),
                about=t("tokens.special_help"),
            )
    show_notices(notices)
    tell_forgotten()
    rows = counted_rows(text, models, special=is_open)
    if rows:
        st.html(counts_table(text, rows, prices))
    elif not names:
        st.info(t("tokens.none"))
    for name in filter(is_away, names):
        one(name, notices)  # offers to fetch it
    special_note(rows, is_open=is_open)
    if rows and text.drawn:
        lined_up(text, rows)


def text_field(notices: list[Notice]) -> Text:
    """The reader's text, which begins as a friendly one or as the link has it."""
    notices += begin(COUNTED_SAMPLE, label=t("input.counted"))
    name = st.session_state[COUNTED_SAMPLE.param]
    if COUNTED_SAMPLE.param in st.query_params and name != OWN and not has_begun(COUNTED.param):
        st.session_state[COUNTED.param] = sample(name).text  # whatever was typed before
    typed = text_area(
        COUNTED,
        notices,
        start=t("tokens.start"),
        label=t("input.counted"),
        about=t("tokens.text_help", limit=COUNTED.most),
        height=HEIGHT,
    )
    if name != OWN and typed != sample(name).text:
        name = OWN  # it has been changed
    if name != OWN:
        link(COUNTED.param, None)
    st.session_state[COUNTED_SAMPLE.param] = settle(COUNTED_SAMPLE, name)
    name_text(typed)
    return Text.of(typed)


def one(name: str, notices: list[Notice]) -> Model | None:
    """An open model; its error is shown, and the others stay."""
    try:
        return opened(name, notices)
    except BPELabError as error:
        show(error)
        return None


def counted_rows(text: Text, models: Sequence[Model], *, special: bool) -> list[Row]:
    """What each makes of the text; whose pattern does not take it is told of and left out."""
    rows: list[Row] = []
    with st.spinner(t("tokens.counting")):
        for model in models:
            try:
                rows.append((model, counted(model.tokenizer, text, special=special)))
            except BPELabError as error:
                show(error)
    return rows


def lined_up(text: Text, rows: Sequence[Row]) -> None:
    """The tokens, a block per model, and beside them the card of the one that was pressed."""
    # A hall's screen has what the table above leaves (`flow.css`).
    st.html(f"<style>:root {{ --counted-models: {len(rows)}; }}</style>")
    tokens, card = st.columns([11, 6], gap="large")
    with tokens:
        st.caption(about_tokens(text, rows))
        placed_tokens(text, rows, name=t("tokens.board"))
        if not is_presenting():
            folded_away(t("tokens.ids"), partial(all_ids, rows), key="token_ids")
    with card:
        picked_token(text, rows)


def all_ids(rows: Sequence[Row]) -> None:
    """Those of what is drawn, to be copied."""
    for model, each in rows:
        st.caption(escaped(model.title))
        st.code(" ".join(map(str, each.encoded.ids)), language=None, wrap_lines=True)


def about_tokens(text: Text, rows: Sequence[Row]) -> str:
    """What is underlined, what a press does, and how much of the text is drawn."""
    name = escaped(rows[0][0].title)
    sentences = [t("tokens.differs", name=name)] if len(rows) > 1 else []
    if text.drawn != text.whole:
        size = number_text(len(text.drawn.encode()) // 1000)
        sentences.insert(0, t("tokens.beginning", size=size))
    return joined([*sentences, t("tokens.press")])


def special_note(rows: Sequence[Row], *, is_open: bool) -> None:
    """What special tokens in the text mean, and a button that turns the switch."""
    held = [(model, each.special) for model, each in rows if each.special]
    always = [(model, each.always) for model, each in rows if each.always]
    with st.container(key="special_held", gap="xsmall"):
        if held:
            key = "tokens.trap_open" if is_open else "tokens.trap"
            (st.warning if is_open else st.info)(t(key, which=named_specials(held)))
            label = t("tokens.as_text") if is_open else t("input.as_special")
            st.button(label, key="allow_here", on_click=_allow, args=(not is_open,))
        if always:
            st.info(t("tokens.always", which=named_specials(always)))


def named_specials(held: Sequence[tuple[Model, Sequence[str]]]) -> str:
    """Special tokens with their models, a few of each."""
    lists = []
    for model, tokens in held:
        more = ["…"] if len(tokens) > MOST_NAMED else []
        special = ", ".join([*map(as_code, tokens[:MOST_NAMED]), *more])
        lists.append(t("tokens.named_special", special=special, model=escaped(model.title)))
    return "; ".join(lists)


def _allow(on: bool) -> None:
    st.session_state[ALLOW.param] = on


main()
