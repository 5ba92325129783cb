"""The rows of a vocabulary's table that are shown, with what is computed for them alone."""

from __future__ import annotations

import pandas as pd

from bpe_core.runtime.glyphs import MOST_IN_LINE, visible
from bpe_lab.scenes.token_table import Inventory
from bpe_lab.scenes.vocabulary.token_board import pair_of

MOST_ROWS = 1000
COLUMNS = (
    "id",
    "text",
    "hex",
    "bytes",
    "characters",
    "kind",
    "script",
    "rank",
    "left",
    "right",
)


def rows_of(inventory: Inventory, matching: pd.DataFrame) -> pd.DataFrame:
    """The first rows of ``matching``, the two tokens of every merge as they are drawn.

    Where several merges make a token, they are those by which the encoder makes it.
    """
    first = matching.head(MOST_ROWS)
    halves = [_halves(inventory, int(number)) for number in first["id"]]
    left, right = zip(*halves, strict=True) if halves else ((), ())
    return first.assign(left=left, right=right)


def _halves(inventory: Inventory, token_id: int) -> tuple[str, str]:
    pair = inventory.pairs.get(token_id)
    if pair is None and len(inventory.tokens[token_id]) <= MOST_IN_LINE:
        pair = pair_of(inventory.model, token_id)
    if pair is None:
        return "", ""
    return visible(inventory.tokens[pair[0]]), visible(inventory.tokens[pair[1]])
