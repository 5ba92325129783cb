"""The arrays of a compiled run, and the first count.

What `train/linked.py` has in lists and dicts.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel

# --- The arrays of a compiled run: what `train/linked.py` keeps in lists and dicts.
#
# A **cell** stands for each byte of the corpus, with one more before, between and after the
# pre-tokens. A token writes its id into its first and its last cell (boundary tags), so its
# left neighbor's id stands in the cell before it and its right neighbor's in the cell after
# it: no links. A pair is filed under the first cell of its right token, so merging it touches
# that cell, the two ends of the new token and the cells beside them; sizes are looked up once a
# merge.
#
# Pairs, tokens and merges are rows that are only ever added; a row's number is its id. The
# first 65,536 pairs are the pairs of bytes, number left x 256 + right, so no table is needed to
# find them.
#
# The trade-off against `linked.py`: 13 bytes per cell (one of them in ``text``), 24 per pair,
# 24 more for one in the heap and 4 per listed position, instead of some 280 bytes per position;
# and no hash table. But all numbers have fixed widths (counts 64 bits, most others 32), and the
# reader has to know what each one means.

Rows: TypeAlias = NDArray[Any]  # a structured array: rows[i].field

NO_ID = -1  # no token, no pair
# Rows of pairs at first, beyond those of bytes: so many and one for some cells, at most as many
# as there are cells.
FIRST_PAIR_ROWS = 2**18
CELLS_A_PAIR = 4
HIGHEST = 2**63 - 1  # no count is above it
BYTES = 256
BYTE_PAIRS = BYTES * BYTES

# token: its id, at both ends of it; cells between keep old ids, which nobody reads. pair: of
# the token before and the one that begins here; NO_ID within a token, at the first cell of a
# pre-token and on borders. weight: of the pre-token, see below.
CELL = np.dtype([("token", "i4"), ("pair", "i4"), ("weight", "u4")])
# pool[start:end] lists the cells that the pair was born in, in ascending order; some are stale.
# Until they are listed, ``end`` is how many there are.
PAIR = np.dtype([("left", "i4"), ("right", "i4"), ("start", "i4"), ("end", "i4")])
# If it occurs, its bytes are text[position:][:size]. prefix: the first seven as a number.
TOKEN = np.dtype([("position", "i4"), ("size", "i4"), ("prefix", "i8")])
# A pair as the heap last saw it: the higher count wins, then the higher key.
ENTRY = np.dtype([("count", "i8"), ("key", "i8"), ("pair", "i4")], align=True)
# A pre-token whose weight is more than cells can say, and the cell before its first.
HEAVY = np.dtype([("weight", "i8"), ("position", "i8")])
BIRTH = np.dtype([("pair", "i4"), ("cell", "i4")])
MERGE = np.dtype([("left", "i4"), ("right", "i4"), ("count", "i8")])
# Rows in use; ``floor``: pairs that occur at least so often have an entry in the heap;
# ``pairs_needed``: rows of pairs that suffice for the next merge, those in use included.
PROGRESS = np.dtype(
    [(name, "i8") for name in ("merges", "tokens", "pairs", "births", "listed", "heaped")]
    + [(name, "i8") for name in ("heavy", "floor", "pairs_needed")]
)

# Merging at one position lists at most two new pairs and leaves one token fewer, so the pool
# needs fewer than three entries per cell; ``start`` and ``end`` of a pair are 32 bits wide.
MAX_CELLS = (2**31 - 1) // 3


class Tables(NamedTuple):
    """The whole state of a run; kernels read and write it, ``with_capacity`` enlarges it."""

    text: NDArray[np.uint8]
    cells: Rows
    heavy: Rows
    counts: NDArray[np.int64]  # by pair, overlapping occurrences included; exact between merges
    pairs: Rows
    pool: NDArray[np.int32]
    tokens: Rows
    before_new: NDArray[np.int32]  # x: the pair (x, token that is being made)
    after_new: NDArray[np.int32]  # y: the pair (token that is being made, y)
    births: Rows
    heap: Rows
    merges: Rows
    progress: Rows


def empty_tables(cells: int, heavy: int, first_id: int) -> Tables:
    """Tables for so many bytes and borders, with nothing laid down yet.

    The first merge makes token ``first_id``; ids from 256 on below it are special tokens', and
    stand in no cell.

    ``text``, ``cells``, ``heavy``, ``pool`` and ``births`` never have to grow. The others are
    as large as they are likely to need, and `with_capacity` enlarges them: the system provides
    memory only for what is written.
    """
    capacity = BYTE_PAIRS + min(cells, FIRST_PAIR_ROWS + cells // CELLS_A_PAIR)
    tokens = np.zeros(first_id, TOKEN)
    tokens["size"] = 1
    tokens["prefix"][:BYTES] = np.arange(BYTES) << 48
    progress = np.zeros(1, PROGRESS)
    progress["tokens"], progress["pairs"], progress["floor"] = first_id, BYTE_PAIRS, HIGHEST
    return Tables(
        text=np.empty(cells, np.uint8),
        cells=np.empty(cells, CELL),
        heavy=np.empty(heavy, HEAVY),
        counts=np.zeros(capacity, np.int64),
        pairs=np.zeros(capacity, PAIR),
        pool=np.empty(3 * cells, np.int32),
        tokens=tokens,
        before_new=np.full(first_id, NO_ID, np.int32),
        after_new=np.full(first_id, NO_ID, np.int32),
        births=np.empty(2 * cells, BIRTH),
        heap=np.empty(capacity, ENTRY),
        merges=np.empty(0, MERGE),
        progress=progress,
    )


def with_capacity(tables: Tables, merges: int) -> Tables:
    """The same tables, large enough for ``merges`` in all and the rows last asked for."""
    now = tables.progress[0]
    tokens = int(now["tokens"] - now["merges"]) + merges
    pairs, needed = int(now["pairs"]), int(now["pairs_needed"])
    return tables._replace(
        counts=grown(tables.counts, needed, pairs),
        pairs=grown(tables.pairs, needed, pairs),
        heap=grown(tables.heap, needed, int(now["heaped"])),
        tokens=grown(tables.tokens, tokens, int(now["tokens"])),
        before_new=grown(tables.before_new, tokens, len(tables.before_new), NO_ID),
        after_new=grown(tables.after_new, tokens, len(tables.after_new), NO_ID),
        merges=grown(tables.merges, merges, int(now["merges"])),
    )


def grown(rows: Rows, needed: int, used: int, fill: int | None = None) -> Rows:
    """``rows`` if there are as many as needed, else a copy with at least half as many more.

    Only the first ``used`` are copied; the others hold anything, or ``fill``.

    >>> [len(grown(np.zeros(4), needed, used=4)) for needed in (3, 5, 9)]
    [4, 6, 9]
    """
    if needed <= len(rows):
        return rows
    more = np.empty(max(needed, len(rows) + len(rows) // 2), rows.dtype)
    more[:used] = rows[:used]
    if fill is not None:
        more[used:] = fill
    return more


# --- How often a pre-token occurs, stored in every one of its cells.
#
# A merge needs the weight at every position that it changes. 32 bits hold it, except for
# pre-tokens that occur more than four billion times. Their weights are in a list, sorted by
# position and searched by bisection: no corpus has many of them.

LISTED = 2**32 - 1  # instead of a weight: it is at least this, and in the list


@inlined
def weight_at(tables: Tables, cell: int) -> int:
    """The weight of the pre-token to which ``cell`` belongs."""
    weight = int(tables.cells[cell].weight)
    return weight if weight != LISTED else listed_weight(tables, cell)


@inner
def listed_weight(tables: Tables, cell: int) -> int:
    """The weight in the list: that of the last one listed whose position is below ``cell``."""
    low, high = 0, tables.progress[0].heavy
    while high - low > 1:
        middle = (low + high) >> 1
        if tables.heavy[middle].position < cell:
            low = middle
        else:
            high = middle
    return tables.heavy[low].weight


# --- The rows of pairs, how a merge finds the pairs born in it, and the lists of cells.
#
# A pair that is not of bytes gets its row in one merge and never again. One of its tokens is
# the new token of that merge, so which side that is on and the other token identify it: two
# small tables by token id, empty between merges, replace the dict of all pairs in `linked.py`.
# Two new tokens side by side are in the first alone: a merge never has a new one on its right
# yet.
#
# All cells of the pairs of one merge are known when it ends. So each pair is given a stretch of
# the pool as long as its cells, and then each cell is written into its pair's stretch: no list
# ever grows, and the cells of a pair are read in one go when it is merged.


@inlined
def begin_pair(tables: Tables, pair: int, left: int, right: int) -> None:
    """A new row, with no cells yet; ``end`` counts them until they are listed."""
    tables.counts[pair] = 0
    this = tables.pairs[pair]
    this.left = left
    this.right = right
    this.end = 0


@inlined
def born_before(tables: Tables, left: int, new_id: int) -> int:
    """The pair (left, new token), made at its first birth."""
    pair = tables.before_new[left]
    if pair == NO_ID:
        pair = tables.progress[0].pairs
        tables.progress[0].pairs += 1
        begin_pair(tables, pair, left, new_id)
        tables.before_new[left] = pair
    return pair


@inlined
def born_after(tables: Tables, new_id: int, right: int) -> int:
    """The pair (new token, right), made at its first birth."""
    pair = tables.after_new[right]
    if pair == NO_ID:
        pair = tables.progress[0].pairs
        tables.progress[0].pairs += 1
        begin_pair(tables, pair, new_id, right)
        tables.after_new[right] = pair
    return pair


@inlined
def replace_pair(tables: Tables, cell: int, pair: int, weight: int) -> None:
    """File the newborn ``pair`` under ``cell`` instead of the pair that was there."""
    now, this = tables.progress[0], tables.cells[cell]
    tables.counts[this.pair] -= weight
    tables.counts[pair] += weight
    tables.pairs[pair].end += 1
    this.pair = pair
    birth = tables.births[now.births]
    birth.pair = pair
    birth.cell = cell
    now.births += 1


@inlined
def list_births(tables: Tables, first_born: int, spare: int, spare_end: int) -> None:
    """List where the pairs of this merge were born, and be ready for the next merge."""
    now = tables.progress[0]
    assign_stretches(tables, first_born, spare, spare_end)
    for k in range(now.births):
        list_cell(tables, tables.births[k].pair, tables.births[k].cell)
    now.births = 0
    for pair in range(first_born, now.pairs):
        tables.before_new[tables.pairs[pair].left] = NO_ID
        tables.after_new[tables.pairs[pair].right] = NO_ID


@inlined
def assign_stretches(tables: Tables, first: int, spare: int, spare_end: int) -> None:
    """Give every pair from ``first`` on as much of the pool as it has cells.

    What the merged pair had, ``pool[spare:spare_end]``, is given out first: it is no longer
    read, and it is in the processor's cache.
    """
    now = tables.progress[0]
    for pair in range(first, now.pairs):
        this = tables.pairs[pair]
        size = this.end
        if size <= spare_end - spare:
            this.start = spare
            spare += size
        else:
            this.start = now.listed
            now.listed += size
        this.end = this.start


@inlined
def list_cell(tables: Tables, pair: int, cell: int) -> None:
    """Append a cell to the stretch of its pair."""
    this = tables.pairs[pair]
    tables.pool[this.end] = cell
    this.end += 1


# --- The first count: pre-tokens become cells, pairs of bytes are counted and listed.


@kernel
def lay_down(
    tables: Tables,  # out: as ``empty_tables`` made them
    data: NDArray[np.uint8],  # in: pre-tokens end to end
    ends: NDArray[np.int64],  # in: where each ends in data
    weights: NDArray[np.int64],  # in: how often each occurs
) -> None:
    """Fill the tables as they are before the first merge."""
    count_pairs(tables, data, ends, weights)
    name_pairs(tables)
    assign_stretches(tables, 0, 0, 0)
    list_cells(tables)


@inlined
def count_pairs(
    tables: Tables,  # out: text, cells, heavy, counts, pairs[].end, tokens[].position
    data: NDArray[np.uint8],  # in
    ends: NDArray[np.int64],  # in
    weights: NDArray[np.int64],  # in
) -> None:
    """Fill the cells, a border before, between and after the pre-tokens; count the pairs."""
    cells, counts, pairs = tables.cells, tables.counts, tables.pairs
    start = 0
    border(tables, 0)
    for index in range(len(ends)):
        end, weight, shift = ends[index], weights[index], index + 1
        cell_weight = min(weight, LISTED)
        if cell_weight == LISTED:
            list_weight(tables, start + shift - 1, weight)
        before, pair = 0, NO_ID
        for k in range(start, end):
            token = int(data[k])
            i = k + shift
            if k > start:
                pair = before * BYTES + token
                counts[pair] += weight
                pairs[pair].end += 1
            cells[i].token = token
            cells[i].pair = pair
            cells[i].weight = cell_weight
            tables.text[i] = token
            tables.tokens[token].position = i
            before = token
        start = end
        border(tables, end + shift)


@inlined
def border(tables: Tables, i: int) -> None:
    """A cell between pre-tokens, which belongs to no token and no pair."""
    tables.cells[i].token = NO_ID
    tables.cells[i].pair = NO_ID
    tables.cells[i].weight = 0
    tables.text[i] = 0


@inner
def list_weight(tables: Tables, position: int, weight: int) -> None:
    """List a weight that is too large for a cell."""
    now = tables.progress[0]
    heavy = tables.heavy[now.heavy]
    heavy.position = position
    heavy.weight = weight
    now.heavy += 1


@inlined
def name_pairs(tables: Tables) -> None:
    """Write down which bytes each pair is of."""
    for pair in range(BYTE_PAIRS):
        this = tables.pairs[pair]
        this.left = pair // BYTES
        this.right = pair % BYTES


@inlined
def list_cells(tables: Tables) -> None:
    """List the cells of every pair of bytes."""
    for i in range(len(tables.cells)):
        pair = tables.cells[i].pair
        if pair != NO_ID:
            list_cell(tables, pair, i)
