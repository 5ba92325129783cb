"""A trainer that counts once and then changes the counts beside every merge."""

from __future__ import annotations

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import best_of, count_pairs, merged, words_of


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = words_of(text)
    counts = count_pairs(words)
    learned: list[BytePair] = []
    while len(learned) < merges and counts and counts[best_of(counts)] > 0:
        left, right = pair = best_of(counts)
        del counts[pair]
        learned.append(pair)
        for number, word in enumerate(words):
            i = 0
            while i + 1 < len(word):
                if (word[i], word[i + 1]) != pair:
                    i += 1
                    continue
                if i > 0:
                    counts[word[i - 1], left] -= 1
                    counts[word[i - 1], left + right] += 1
                if i + 2 < len(word):
                    counts[right, word[i + 2]] -= 1
                    counts[left + right, word[i + 2]] += 1
                i += 2
            words[number] = merged(word, pair)
    return learned
