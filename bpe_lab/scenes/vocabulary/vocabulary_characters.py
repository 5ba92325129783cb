"""Which characters of more than one byte a vocabulary holds whole, and since which merge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import pandas as pd

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import result_of
from bpe_core.runtime.glyphs import visible
from bpe_lab.scenes.scripts import group_of
from bpe_lab.scenes.token_table import Inventory

MOST_LINES = 5


def whole_characters(inventory: Inventory) -> pd.DataFrame:
    """The tokens that are one character of several bytes, in the order in which they were made.

    Those that no merge makes come last.
    """
    frame = inventory.frame
    is_one = (frame["characters"] == 1) & (frame["bytes"] > 1) & (frame["kind"] == "learned")
    rows = frame[is_one].sort_values("rank", kind="stable", na_position="last")
    codes = [f"U+{ord(inventory.tokens[number].decode()):04X}" for number in rows["id"]]
    columns = ["text", "hex", "id", "rank", "script"]
    return rows[columns].assign(code=codes)


def looked_up(inventory: Inventory, text: str) -> pd.DataFrame:
    """Every character of several bytes in ``text``, once: its token, or the parts it is in.

    ``within`` counts the tokens that hold a character which is no token of its own.
    """
    rows = []
    for character in dict.fromkeys(text):
        data = character.encode("utf-8", "replace")
        if len(data) == 1:
            continue
        ids = result_of(encode_by_rank(inventory.model, data))
        whole = len(ids) == 1
        rank = inventory.frame["rank"].iloc[ids[0]] if whole else pd.NA
        parts = " ".join(visible(inventory.tokens[number]) for number in ids)
        within = 0 if whole else inventory.holders.get(character, 0)
        number = ids[0] if whole else pd.NA
        rows.append((visible(data), data.hex(" ").upper(), number, rank, parts, within))
    columns = ["text", "hex", "id", "rank", "parts", "within"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.astype({"id": "Int64", "rank": "Int64"})


def became_whole(inventory: Inventory) -> pd.DataFrame:
    """How many characters are whole after each merge that completes one: rank, script, count.

    The scripts with most of them, each with its line from rank 0 to the last merge.
    """
    rows = whole_characters(inventory).dropna(subset=["rank"])
    last = inventory.frame["rank"].max()
    groups = [group_of(bytes.fromhex(digits).decode()) for digits in rows["hex"]]
    by_group = rows["rank"].groupby(pd.Series(groups, rows.index, dtype=object))
    largest = by_group.size().sort_values(ascending=False, kind="stable").index[:MOST_LINES]
    lines = [_line(name, by_group.get_group(name).tolist(), int(last)) for name in largest]
    columns = ["script", "rank", "count"]
    return pd.concat(lines) if lines else pd.DataFrame(columns=columns)


def _line(script: str, ranks: Sequence[int], last: int) -> pd.DataFrame:
    """A step curve through the ranks, drawn from the start to the end of the merges."""
    counts = [*accumulate(1 for _ in ranks)]
    points = [(0, 0), *zip(ranks, counts, strict=True), (last, len(ranks))]
    return pd.DataFrame(points, columns=["rank", "count"]).assign(script=script)
