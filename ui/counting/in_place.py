"""A text's tokens where they stand; of the one that was picked, the merges that make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.model import BPEModel
from bpe_core.runtime.text import pack, visible
from bpe_lab.pages import PART, TOKENIZER
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.drawn_tokens import tree_board
from bpe_lab.scenes.placed_tokens import (
    MOST_PARTS,
    Block,
    bytes_of,
    merges_board,
    pieces_of,
    tokens_board,
)
from bpe_lab.text import number_text, t
from ui.counting.counts import Counted, Text
from ui.counting.models import Model
from ui.page.markup import html_of
from ui.page.visit import here
from ui.player.player import board
from ui.serving.store import typed_store

Row = tuple[Model, Counted]
LONG_ENOUGH = 4  # bytes of the token that is shown before one is picked


def placed_tokens(text: Text, rows: Sequence[Row], *, name: str) -> None:
    """A block of tokens per model; which of them is pressed is noted for `picked_token`.

    ``name`` says to a screen reader what it is.
    """
    answer = board(
        _recording(text, rows),
        key="tokens_board",
        texts=("tokens",),
        name=name,
        leads=True,
        picks=True,
        file=file_name("tokens", ""),
        store=typed_store(),
    )
    note_pick(answer, text, rows)


def _recording(text: Text, rows: Sequence[Row]) -> object:
    """Made once for all readers."""
    blocks = [Block(model.title, model.tokenizer, each.encoded) for model, each in rows]
    encoded = [id(each.encoded) for _, each in rows]
    recording, _ = typed_store().get(
        ("tokens board", *(block.name for block in blocks), *encoded),
        lambda: (tokens_board(text.drawn, blocks), _Rows(rows)),
    )
    return recording


class _Rows:
    """Holds the rows of a board, so that their ids belong to nothing else meanwhile."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows


@dataclass(slots=True)
class Picked:
    """The model, the text and the place of the token in it; empty until one is picked."""

    model: str = ""
    digest: str = ""
    index: int = 0


def note_pick(answer: object, text: Text, rows: Sequence[Row]) -> None:
    """Note whose token the board says was pressed, and where it stands."""
    if not isinstance(answer, Mapping):
        return
    numbers = [answer.get(name) for name in ("widget", "item", "part")]
    try:
        flow, item, part = (int(str(number)) for number in numbers)
        model, count = rows[flow]
        piece = pieces_of(count.encoded)[item]
    except (ValueError, IndexError):
        return
    if min(flow, item, part) >= 0:
        index = min(piece.first + part, piece.end - 1)
        picked = here(Picked)
        picked.model, picked.digest, picked.index = model.name, text.digest, index


def picked_token(text: Text, rows: Sequence[Row]) -> None:
    """The card of the token that was picked, else of one of the first model's."""
    picked = here(Picked)
    row = next((row for row in rows if row[0].name == picked.model), None)
    is_there = row is not None and picked.digest == text.digest
    model, count = row if row is not None and is_there else rows[0]
    index = picked.index if is_there else _example(text, rows[0])
    with st.container(key="token_picked" if is_there else "token_example", gap="xsmall"):
        if is_there:
            st.button(
                "✕", key="unpick", type="tertiary", help=t("tokens.unpick"), on_click=_unpick
            )
        _card(text, model, count, index, grows=is_there)


def _unpick() -> None:
    here(Picked).digest = ""


def _example(text: Text, row: Row) -> int:
    """The first token of some bytes."""
    spans = row[1].encoded.byte_spans
    long = (k for k, (start, end) in enumerate(spans) if end - start >= LONG_ENOUGH)
    return next(long, 0)


def _card(text: Text, model: Model, count: Counted, index: int, *, grows: bool) -> None:
    token_id = count.encoded.ids[index]
    start, end = count.encoded.byte_spans[index]
    tokenizer = model.tokenizer
    data = bytes_of(tokenizer, token_id)
    if tokenizer.model is None and end > start and not _is_shared(count, index):
        data = text.drawn.encode()[start:end]
    facts = {
        "id": str(token_id),
        "written": visible(tokenizer.written(token_id).encode()),
        "bytes": data[:24].hex(" ").upper() + (" …" if len(data) > 24 else ""),
        "characters": _characters(data),
        "place": t("tokens.place", number=index + 1, at=start),
    }
    st.html(html_of("counting", "card", visible(data), model.title, facts))
    _tree(model, token_id, data, grows=grows)
    if query := picked_query(model.name, tokenizer.model, text.drawn, start):
        st.html(html_of("counting", "walk", query))


def _is_shared(count: Counted, index: int) -> bool:
    spans = count.encoded.byte_spans
    return spans[index] in (*spans[max(0, index - 1) : index], *spans[index + 1 : index + 2])


def _characters(data: bytes) -> str:
    try:
        return number_text(len(data.decode()))
    except UnicodeDecodeError:
        return t("tokens.part")


def _tree(model: Model, token_id: int, data: bytes, *, grows: bool) -> None:
    """How merges make it, or why there is nothing to be drawn."""
    tokenizer = model.tokenizer
    tree = tokenizer.merge_tree(token_id)
    if token_id in tokenizer.special_tokens.values():
        why = "special"
    elif tree is None:
        kind = tokenizer.kind
        why = kind if kind in ("unigram", "wordpiece") else "whole" if len(data) > 1 else "byte"
    elif not tree.parts:
        why = "byte"
    elif sum(1 for _ in tree.leaves()) > MOST_PARTS:
        why = "long"
    else:
        core, tree_of = tokenizer.model, tree
        recording = typed_store().value_of(
            tokenizer,
            ("tree", token_id),
            lambda: tree_board(core, token_id).recording if core else merges_board(tree_of),
        )
        board(
            recording,
            key="token_player",
            texts=("vocabulary",),
            name=t("vocabulary.tree", token=visible(data)),
            grows=grows,
            store=typed_store(),
        )
        return
    st.html(html_of("counting", "why", t(f"tokens.why.{why}", limit=MOST_PARTS)))


def picked_query(
    name: str, model: BPEModel | None, text: str, start: int
) -> dict[str, str] | None:
    """What an address says of the walk that makes the token at byte ``start``; None: no walk.

    A text that is too long for an address, or whose pre-token is too far in it, gives way to
    the pre-token alone.
    """
    if model is None or name not in TOKENIZER.options:
        return None
    at, words, word = 0, dict[str, int](), ""
    for pre_token in encoded_pre_tokens(model, text):
        words.setdefault(pre_token, len(words))
        at += len(pre_token.encode())
        if at > start:
            word = pre_token
            break
    packed, part = pack(text), words.get(word, 0)
    if packed is None or part > PART.high:
        packed, part = pack(word), 0
    if not word or packed is None:
        return None
    query = {"words": "own", "own_words": packed, TOKENIZER.param: name}
    return {**query, PART.param: str(part)} if part else query
