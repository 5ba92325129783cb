"""The first count: pre-tokens become cells, pairs of bytes are counted and listed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.train.cell_weights import LISTED
from bpe_core.kernels.train.pair_rows import assign_stretches, list_cell
from bpe_core.kernels.train.train_arrays import BYTE_PAIRS, BYTES, NO_ID, Tables


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
