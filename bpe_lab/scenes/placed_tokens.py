"""A text as the tokens of several tokenizers, each where it stands, and where they differ.

Owners' tokens have no bytes of their own: what is drawn is the part of the text that a token
stands for. Tokens that share a character (each is a part of it) are held together under it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bpe_core.encode.offsets import Encoded, Span
from bpe_core.runtime.text import beginning
from bpe_core.tokenizers.tokenizer import MergeTree, Tokenizer
from bpe_lab.scenes.recording import Json, TokenTable, still, text

MOST_DRAWN = 20_000  # bytes of a text that are drawn
CUT_WITHIN = 400  # of their last bytes: where white space is, the text is cut there
MOST_PARTS = 64  # of a token whose tree is drawn
A_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")  # as tokenizers with a fallback write it


class Piece(NamedTuple):
    """The tokens ``first`` to ``end`` of a text, which stand for the bytes of ``span``."""

    span: Span
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A tokenizer's name and what it makes of the text that is drawn."""

    name: str
    tokenizer: Tokenizer
    encoded: Encoded


def drawn_part(whole: str, most: int = MOST_DRAWN) -> str:
    """The beginning of a text that is drawn: all of a short one, else up to white space.

    >>> drawn_part("low lower lowest", most=12), drawn_part("low", most=12)
    ('low lower ', 'low')
    """
    if len(whole) <= most and len(data := whole.encode()) <= most:
        return whole
    data = whole[:most].encode()
    part = beginning(data, most).decode()
    blank = max(part.rfind(each, len(part) - CUT_WITHIN) for each in " \n")
    return part[: blank + 1] if blank > 0 else part


def pieces_of(encoded: Encoded) -> list[Piece]:
    """The tokens in order, those that share bytes of the text together.

    >>> spans = [(0, 1), (1, 5), (1, 5), (5, 6)]
    >>> [piece.span for piece in pieces_of(Encoded([1, 2, 3, 4], spans, spans))]
    [(0, 1), (1, 5), (5, 6)]
    """
    pieces: list[Piece] = []
    for index, (start, end) in enumerate(encoded.byte_spans):
        if pieces and start < pieces[-1].span[1]:
            (begin, reached), first, _ = pieces[-1]
            pieces[-1] = Piece((begin, max(reached, end)), first, index + 1)
        else:
            pieces.append(Piece((start, end), index, index + 1))
    return pieces


def _named(block: Block) -> Json:
    return {"name": text("tokens.block", name=block.name, tokens=len(block.encoded.ids))}


def tokens_board(whole: str, blocks: Sequence[Block], *, picks: bool = True) -> Json:
    """A board with a flow of tokens per tokenizer; what the first cuts otherwise is lit.

    ``whole`` is the text that all have encoded; ``picks``: whether tokens can be picked.
    """
    data, table = whole.encode(), TokenTable()
    cuts = [pieces_of(block.encoded) for block in blocks]
    first = {piece.span for piece in cuts[0]} if cuts else set()
    widgets: list[dict[str, Json]] = [
        {
            "id": str(number),
            "kind": "flow",
            "style": "text",
            "picks": picks,
            "items": [*_items(block, pieces, data, table, first)],
            **(_named(block) if len(blocks) > 1 else {}),
        }
        for number, (block, pieces) in enumerate(zip(blocks, cuts, strict=True))
    ]
    names = [widget["id"] for widget in widgets]
    return still(
        {name: {} for name in names},
        widgets=widgets,
        layout={"stage": [], "columns": [names]},
        tokens=table,
        title="tokens.board",
    )


def _items(
    block: Block,
    pieces: Sequence[Piece],
    data: bytes,
    table: TokenTable,
    same: Collection[Span],
) -> Iterator[Json]:
    ids = block.encoded.ids
    special = frozenset(block.tokenizer.special_tokens.values())
    for piece in pieces:
        (start, end), tokens = piece.span, ids[piece.first : piece.end]
        stretch = data[start:end]
        parts = [stretch] if len(tokens) == 1 and stretch else []
        parts = parts or [bytes_of(block.tokenizer, token_id) for token_id in tokens]
        item: Json = {
            "at": start,
            "tokens": [
                [table.index(token_id, part, "special" if token_id in special else ""), start]
                for token_id, part in zip(tokens, parts, strict=True)
            ],
        }
        if len(tokens) > 1:
            item["glyph"] = table.piece(stretch)
        if piece.span not in same:
            item["look"] = "differs"
        yield item


def bytes_of(tokenizer: Tokenizer, token_id: int) -> bytes:
    """A token alone: its bytes; of an owner's how its file writes it, if that is no byte."""
    if tokenizer.model is not None:
        return tokenizer.model.vocabulary[token_id]
    written = tokenizer.written(token_id)
    byte = A_BYTE.fullmatch(written)
    return bytes([int(byte[1], 16)]) if byte else written.encode()


@dataclass(slots=True)
class _Node:
    """A merge in a tree: where its token stands, in characters, and which it needs."""

    tree: MergeTree
    at: int
    size: int
    parts: list[str]  # as the player's `tree` names them, known once they are numbered
    needs: list[_Node]


def merges_board(tree: MergeTree) -> Json:
    """The tree of a token that its owner's merges make: characters below, the token on top."""
    table = TokenTable()
    leaves = [table.piece(leaf.encode()) for leaf in tree.leaves()]
    nodes: dict[str, Json] = {}
    for node in _in_order(_node(tree, 0)):
        written, token_id = node.tree.written.encode(), node.tree.token_id
        nodes[str(len(nodes))] = {
            "token": table.piece(written)
            if token_id is None
            else table.index(token_id, written),
            "at": node.at,
            "size": node.size,
            "level": len(nodes) + 1,
            "parts": node.parts,
            "rank": node.tree.rank,
            "look": "",
        }
    widget = {
        "id": "tree",
        "kind": "tree",
        "bytes": [f"{ord(leaf[-1]):02X}" for leaf in tree.leaves()],
        "leaves": leaves,
        "characters": [{"at": at, "size": 1, "token": leaf} for at, leaf in enumerate(leaves)],
        "levels": len(nodes),
    }
    return still(
        {"tree": {"nodes": nodes, "roots": [f"n{len(nodes) - 1}"], "level": 0}},
        widgets=[widget],
        layout={"stage": ["tree"], "columns": []},
        tokens=table,
        title="vocabulary.tree",
    )


def _node(tree: MergeTree, at: int) -> _Node:
    node = _Node(tree, at, 0, [], [])
    for part in tree.parts:
        here = at + node.size
        if part.parts:
            node.needs.append(below := _node(part, here))
            node.parts.append("")
            node.size += below.size
        else:
            node.parts.append(f"b{here}")
            node.size += 1
    return node


def _in_order(root: _Node) -> Iterator[_Node]:
    """The merges as they are done: of those whose parts are there the lowest rank first."""
    waiting, done = [*_all_of(root)], dict[int, int]()
    while waiting:
        ready = (node for node in waiting if all(id(need) in done for need in node.needs))
        node = min(ready, key=lambda each: (each.tree.rank or 0, each.at))
        waiting.remove(node)
        numbers = iter(done[id(need)] for need in node.needs)
        node.parts = [part or f"n{next(numbers)}" for part in node.parts]
        done[id(node)] = len(done)
        yield node


def _all_of(node: _Node) -> Iterator[_Node]:
    for need in node.needs:
        yield from _all_of(need)
    yield node
