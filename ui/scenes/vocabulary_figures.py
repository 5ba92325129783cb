"""What the charts of a vocabulary show, as tables of counts."""

from __future__ import annotations

import pandas as pd

from ui.scenes.vocabulary import Inventory

LONGEST_BAR = 16  # bytes; longer tokens share the last bar


def by_length(inventory: Inventory) -> pd.DataFrame:
    """Tokens by length in bytes, special ones apart: bytes, whole, count.

    ``whole`` is whether the bytes are whole characters.
    """
    frame = inventory.frame[~inventory.frame["kind"].isin(["special", "unused"])]
    lengths = frame["bytes"].clip(upper=LONGEST_BAR)
    whole = frame["characters"].notna()
    counts = frame.groupby([lengths, whole]).size()
    return counts.rename_axis(["bytes", "whole"]).reset_index(name="count")


def by_script(inventory: Inventory) -> pd.DataFrame:
    """Tokens by script, the largest group first: script, count, share."""
    counts = inventory.frame["script"].value_counts(sort=True)
    frame = counts.rename_axis("script").reset_index(name="count")
    return frame.assign(share=frame["count"] / max(1, len(inventory.frame)))
