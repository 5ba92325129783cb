"""Wrong trainers: each learns at most ``merges`` merges of ``text``, in the order learned.

Their pre-tokens should be those of GPT-2's pattern, and of equal counts the greatest pair
should win. No comment in a function gives its line at fault away; its row below names it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise

from bpe_core.model import ALL_BYTES
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.exhibit import Sighting, WrongTrainer, issue
from bpe_lab.museum.parts import (
    Word,
    best_of,
    count_pairs,
    heap_entry,
    merged,
    single_bytes,
    words_of,
)


def forgotten_pair(text: str, merges: int) -> list[BytePair]:
    """A trainer that keeps the pairs in a heap and looks only at words that change."""
    words = words_of(text)
    counts = count_pairs(words)
    heap = [heap_entry(pair, count) for pair, count in counts.items()]
    heapify(heap)
    learned: list[BytePair] = []
    while heap and len(learned) < merges:
        negative_count, _, _, pair = heappop(heap)
        if -negative_count != counts[pair]:
            continue  # its count has changed since it was pushed
        learned.append(pair)
        touched: set[BytePair] = set()
        for number, word in enumerate(words):
            if pair not in pairwise(word):
                continue
            counts.subtract(pairwise(word))
            words[number] = merged(word, pair)
            counts.update(pairwise(words[number]))
            touched.update(pairwise(words[number]))
        for changed in touched:
            heappush(heap, heap_entry(changed, counts[changed]))
    return learned


def two_merges_per_round(text: str, merges: int) -> list[BytePair]:
    """A trainer that counts all pairs in every round."""
    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        best_first = sorted(counts, key=lambda pair: (counts[pair], pair), reverse=True)
        for pair in best_first[:2]:
            learned.append(pair)
            words = [merged(word, pair) for word in words]
    return learned[:merges]


def unmerged_neighbours(text: str, merges: int) -> list[BytePair]:
    """A trainer that counts once and then changes the counts beside every merge."""
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


def overlaps_uncounted(text: str, merges: int) -> list[BytePair]:
    """A trainer that counts all pairs before every merge."""

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

    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = best_of(counts)
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned


def dictionary_order(text: str, merges: int) -> list[BytePair]:
    """A trainer that counts all pairs before every merge."""
    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = max(counts, key=lambda pair: counts[pair])
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned


def joined_ties(text: str, merges: int) -> list[BytePair]:
    """A trainer that counts all pairs before every merge."""
    words = words_of(text)
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = max(counts, key=lambda pair: (counts[pair], pair[0] + pair[1]))
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned


def unescaped_replacement(text: str, merges: int) -> list[BytePair]:
    """A trainer that merges by a regular expression; between tokens stands a gap."""
    gap = "\u0100"  # no byte: each byte is the character of its number

    def tokens_of(word: str) -> list[bytes]:
        """The tokens between the gaps."""
        return [token.encode("latin-1") for token in word.split(gap)]

    words = [gap.join(token.decode("latin-1") for token in word) for word in words_of(text)]
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(map(tokens_of, words))):
        pair = best_of(counts)
        learned.append(pair)
        left, right = (token.decode("latin-1") for token in pair)
        pattern = re.compile(f"(?<![^{gap}]){re.escape(left + gap + right)}(?![^{gap}])")
        words = [pattern.sub(left + right, word) for word in words]
    return learned


def uncut_training(text: str, merges: int) -> list[BytePair]:
    """A trainer for an encoder with GPT-2's pattern."""
    words = [single_bytes(text)]
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = best_of(counts)
        learned.append(pair)
        words = [merged(word, pair) for word in words]
    return learned


def believed_entry(text: str, merges: int) -> list[BytePair]:
    """A trainer that keeps the pairs in a heap and pushes those whose counts have changed."""
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


def ties_by_ids(text: str, merges: int) -> list[BytePair]:
    """A trainer that gives every token an id; the bytes have the first 256."""
    words = words_of(text)
    ids = {token: token_id for token_id, token in enumerate(ALL_BYTES)}
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = max(counts, key=lambda pair: (counts[pair], ids[pair[0]], ids[pair[1]]))
        learned.append(pair)
        words = [merged(word, pair) for word in words]
        ids[pair[0] + pair[1]] = len(ids)
    return learned


TRAINERS: Mapping[str, WrongTrainer] = {
    "forgotten_pair": WrongTrainer(
        number=1,
        train=forgotten_pair,
        text=" a aaa",
        harmless="aa aa",
        fault="touched.update(",
        seen=(issue("umran666/UniqToken", 8, fixed=True),),
    ),
    "two_merges_per_round": WrongTrainer(
        number=2,
        train=two_merges_per_round,
        text="aab",
        harmless="ab ab cd",
        fault="best_first[:2]",
        seen=(issue("karpathy/minbpe", 95), issue("karpathy/minbpe", 69)),
    ),
    "unmerged_neighbours": WrongTrainer(
        number=3,
        train=unmerged_neighbours,
        text="aaaa",
        harmless="low lower",
        fault="words[number] = merged(",
        seen=(issue("mocibb/cs336", 1, fixed=False),),
    ),
    "overlaps_uncounted": WrongTrainer(
        number=4,
        train=overlaps_uncounted,
        text="aaab",
        harmless="low lower",
        fault="!= i - 1",
        seen=(issue("karpathy/minbpe", 72), issue("google/sentencepiece", 318)),
        convention=True,
    ),
    "dictionary_order": WrongTrainer(
        number=5,
        train=dictionary_order,
        text="aab",
        harmless="aaa",
        fault="pair = max(",
        seen=(
            issue("rsennrich/subword-nmt", 13, fixed=True),
            issue("karpathy/minbpe", 90, fixed=False),
        ),
    ),
    "joined_ties": WrongTrainer(
        number=6,
        train=joined_ties,
        text="aaab",
        harmless="low lower",
        fault="pair[0] + pair[1]",
        seen=(
            Sighting(
                "CS336, CHANGELOG 0.1.5",
                "https://github.com/stanford-cs336/assignment1-basics/blob/main/CHANGELOG.md",
                fixed=True,
            ),
        ),
    ),
    "unescaped_replacement": WrongTrainer(
        number=8,
        train=unescaped_replacement,
        text="!\\",
        harmless="low lower",
        fault="pattern.sub(",
        seen=(issue("rsennrich/subword-nmt", 5, fixed=True),),
    ),
    "uncut_training": WrongTrainer(
        number=11,
        train=uncut_training,
        text="a,",
        harmless="aab",
        fault="words = [single_bytes(text)]",
        seen=(issue("rasbt/LLMs-from-scratch", 975, fixed=True),),
    ),
    "believed_entry": WrongTrainer(
        number=21,
        train=believed_entry,
        text="aab",
        harmless="ab",
        fault="heappop(heap)",
    ),
    "ties_by_ids": WrongTrainer(
        number=22,
        train=ties_by_ids,
        text="baaa",
        harmless="baa",
        fault="ids[pair[0]], ids[pair[1]]",
    ),
}
