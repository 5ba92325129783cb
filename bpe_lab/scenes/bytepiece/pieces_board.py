"""A whole text as its pieces: as running text, and as chips with their ids."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from bpe_lab.scenes.bytepiece.piece_names import Pieces
from bpe_lab.scenes.recording import Json, still, text
from bpe_lab.scenes.text_tokens import shared_characters

PIECE_CAP = 2000  # pieces that are drawn
STYLES = ("text", "chips")


def pieces_board(model: UnigramModel, ids: Sequence[int]) -> Json:
    """A board of ``ids``, each a piece's."""
    pieces = Pieces(model)
    drawn = ids[:PIECE_CAP]
    rest = len(ids) - len(drawn)
    flow: Json = {"kind": "flow", "items": _items(pieces, drawn)}
    if rest:
        flow["more"] = text("bytepiece.text.more", tokens=rest)
    return still(
        {style: {} for style in STYLES},
        widgets=[
            {**flow, "id": style, "style": style, "title": f"bytepiece.text.{style}"}
            for style in STYLES
        ],
        layout={"stage": [], "columns": [list(STYLES)]},
        tokens=pieces.tokens,
        title="bytepiece.text.title",
    )


def _items(pieces: Pieces, ids: Sequence[int]) -> list[Json]:
    """Pieces that share a character are grouped under what they make."""
    items = []
    for group, data in shared_characters(
        ids, lambda each: pieces.model.pieces[each - FIRST_ID]
    ):
        tokens = [[pieces.piece(piece_id), at] for piece_id, at in group]
        item: Json = {"at": group[0][1], "tokens": tokens}
        if len(group) > 1:
            item["glyph"] = pieces.text(data)
        items.append(item)
    return items
