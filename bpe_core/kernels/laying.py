"""Count, once: pre-tokens into cells, pairs of bytes counted and listed, the first heap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.cache import kernel
from bpe_core.kernels.heap import order_heap, place
from bpe_core.kernels.pairs import assign_stretches, begin_pair, list_cell
from bpe_core.kernels.tables import BYTE_PAIRS, BYTES, NONE, Tables


@kernel
def lay_down(
    tables: Tables,
    sizes: NDArray[np.int64],
    weights: NDArray[np.int64],
    rule: int,
    min_count: int,
) -> None:
    """All that stands before the first merge, from the pre-tokens' sizes and weights."""
    count_pairs(tables, sizes, weights)
    list_cells(tables)
    first_heap(tables, rule, min_count)


@kernel
def count_pairs(tables: Tables, sizes: NDArray[np.int64], weights: NDArray[np.int64]) -> None:
    """Fill the cells and count every pair of bytes."""
    text, cells, tokens = tables.text, tables.cells, tables.tokens
    counts, pairs = tables.counts, tables.pairs
    for pair in range(BYTE_PAIRS):
        begin_pair(tables, pair, pair // BYTES, pair % BYTES)
    i = 0
    for word in range(len(sizes)):
        border(cells, i)
        i += 1
        weight, before = weights[word], NONE
        for _ in range(sizes[word]):
            token = text[i]
            pair = NONE
            if before != NONE:
                pair = before * BYTES + token
                counts[pair] += weight
                pairs[pair].end += 1
            cells[i].token = token
            cells[i].pair = pair
            cells[i].weight = weight
            tokens[token].place = i
            before = token
            i += 1
    border(cells, i)


@kernel
def border(cells: NDArray[np.void], i: int) -> None:
    """A cell between pre-tokens, which no token and no pair has."""
    cells[i].token = NONE
    cells[i].pair = NONE
    cells[i].weight = 0


@kernel
def list_cells(tables: Tables) -> None:
    """List the cells of every pair of bytes."""
    assign_stretches(tables, 0)
    for i in range(len(tables.cells)):
        pair = tables.cells[i].pair
        if pair != NONE:
            list_cell(tables, pair, i)


@kernel
def first_heap(tables: Tables, rule: int, min_count: int) -> None:
    """Every pair of bytes that may ever be merged, in heap order."""
    for pair in range(BYTE_PAIRS):
        if tables.counts[pair] >= min_count:
            place(tables, rule, pair)
    order_heap(tables, rule)
