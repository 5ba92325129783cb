"""A trainer that keeps the pairs in a heap and pushes those whose counts have changed."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import pairwise

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import count_pairs, heap_entry, merged, words_of


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = words_of(text)
    counts = count_pairs(words)
    heap = [heap_entry(pair, count) for pair, count in counts.items()]
    heapify(heap)
    learned: list[BytePair] = []
    while heap and len(learned) < merges:
        *_, pair = heappop(heap)
        learned.append(pair)
        touched: set[BytePair] = set()
        for number, word in enumerate(words):
            if pair not in pairwise(word):
                continue
            counts.subtract(pairwise(word))
            words[number] = merged(word, pair)
            counts.update(pairwise(words[number]))
            touched |= {*pairwise(word), *pairwise(words[number])}
        for changed in touched:
            if counts[changed] > 0:
                heappush(heap, heap_entry(changed, counts[changed]))
    return learned
