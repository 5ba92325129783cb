"""A trainer for an encoder with GPT-2's pattern."""

from __future__ import annotations

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import best_of, count_pairs, merged, single_bytes


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = [single_bytes(text)]
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = best_of(counts)
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned
