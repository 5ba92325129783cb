"""The training loop: choose the best pair, merge it everywhere, list the pairs born by that.

`bpe_core/train/linked.py` is the same loop in plain Python. From the inside out: which of two
pairs goes first, the heap, and the loop itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bpe_core.kernels.decorators import inlined, inner, instruction, kernel
from bpe_core.kernels.train_tables import (
    BYTES,
    NO_ID,
    Tables,
    born_after,
    born_before,
    list_births,
    replace_pair,
    weight_at,
)
from bpe_core.runtime.text import ALPHABET_NUMBERS

# --- Which of two pairs is merged first, when their counts are equal.
#
# Every tie rule gives each pair a number, its key, of which the higher wins. Two pairs that
# still stand somewhere have equal keys only under ``greatest``, where a key is the beginning of
# the left token's bytes; then the bytes are compared. No key ever rises, so an entry of the
# lazy heap is never too low.
#
# No two tokens have the same bytes, so two pairs always differ: nothing was ever merged across
# an end of a token, so what lies between its ends was merged as if it stood alone.

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


# --- The lazy heap of `train/linked.py` in an array: the best entry stands at 0.
#
# Each pair has at most one entry. A count that falls does not move its entry; an entry is
# checked again only when it reaches the top, and a stale one sinks to where it belongs now.
# Since neither the count nor the key of a pair rises after the merge in which it is born, every
# entry is at least as good as its pair, and an entry at the top that is up to date is the best
# of all.
#
# Most pairs are too rare ever to be merged. So only pairs whose count is at least ``floor``
# enter the heap; one that has fallen below leaves it when it reaches the top. Once it is empty,
# no pair reaches the floor, and the heap is filled again with the pairs above a lower one.
#
# The children of k are 2k + 1 and 2k + 2. Entries move into a hole, and only the last move
# writes the one that is being placed.

FALL = 4  # a new floor is the highest count divided by this, but at least min_count


@inlined
def best_pair(tables: Tables, rule: int, min_count: int) -> int:
    """The pair to merge next, left at the top; ``NO_ID`` where none has ``min_count``."""
    heap, counts, now = tables.heap, tables.counts, tables.progress[0]
    while True:
        while now.heaped > 0:
            top = heap[0]
            count = counts[top.pair]
            if count == top.count:  # then its key is, too: it falls only with the count
                return top.pair
            if count < now.floor:
                drop_top(tables, rule)
            else:
                sink(tables, rule, 0, count, tie_key(tables, rule, top.pair), top.pair)
        if not lower_floor(tables, rule, min_count):
            return NO_ID


@inner
def lower_floor(tables: Tables, rule: int, min_count: int) -> bool:
    """Fill the empty heap with the pairs that come next; whether there are any."""
    counts, now = tables.counts, tables.progress[0]
    highest = 0
    for pair in range(now.pairs):
        highest = max(highest, counts[pair])
    if highest < min_count:
        return False
    now.floor = max(min_count, highest // FALL)
    for pair in range(now.pairs):
        if counts[pair] >= now.floor:
            write(tables, now.heaped, counts[pair], tie_key(tables, rule, pair), pair)
            now.heaped += 1
    order_heap(tables, rule)
    return True


@inner
def order_heap(tables: Tables, rule: int) -> None:
    """Put the entries placed so far in order."""
    for k in range(tables.progress[0].heaped // 2 - 1, -1, -1):
        entry = tables.heap[k]
        sink(tables, rule, k, entry.count, entry.key, entry.pair)


@inlined
def push(tables: Tables, rule: int, pair: int) -> None:
    """Enter ``pair`` with its present count."""
    heap, now = tables.heap, tables.progress[0]
    count, key = tables.counts[pair], tie_key(tables, rule, pair)
    hole = now.heaped
    now.heaped += 1
    while hole > 0:
        parent = (hole - 1) >> 1
        above = heap[parent]
        if not beats(tables, rule, count, key, pair, above):
            break
        heap[hole] = above
        hole = parent
    write(tables, hole, count, key, pair)


@inlined
def drop_top(tables: Tables, rule: int) -> None:
    """Take the top entry out; the last one is placed anew."""
    now = tables.progress[0]
    now.heaped -= 1
    last = tables.heap[now.heaped]
    sink(tables, rule, 0, last.count, last.key, last.pair)


@inner
def sink(tables: Tables, rule: int, hole: int, count: int, key: int, pair: int) -> None:
    """Place an entry at ``hole`` or as far below as it has to go."""
    heap, size = tables.heap, tables.progress[0].heaped
    while True:
        child = 2 * hole + 1
        if child >= size:
            break
        below = heap[child]
        if child + 1 < size:
            other = heap[child + 1]
            if not beats(tables, rule, below.count, below.key, below.pair, other):
                child += 1
                below = other
        if beats(tables, rule, count, key, pair, below):
            break
        heap[hole] = below
        hole = child
    write(tables, hole, count, key, pair)


@inlined
def beats(tables: Tables, rule: int, count: int, key: int, pair: int, other: Any) -> bool:
    """Whether an entry is merged before the ``other``: by count, then key, then bytes."""
    if count != other.count:
        return count > other.count
    if key != other.key:
        return key > other.key
    return goes_first(tables, rule, pair, other.pair)


@inlined
def write(tables: Tables, k: int, count: int, key: int, pair: int) -> None:
    entry = tables.heap[k]
    entry.count = count
    entry.key = key
    entry.pair = pair


# --- Ask for memory before it is needed: one processor instruction that numba cannot express.
#
# The positions of a pair are all over the corpus, and megabytes of corpus fit into no cache, so
# a merge would wait at every position for its cell and then for the counts of its two
# neighbors. The pool says which positions come next; requested some entries ahead, their cells
# and counts arrive in time. That halves the time of a merge loop over 17 MB of distinct
# pre-tokens.
#
# The instruction changes nothing and never fails, wherever it points.

# In entries of the pool; measured, it matters little around these values.
CELLS_AHEAD, COUNTS_AHEAD = 12, 4

prefetch = instruction("prefetch")


@inlined
def look_ahead(
    tables: Tables, pair: int, this: Any, k: int, left_size: int, right_size: int
) -> None:
    """Ask for what a merge of ``pair`` will touch soon after entry ``k`` of the pool.

    ``this`` is the pair's row; the sizes are those of its tokens.
    """
    cells, pool = tables.cells, tables.pool
    if k + CELLS_AHEAD < this.end:
        prefetch(cells, pool[k + CELLS_AHEAD])
    if k + COUNTS_AHEAD < this.end:
        middle = pool[k + COUNTS_AHEAD]
        # A stale entry needs neither count, and reading the cells beside it costs a wait.
        if cells[middle].pair == pair:
            prefetch(tables.counts, cells[middle - left_size].pair)
            prefetch(tables.counts, cells[middle + right_size].pair)


# --- The training loop: choose the best pair, merge it everywhere, list the pairs born by that.
#
# `bpe_core/train/linked.py` is the same loop in plain Python. A call runs until there are as
# many merges as requested, no pair has ``min_count`` or rows for pairs run out. It can be
# repeated, with the same rule and ``min_count``, for which the heap was built: its whole state
# is in the tables. So the caller can pass merges on as they are made, stop between two calls,
# and enlarge the arrays, which a kernel cannot.
#
# A merge costs a step for each cell that its pair lists, stale ones included, and a push for
# each pair born in it that reaches the heap's floor.
#
# subtle: a row, such as ``tables.progress[0]``, is a reference to its numbers and not a copy.

# Why a call ends. Where arrays are full nothing of the next merge is done: enlarge them, go on.
TARGET_REACHED, ARRAYS_FULL, NONE_LEFT = range(3)


@kernel
def merge_until(
    tables: Tables,  # in and out; with rows for ``target`` merges and their tokens
    target: int,  # in: merges, those of earlier calls included
    rule: int,  # in: of ties, one of TIE_RULES
    min_count: int,  # in: at least 1; a pair that occurs less often is not merged
) -> int:
    """Merge until there are ``target`` merges; returns why it ended."""
    now = tables.progress[0]
    while now.merges < target:
        pair = best_pair(tables, rule, min_count)
        if pair == NO_ID:
            return NONE_LEFT
        if not has_capacity(tables, pair):
            return ARRAYS_FULL
        drop_top(tables, rule)
        note_merge(tables, pair)
        first_born = now.pairs
        merge_everywhere(tables, pair, now.tokens)
        list_births(tables, first_born, tables.pairs[pair].start, tables.pairs[pair].end)
        for born in range(first_born, now.pairs):
            if tables.counts[born] >= now.floor:
                push(tables, rule, born)
        now.tokens += 1
        now.merges += 1
    return TARGET_REACHED


@inlined
def has_capacity(tables: Tables, pair: int) -> bool:
    """Whether there are rows for all pairs that may be born in a merge of ``pair``.

    Writes down how many that takes. Of the cells listed each bears two pairs at most, and each
    token, the new one included, is left neighbor in one pair at most, and right in one.
    """
    now, this = tables.progress[0], tables.pairs[pair]
    now.pairs_needed = now.pairs + 2 * min(this.end - this.start, now.tokens + 1)
    return now.pairs_needed <= len(tables.pairs)


@inlined
def note_merge(tables: Tables, pair: int) -> None:
    """Write down the merge and the size of its token."""
    now, this = tables.progress[0], tables.pairs[pair]
    merge = tables.merges[now.merges]
    merge.left = this.left
    merge.right = this.right
    merge.count = tables.counts[pair]
    tables.tokens[now.tokens].size = (
        tables.tokens[this.left].size + tables.tokens[this.right].size
    )


@inner
def merge_everywhere(tables: Tables, pair: int, new_id: int) -> None:
    """Merge ``pair`` wherever it still stands, from left to right, and keep all counts exact.

    In a run (aaa) occurrences overlap: all are counted; what overlaps a merged one is stale.
    The pair's own count is 0 in the end; what it was, `note_merge` has written down.
    """
    cells, this, new = tables.cells, tables.pairs[pair], tables.tokens[new_id]
    right_size = tables.tokens[this.right].size
    left_size = new.size - right_size
    for k in range(this.start, this.end):
        look_ahead(tables, pair, this, k, left_size, right_size)
        middle = tables.pool[k]
        if cells[middle].pair != pair:
            continue
        token_start, token_end = middle - left_size, middle + right_size
        weight = weight_at(tables, middle)
        cells[middle].pair = NO_ID
        cells[token_start].token = new_id
        cells[token_end - 1].token = new_id
        new.position = token_start
        # subtle: cells are read as this merge has left them. Where occurrences touch (aaaa,
        # abab) the token on the left may be a new one already; the one on the right is not,
        # since listed cells ascend, but in aaaa the pair there is this very pair.
        if cells[token_start].pair != NO_ID:
            born = born_before(tables, cells[token_start - 1].token, new_id)
            replace_pair(tables, token_start, born, weight)
        if cells[token_end].pair != NO_ID:
            born = born_after(tables, new_id, cells[token_end].token)
            replace_pair(tables, token_end, born, weight)
    tables.counts[pair] = 0
    new.prefix = prefix_of(tables, new.position, new.size)
