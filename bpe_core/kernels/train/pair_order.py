"""Which of two pairs is merged first, when their counts are equal.

Every tie rule gives each pair a number, its key, of which the higher wins. Two pairs that still
stand somewhere have equal keys only under ``greatest``, where a key is the beginning of the
left token's bytes; then the bytes are compared. No key ever rises, so an entry of the lazy heap
is never too low.

No two tokens have the same bytes, so two pairs always differ: nothing was ever merged across an
end of a token, so what lies between its ends was merged as if it stood alone.
"""

from __future__ import annotations

import numpy as np

from bpe_core.kernels.decorators import inlined, inner
from bpe_core.kernels.train.train_arrays import BYTES, Tables
from bpe_core.runtime.text import ALPHABET_NUMBERS

GREATEST, FIRST_SEEN, LOWEST_IDS, LOWEST_GPT2_IDS = range(4)
TIE_RULES = {
    "greatest": GREATEST,
    "first_seen": FIRST_SEEN,
    "lowest_ids": LOWEST_IDS,
    "lowest_gpt2_ids": LOWEST_GPT2_IDS,
}
GPT2_IDS = np.array(ALPHABET_NUMBERS, np.int64)  # by byte
PREFIX = 7  # bytes: as many as stay positive in a signed 64-bit number


@inlined
def tie_key(tables: Tables, rule: int, pair: int) -> int:
    """What is compared where counts are equal; the higher wins.

    Under ``first_seen`` it passes over stale cells at the beginning of the pair's list for
    good.
    """
    this = tables.pairs[pair]
    if rule == GREATEST:
        return tables.tokens[this.left].prefix
    if rule == LOWEST_IDS:
        return -((this.left << 32) | this.right)
    if rule == LOWEST_GPT2_IDS:
        return -((gpt2_id(this.left) << 32) | gpt2_id(this.right))
    cells, pool = tables.cells, tables.pool
    # subtle: it ends, since keys are asked only of pairs with a count of at least 1.
    while cells[pool[this.start]].pair != pair:
        this.start += 1  # what is stale now stays stale
    return -pool[this.start]


@inlined
def gpt2_id(token_id: int) -> int:
    """The id if bytes had those of GPT-2's vocabulary."""
    return GPT2_IDS[token_id] if token_id < BYTES else token_id


@inlined
def goes_first(tables: Tables, rule: int, pair: int, other: int) -> bool:
    """Whether ``pair`` beats ``other``, both of the same count and key."""
    if rule != GREATEST:
        return False
    a, b = tables.pairs[pair], tables.pairs[other]
    difference = compare_bytes(tables, a.left, b.left)
    if difference == 0:
        difference = compare_bytes(tables, a.right, b.right)
    return difference > 0


@inner
def compare_bytes(tables: Tables, x: int, y: int) -> int:
    """Below, above or equal to zero, as token ``x`` is to ``y``; a prefix is the smaller."""
    if x == y:
        return 0
    a, b, text = tables.tokens[x], tables.tokens[y], tables.text
    if a.prefix != b.prefix:
        return 1 if a.prefix > b.prefix else -1
    for k in range(PREFIX, min(a.size, b.size)):
        if text[a.position + k] != text[b.position + k]:
            return 1 if text[a.position + k] > text[b.position + k] else -1
    return a.size - b.size


@inlined
def prefix_of(tables: Tables, start: int, size: int) -> int:
    """The first seven bytes as a number; a shorter token is filled up with zeros."""
    prefix = 0
    for k in range(PREFIX):
        prefix = prefix << 8
        if k < size:
            prefix |= tables.text[start + k]
    return prefix
