"""Count, once: pre-tokens into cells, pairs of bytes counted and listed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.kernel_cache import inlined, inner, kernel
from bpe_core.kernels.train.cell_weights import LISTED
from bpe_core.kernels.train.pair_rows import assign_stretches, list_cell
from bpe_core.kernels.train.train_arrays import BYTE_PAIRS, BYTES, NONE, Tables


@kernel
def lay_down(
    tables: Tables,
    data: NDArray[np.uint8],
    ends: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """All that stands before the first merge, from pre-tokens end to end and their weights."""
    count_pairs(tables, data, ends, weights)
    name_pairs(tables)
    assign_stretches(tables, 0, 0, 0)
    list_cells(tables)


@inlined
def count_pairs(
    tables: Tables,
    data: NDArray[np.uint8],
    ends: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """Fill the cells, a border before, between and behind the pre-tokens; count the pairs."""
    cells, counts, pairs = tables.cells, tables.counts, tables.pairs
    start = 0
    border(tables, 0)
    for word in range(len(ends)):
        end, weight, shift = ends[word], weights[word], word + 1
        said = min(weight, LISTED)
        if said == LISTED:
            list_weight(tables, start + shift - 1, weight)
        before, pair = int(data[start]) if start < end else 0, NONE
        for k in range(start, end):
            token = int(data[k])
            i = k + shift
            if k > start:
                pair = before * BYTES + token
                counts[pair] += weight
                pairs[pair].end += 1
            cells[i].token = token
            cells[i].pair = pair
            cells[i].weight = said
            tables.text[i] = token
            tables.tokens[token].place = i
            before = token
        start = end
        border(tables, end + shift)


@inlined
def border(tables: Tables, i: int) -> None:
    """A cell between pre-tokens, which no token and no pair has."""
    tables.cells[i].token = NONE
    tables.cells[i].pair = NONE
    tables.cells[i].weight = 0
    tables.text[i] = 0


@inner
def list_weight(tables: Tables, place: int, weight: int) -> None:
    """Remember a weight that the cells cannot say."""
    now = tables.progress[0]
    heavy = tables.heavy[now.heavy]
    heavy.place = place
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
        if pair != NONE:
            list_cell(tables, pair, i)
