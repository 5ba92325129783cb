"""Around the walk of the encode page: how much the whole text is, the way back from ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bpe_core import decode, encode
from bpe_core.encode.id_file import parse_ids
from bpe_core.encode.whole_text import encode_pre_token, normalized
from bpe_core.errors import BPELabError, InputError, Notice
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from bpe_lab.pages import ALLOW, COUNTED, COUNTED_SAMPLE, ENCODE_VIEW, IDS, MODELS, OWN
from bpe_lab.scenes.drawn_tokens import NO_CHARACTER, decoding_board
from bpe_lab.text import t
from ui.page.fields import begin, first_value, link, settle
from ui.page.markup import html_of, section_title
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.player.player import board
from ui.serving.store import shared_store

IDS_LIMIT = 2000
BYTES_LIMIT = 200_000  # of the text that ids give


def how_much(name: str, model: BPEModel, text: str) -> None:
    """How many tokens the whole text is, and the way to all of them."""
    is_open = ALLOW.read(st.query_params.get(ALLOW.param, ""))  # as Train leads here
    allowed = tuple(model.special_tokens) if is_open else ()
    ids = shared_store().value_of(
        model, ("ids", text, allowed), lambda: encode(model, text, allowed_special=allowed)
    )
    size = len(normalized(model, text, allowed_special=allowed).encode())
    sentence = t("encode.text.totals", bytes=size, tokens=len(ids))
    st.html(html_of("encode", "how_much", sentence, tokens_query(name, text)))


def tokens_query(name: str, text: str) -> dict[str, str]:
    """What an address says of the page of tokens with this text and vocabulary."""
    names = (each for each in COUNTED_SAMPLE.options if each != OWN)
    named = next((each for each in names if sample(each).text == text), None)
    query = {
        COUNTED_SAMPLE.param: named,
        COUNTED.param: None if named else COUNTED.write(text),
        MODELS.param: name if name in MODELS.options else None,
        ALLOW.param: st.query_params.get(ALLOW.param),
    }
    return {param: value for param, value in query.items() if value}


def from_ids(model: BPEModel) -> None:
    """Typed ids as tokens and as text, parts of characters included."""
    section_title("encode.decode.title")
    label = t("encode.decode.label")
    start = " ".join(map(str, encode_pre_token(model, "你好".encode())[:-1] or [0]))
    _follow_vocabulary(start)
    asked = replace(IDS, default=start)
    for notice in begin(asked, label=label):
        show(notice)
    typed = st.text_input(
        label,
        first_value("ids", ""),
        key="ids",
        help=t("encode.decode.help", limit=IDS_LIMIT),
        max_chars=8 * IDS_LIMIT,
        persist_state="session",
    )
    settle(asked, typed)
    _read_back(model, typed)


def wants_ids(notices: list[Notice]) -> bool:
    """Whether the address asks for the way back alone, as a lesson's scene does."""
    asked = st.query_params.get(ENCODE_VIEW.param)
    if asked is None or asked in ENCODE_VIEW.options:
        return asked is not None
    notices.append(Notice("unknown_choice", name=t("encode.decode.title"), value=asked))
    link(ENCODE_VIEW.param, None)
    return False


def ids_alone(model: BPEModel) -> None:
    """The way back and no walk; of it a hall sees what the ids of the address give."""
    if not is_presenting():
        st.button(
            t("encode.decode.forth"),
            key="encode_forth",
            type="tertiary",
            on_click=link,
            args=(ENCODE_VIEW.param, None),
        )
        from_ids(model)
        return
    for notice in begin(IDS, label=t("encode.decode.label")):
        show(notice)
    _read_back(model, st.session_state["ids"], leads=True)


def _read_back(model: BPEModel, typed: str, *, leads: bool = False) -> None:
    """The ids as tokens, bytes and characters; on a page, the text to copy as well."""
    try:
        ids = parse_ids(typed, limit=IDS_LIMIT)
        check_size(model, ids)
        text = decode(model, ids)
    except BPELabError as error:
        show(error)
        return
    if not ids:
        return
    board(
        decoding_board(model, ids),
        key="decode_board",
        texts=("encode",),
        name=t("encode.decode.title"),
        leads=leads,
    )
    if leads:
        return
    st.caption(t("encode.decode.text"))
    st.code(text, language=None, wrap_lines=True)
    if NO_CHARACTER in text:
        st.caption(t("encode.decode.half", count=text.count(NO_CHARACTER)))


def check_size(model: BPEModel, ids: Sequence[int]) -> None:
    """Raise ``InputError`` for ids of long tokens, a few of which are a text of gigabytes.

    Ids that the vocabulary does not have are for ``decode`` to refuse.
    """
    tokens = model.vocabulary.tokens
    size = sum(len(tokens[number]) for number in ids if 0 <= number < len(tokens))
    if size > BYTES_LIMIT:
        raise InputError("text_too_large", size=size, limit=BYTES_LIMIT)


def _follow_vocabulary(start: str) -> None:
    """An example that the reader has not changed follows the vocabulary."""
    before = st.session_state.get("ids_example", start)
    st.session_state["ids_example"] = start
    if before != start and st.session_state.get("ids") == before:
        st.session_state["ids"] = start
