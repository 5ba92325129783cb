"""A trainer that counts all pairs before every merge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Word, best_of, merged, words_of


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = best_of(counts)
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned


def count_pairs(words: Iterable[Word]) -> Counter[BytePair]:
    """How often each pair stands in ``words``."""
    counts: Counter[BytePair] = Counter()
    for word in words:
        last: dict[BytePair, int] = {}
        for i, pair in enumerate(pairwise(word)):
            if last.get(pair) != i - 1:
                counts[pair] += 1
                last[pair] = i
    return counts
