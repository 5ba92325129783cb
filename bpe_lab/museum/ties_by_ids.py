"""A trainer that gives every token an id; the bytes have the first 256."""

from __future__ import annotations

from bpe_core.model import ALL_BYTES
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import count_pairs, merged, words_of


def train(text: str, merges: int) -> list[BytePair]:
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""
    words = words_of(text)
    ids = {token: token_id for token_id, token in enumerate(ALL_BYTES)}
    learned: list[BytePair] = []
    while len(learned) < merges and (counts := count_pairs(words)):
        pair = max(counts, key=lambda pair: (counts[pair], ids[pair[0]], ids[pair[1]]))
        learned.append(pair)
        words = [merged(word, pair) for word in words]
        ids[pair[0] + pair[1]] = len(ids)
    return learned
