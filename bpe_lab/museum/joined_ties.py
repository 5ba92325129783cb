"""A trainer that counts all pairs before every merge."""

from __future__ import annotations

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import count_pairs, merged, words_of


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = max(counts, key=lambda pair: (counts[pair], pair[0] + pair[1]))
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned
