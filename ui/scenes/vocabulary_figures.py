"""What the charts of a vocabulary show, as tables of counts."""

from __future__ import annotations

from collections import Counter

import pandas as pd

from ui.scenes.vocabulary import Inventory

LONGEST_BAR = 16  # bytes; longer tokens share the last bar


def by_length(inventory: Inventory) -> pd.DataFrame:
    """Tokens by length in bytes, special ones apart: bytes, whole, count.

    ``whole`` is whether the bytes are whole characters.
    """
    tokens = inventory.tokens
    sizes, is_ascii = map(len, tokens), map(bytes.isascii, tokens)
    facts = Counter(zip(sizes, inventory.kinds, is_ascii, strict=True))
    counts: Counter[tuple[int, bool]] = Counter()
    for (size, kind, ascii_only), count in facts.items():
        if kind not in ("special", "unused"):
            counts[min(size, LONGEST_BAR), kind == "learned" or ascii_only] += count
    rows = [(size, whole, count) for (size, whole), count in sorted(counts.items())]
    frame = pd.DataFrame(rows, columns=["bytes", "whole", "count"])
    return frame.astype({"bytes": int, "whole": bool, "count": int})


def by_script(inventory: Inventory) -> pd.DataFrame:
    """Tokens by script, the largest group first: script, count, share."""
    counts = Counter(inventory.scripts).most_common()
    frame = pd.DataFrame(counts, columns=["script", "count"])
    return frame.assign(share=frame["count"] / max(1, len(inventory.scripts)))
