"""A trainer that merges by a regular expression; between tokens stands a gap.

Each byte is the character of the same number, so the gap is no byte.
"""

from __future__ import annotations

import re

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import best_of, count_pairs, words_of

GAP = "\u0100"


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = [GAP.join(token.decode("latin-1") for token in word) for word in words_of(text)]
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(map(tokens_of, words))):
        pair = best_of(counts)
        learned.append(pair)
        left, right = (token.decode("latin-1") for token in pair)
        pattern = re.compile(f"(?<![^{GAP}]){re.escape(left + GAP + right)}(?![^{GAP}])")
        words = [pattern.sub(left + right, word) for word in words]
    return learned


def tokens_of(word: str) -> list[bytes]:
    """The tokens between the gaps."""
    return [token.encode("latin-1") for token in word.split(GAP)]
