"""What the charts of a vocabulary show, as counts.

Plain rows and no tables: of so few, a table would take longer than the counting.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ui.scenes.vocabulary import Inventory

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
    tokens = inventory.tokens
    sizes, is_ascii = map(len, tokens), map(bytes.isascii, tokens)
    facts = Counter(zip(sizes, inventory.kinds, is_ascii, strict=True))
    counts: Counter[tuple[int, bool]] = Counter()
    for (size, kind, ascii_only), count in facts.items():
        if kind not in ("special", "unused"):
            counts[min(size, LONGEST_BAR), kind == "learned" or ascii_only] += count
    return [OfLength(*fact, count) for fact, count in sorted(counts.items())]


def by_script(inventory: Inventory) -> list[OfScript]:
    """Tokens by script, the largest group first."""
    total = max(1, len(inventory.scripts))
    counts = Counter(inventory.scripts).most_common()
    return [OfScript(script, count, count / total) for script, count in counts]
