"""What the charts of a vocabulary show, as counts.

Plain rows and no tables: of so few, a table would take longer than the counting.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from bpe_lab.scenes.token_table import KINDS, Inventory

LONGEST_BAR = 16  # bytes; longer tokens share the last bar


class OfLength(NamedTuple):
    """How many tokens of ``size`` bytes are ``whole`` characters, or how many are not."""

    size: int
    whole: bool
    tokens: int


class OfScript(NamedTuple):
    """How many tokens are written in ``script``, and their share of all."""

    script: str
    tokens: int
    share: float


def by_length(inventory: Inventory) -> list[OfLength]:
    """Tokens by length, special ones apart."""
    tokens, number = inventory.tokens, len(inventory.tokens)
    sizes = np.minimum(np.fromiter(map(len, tokens), np.intp, number), LONGEST_BAR)
    kinds = np.fromiter(map(KINDS.index, inventory.kinds), np.intp, number)
    is_whole = np.fromiter(map(bytes.isascii, tokens), np.bool_, number)
    is_whole |= kinds == KINDS.index("learned")
    is_counted = (kinds != KINDS.index("special")) & (kinds != KINDS.index("unused"))
    counts = np.bincount((2 * sizes + is_whole)[is_counted]).tolist()
    return [OfLength(k // 2, bool(k % 2), count) for k, count in enumerate(counts) if count]


def by_script(inventory: Inventory) -> list[OfScript]:
    """Tokens by script, the largest group first."""
    total = max(1, len(inventory.scripts))
    counts = Counter(inventory.scripts).most_common()
    return [OfScript(script, count, count / total) for script, count in counts]
