"""Around the walk of the encode page: the whole text as tokens, and the way back from ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bpe_core import decode, encode
from bpe_core.encode.typed_ids import parse_ids
from bpe_core.encode.whole_text import encode_pre_token, encoded_pre_tokens, normalized
from bpe_core.errors import BPELabError, Notice, TextTooLargeError
from bpe_core.model import BPEModel
from bpe_lab.pages import ALLOW, ENCODE_VIEW, IDS
from bpe_lab.scenes.drawn_tokens import NO_CHARACTER, decoding_board, token_board
from bpe_lab.text import number_text, t
from bpe_lab.text.messages import escaped
from ui.page.fields import UnknownChoiceNotice, begin, first_value, link, settle, toggle
from ui.page.markup import html_of, section_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.player.player import board

IDS_LIMIT = 2000
BYTES_LIMIT = 200_000  # of the text that ids give


def whole_text(
    model: BPEModel, text: str, above: st.delta_generator.DeltaGenerator | None, *, is_own: bool
) -> None:
    """Counts, tokens in place, tokens with ids; special tokens on or off.

    ``above``, a place above the walk, says how much it is. Under a text of the reader's own
    the tokens stand there, with what its special tokens could mean.
    """
    section_title("encode.text.title")
    summary = above.container(gap="xxsmall") if above else None
    noted = above.container(key="encode_special", gap="xsmall") if above and is_own else None
    try:
        allowed = _allowed_special(model, text, noted)
        ids = encode(model, text, allowed_special=allowed)
    except BPELabError as error:  # a pattern of the reader's file may not take every text
        show(error)
        return
    composed = normalized(model, text, allowed_special=allowed)
    styles: tuple[str, ...] = ("text", "chips")
    if summary is not None:
        name = "totals_own" if is_own else "totals"
        size = len(composed.encode())
        summary.caption(t(f"encode.text.{name}", bytes=size, tokens=len(ids)))
        if is_own:
            styles = ("chips",)
            with summary.container(key="encode_whole"):
                _board(model, ids, ("text",), "encode_own_tokens")
    _figures(model, composed, allowed, len(ids))
    _board(model, ids, styles, "encode_tokens")
    with st.expander(t("encode.text.ids")):
        st.code(" ".join(map(str, ids)), language=None, wrap_lines=True)


def _board(model: BPEModel, ids: Sequence[int], styles: tuple[str, ...], key: str) -> None:
    recording = token_board(model, ids, styles=styles)
    board(recording, key=key, texts=("encode",), name=t("encode.text.title"))


def _allowed_special(
    model: BPEModel, text: str, noted: st.delta_generator.DeltaGenerator | None
) -> tuple[str, ...]:
    """The special tokens to recognise, and a note if the text contains one.

    In ``noted``, away from the switch, it has a button that turns the switch.
    """
    special_tokens = [token for token in model.special_tokens if token not in model.always]
    held = [token for token in special_tokens if token in text]
    notices: list[Notice] = []
    on = toggle(
        ALLOW,
        notices,
        label=t("encode.input.special"),
        about=t("encode.input.special_help"),
        disabled=not special_tokens,
    )
    show_notices(notices, "notices_allow")
    if held:
        special = escaped(held[0])
        ordinary = len(encode(model, held[0]))
        key = "encode.text.trap_open" if on else "encode.text.trap"
        target = noted or st
        (target.warning if on else target.info)(t(key, special=special, ordinary=ordinary))
        if noted is not None:
            label = t("encode.text.as_text") if on else t("input.as_special")
            noted.button(label, key="allow_here", on_click=_allow, args=(not on,))
    return tuple(special_tokens) if on else ()


def _allow(on: bool) -> None:
    st.session_state[ALLOW.param] = on


def _figures(model: BPEModel, text: str, allowed: tuple[str, ...], tokens: int) -> None:
    """The size of the text, the number of tokens, bytes per token."""
    pre_tokens = sum(1 for _ in encoded_pre_tokens(model, text, allowed_special=allowed))
    size = len(text.encode())
    figures = {
        "characters": number_text(len(text)),
        "bytes": number_text(size),
        "pre_tokens": number_text(pre_tokens),
        "tokens": number_text(tokens),
        "bytes_per_token": f"{size / tokens:.2f}",
        "characters_per_token": f"{len(text) / tokens:.2f}",
    }
    st.html(html_of("page", "figures", "encode.text", figures))


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
    notices.append(UnknownChoiceNotice(name=t("encode.decode.title"), value=asked))
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
    """Raise `TextTooLargeError` for ids of long tokens, a few of which are a text of gigabytes.

    Ids that the vocabulary does not have are for ``decode`` to refuse.
    """
    tokens = model.vocabulary.tokens
    size = sum(len(tokens[number]) for number in ids if 0 <= number < len(tokens))
    if size > BYTES_LIMIT:
        raise TextTooLargeError(size=size, limit=BYTES_LIMIT)


def _follow_vocabulary(start: str) -> None:
    """An example that the reader has not changed follows the vocabulary."""
    before = st.session_state.get("ids_example", start)
    st.session_state["ids_example"] = start
    if before != start and st.session_state.get("ids") == before:
        st.session_state["ids"] = start
