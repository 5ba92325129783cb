"""One token: its facts, the tree of the merges that make it, the tokens built on it."""

from __future__ import annotations

import streamlit as st

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import Notice
from bpe_core.runtime.text import visible
from bpe_lab.pages import TOKEN
from bpe_lab.scenes.drawn_tokens import tree_board
from bpe_lab.scenes.token_table import (
    KINDS,
    Inventory,
    as_typed,
    chosen_id,
    first_choice,
    relatives_of,
)
from bpe_lab.scenes.vocabulary.parts_walk import MOST_BYTES, can_be_taken_apart
from bpe_lab.text import t
from ui.page.elements import as_code
from ui.page.fields import begin, link
from ui.page.markup import html_of
from ui.page.presenting import is_presenting
from ui.player.player import board
from ui.vocabulary.token_search import hex_to_find

APART = "apart"  # the view that takes a token apart
MOST_NEXT = 12  # tokens offered as the next ones


def choose(token_id: int) -> None:
    """Show this token from the next run on."""
    st.session_state["token"] = str(token_id)


def token_field(inventory: Inventory, notices: list[Notice]) -> int:
    """The token that the link, the reader's typing or a click names; else a familiar one."""
    model = inventory.model
    typed = _typed(inventory, notices)
    number = chosen_id(model, typed) if typed else first_choice(inventory)
    if number is None:
        ids = result_of(encode_by_rank(model, as_typed(typed)))
        notices.append(Notice("no_token", value=typed, parts=tokens_as_text(inventory, ids)))
        number = ids[0] if ids else first_choice(inventory)
        st.session_state["token_seen"] = ("", b"")  # nothing to look for elsewhere
    else:
        st.session_state["token_seen"] = (typed, inventory.tokens[number])
    link(TOKEN.param, str(number) if number != first_choice(inventory) else None)
    return number


def _typed(inventory: Inventory, notices: list[Notice]) -> str:
    """The value of the field."""
    label = t("input.token")
    notices += begin(TOKEN, label=label)
    _carry_over(inventory)
    return st.text_input(
        label,
        key=TOKEN.param,
        max_chars=TOKEN.most,
        placeholder=t("input.token_placeholder"),
        help=t("input.token_help"),
        persist_state="session",
    )


def _carry_over(inventory: Inventory) -> None:
    """In another vocabulary the same bytes have another id."""
    typed = st.session_state["token"]
    before, token = st.session_state.get("token_seen", ("", b""))
    if typed != before or not typed.strip().isdecimal():
        return
    number = chosen_id(inventory.model, typed)
    if number is None or inventory.tokens[number] != token:
        number = inventory.model.ordinary_ids.get(token)
        st.session_state["token"] = "" if number is None else str(number)


def tokens_as_text(inventory: Inventory, ids: list[int]) -> str:
    """Tokens side by side, as text."""
    return " ".join(visible(inventory.tokens[number]) for number in ids)


def drawn_row(inventory: Inventory, ids: list[int]) -> str:
    """Tokens side by side, as Markdown."""
    return " ".join(as_code(visible(inventory.tokens[number])) for number in ids)


def token_card(inventory: Inventory, token_id: int) -> None:
    """The chosen token, the page's one focal point."""
    facts = inventory.frame.iloc[token_id]
    token = visible(inventory.tokens[token_id])
    st.html(html_of("vocabulary", "token_head", token, _facts(inventory, token_id)))
    if facts["kind"] in ("special", "unused"):
        st.info(t("vocabulary.special" if facts["kind"] == "special" else "vocabulary.unused"))
    elif facts["bytes"] > MOST_BYTES:
        st.info(t("vocabulary.long", size=int(facts["bytes"]), limit=MOST_BYTES))
    else:
        _tree(inventory, token_id, token)
    _next(inventory, token_id)
    if not is_presenting():
        _holders(inventory, token_id)


def _facts(inventory: Inventory, token_id: int) -> str:
    """Id, rank, size, script in one line."""
    facts = inventory.frame.iloc[token_id].to_dict()
    parts = [t("vocabulary.fact_id", id=str(token_id))]
    if token_id in inventory.ranks:
        parts.append(t("vocabulary.fact_rank", rank=inventory.ranks[token_id]))
    parts.append(t("vocabulary.fact_bytes", size=len(inventory.tokens[token_id])))
    parts.append(t(f"vocabulary.kind.{facts['kind']}"))
    if facts["script"] not in KINDS:
        parts.append(t(f"vocabulary.script.{facts['script']}"))
    return " · ".join(parts)


def _tree(inventory: Inventory, token_id: int, token: str) -> None:
    drawn = tree_board(inventory.model, token_id)
    name = t("vocabulary.tree", token=token)
    board(drawn.recording, key="token_player", texts=("vocabulary",), name=name)
    if drawn.ids != (token_id,):
        st.info(t("vocabulary.unmade", parts=drawn_row(inventory, list(drawn.ids))))
    elif can_be_taken_apart(inventory, token_id):
        label = t("vocabulary.apart.go")
        st.button(label, on_click=take_apart, key="take_apart", type="tertiary")


def take_apart() -> None:
    """Show the chosen token in the view that takes it apart."""
    st.session_state["vocabulary_view"] = APART


def _next(inventory: Inventory, token_id: int) -> None:
    """The tokens that merges make of this one, to go on to."""
    new_ids = relatives_of(inventory, token_id).built_on
    if not new_ids:
        st.caption(t("vocabulary.no_next"))
        return

    def go_on() -> None:
        if st.session_state[key] is not None:
            choose(st.session_state[key])

    key = f"next_{token_id}"
    is_whole = len(new_ids) <= MOST_NEXT
    label = t(
        "vocabulary.next" if is_whole else "vocabulary.next_first",
        count=len(new_ids),
        shown=MOST_NEXT,
    )
    labels = {n: as_code(visible(inventory.tokens[n])) for n in new_ids[:MOST_NEXT]}
    st.pills(label, list(labels), format_func=labels.__getitem__, key=key, on_change=go_on)


def _holders(inventory: Inventory, token_id: int) -> None:
    """The way to all tokens whose bytes hold this one's."""
    count = relatives_of(inventory, token_id).holders
    digits = hex_to_find(inventory.tokens[token_id])
    if not count or digits is None:
        return

    def look() -> None:
        st.session_state["find"] = digits
        st.session_state["find_by"] = "bytes"

    label = t("vocabulary.holders", count=count)
    st.button(label, on_click=look, key="holders", type="tertiary")
