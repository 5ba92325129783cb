"""The arrays of a compiled run: what `train/linked.py` keeps in lists and dicts.

A **cell** stands for each byte of the corpus, with one more before, between and after the
pre-tokens. A token writes its id into its first and its last cell (boundary tags), so its left
neighbour's id stands in the cell before it and its right neighbour's in the cell after it: no
links. A pair is filed under the first cell of its right token, so merging it touches that
cell, the two ends of the new token and the cells beside them; sizes are looked up once a merge.

Pairs, tokens and merges are rows that are only ever added; a row's number is its id. The first
65,536 pairs are the pairs of bytes, number left x 256 + right, so no table is needed to find
them.

The trade-off against `linked.py`: 13 bytes per cell (one of them in ``text``), 24 per pair, 24
more for one in the heap and 4 per listed position, instead of some 280 bytes per position; and
no hash table. But all numbers have fixed widths (counts 64 bits, most others 32), and the
reader has to know what each one means.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

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
# pre-token and on borders. weight: of the pre-token, see cell_weights.py.
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
