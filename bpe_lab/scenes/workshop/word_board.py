"""A word looked up in a trained vocabulary: its tokens, when each was learned, its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from unicodedata import east_asian_width

from bpe_core.encode.derivation import Derivation, Node, Part, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import encode, encoded_pre_tokens
from bpe_core.encoder_events import TokenMerged
from bpe_core.model import BPEModel
from bpe_lab.scenes.derivation_tree import tree_state, tree_widget
from bpe_lab.scenes.recording import Json, Text, TokenTable, still, text
from bpe_lab.scenes.token_palette import Palette


def derivation_of_text(model: BPEModel, line: str) -> Derivation:
    """How a line text becomes tokens, in the order of the merges' ranks.

    subtle: within a pre-token an encoder makes merges in that order anyway, since none takes a
    token that only a later one makes; no merge reaches into another pre-token.
    """
    data, merged = "".join(encoded_pre_tokens(model, line)).encode(), [*_merged(model, line)]
    ranks = [node.rank for node in derive(model, data, merged).nodes]
    in_order = sorted(range(len(merged)), key=ranks.__getitem__)
    return derive(model, data, [merged[index] for index in in_order])


def _merged(model: BPEModel, line: str) -> Iterator[TokenMerged]:
    start = 0
    for part in encoded_pre_tokens(model, line):
        for event in encode_by_rank(model, part.encode()):
            if isinstance(event, TokenMerged):
                at, absorbed = start + event.position, start + event.absorbed
                yield replace(event, position=at, absorbed=absorbed)
        start += len(part.encode())


def word_board(model: BPEModel, word: str) -> Json:
    """A word that somebody looks up in a trained model: its tokens, when each was learned, and
    of which two; its tree.

    Where words have spaces between them, what stands inside a sentence is another token; that
    is said.
    """
    palette, derivation = Palette(model), derivation_of_text(model, word)
    sentences = [_answer(word, derivation, palette)]
    if east_asian_width(word[0]) not in "WF" and not word[0].isspace():
        ids = encode(model, f" {word}")
        sentences.append(text("workshop.word.spaced", own=palette.as_value(ids)))
    rows = [{"cells": _row(root, palette), "look": ""} for root in derivation.roots]
    columns = [
        {"kind": "text", "title": "workshop.growing.id"},
        {"kind": "token", "title": "workshop.growing.token"},
        {"kind": "pair", "title": "workshop.growing.made_of"},
        {"kind": "number", "title": "workshop.word.rank"},
    ]
    table = {"id": "parts", "kind": "table", "title": "workshop.word.tokens"}
    return still(
        {
            "note": {"lines": sentences},
            "tree": _at_rest(derivation, model, palette.tokens),
            "parts": {"rows": rows},
        },
        widgets=[
            {"id": "note", "kind": "note", "lines": len(sentences)},
            {
                **tree_widget(derivation, model, palette.tokens),
                "title": "workshop.word.tree",
            },
            {**table, "rows": len(rows), "columns": columns},
        ],
        layout={"stage": ["tree"], "beside": ["note", "parts"], "columns": []},
        tokens=palette.tokens,
        title="workshop.word.tree",
    )


def _at_rest(derivation: Derivation, model: BPEModel, tokens: TokenTable) -> Json:
    """The whole tree, no step of which is at work."""
    return {**tree_state(derivation, model, tokens), "level": 0}


def _answer(word: str, derivation: Derivation, palette: Palette) -> Text:
    """The word in one sentence."""
    piece, roots = {"token": palette.piece(word.encode())}, derivation.roots
    if len(roots) > 1:
        return text("workshop.word.many", word=piece, tokens=len(roots))
    [root] = roots
    number = str(root.token_id)
    if not isinstance(root, Node):
        return text("workshop.word.byte", word=piece, id=number)
    return text(
        "workshop.word.one",
        word=piece,
        id=number,
        rank=root.rank,
        done=root.rank + 1,
        merges=len(palette.model.merges),
        pair={"pair": palette.pair((root.left.token_id, root.right.token_id))},
    )


def _row(part: Part, palette: Palette) -> list[Json]:
    """Id and token; of one that was learned also the two that became it, and the rank."""
    drawn = [str(part.token_id), palette.token(part.token_id)]
    if not isinstance(part, Node):
        return drawn
    return [*drawn, palette.pair((part.left.token_id, part.right.token_id)), part.rank]
