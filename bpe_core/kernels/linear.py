"""Encode a long pre-token from left to right, as `encode_linear` of `encode/linear.py` does.

First a model's tables: how each token is made, and all tokens as a tree of prefixes. Then the
loop over them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.eight_bytes import fold, load8
from bpe_core.kernels.ranks import EMPTY, NO_RANK, Id, Ranks, rank_of

NONE = -1  # no token, and no node
BYTE, UNMADE = -1, -2  # the rank of a byte, before all merges; of a token that no text has
MADE = 4  # entries of a token
RANK, LEFT, RIGHT, SHORTER = range(MADE)
NODE_BITS, BYTE_BITS = np.uint64(24), np.uint64(8)
MOST_NODES = 2**24
NODE = np.uint64(MOST_NODES - 1)


class Borders(NamedTuple):
    """What tells whether tokens may stand side by side, and which a text has.

    At ``made[MADE * token]``: the rank of the merge that makes it, its parts, and the longest
    token that is a proper prefix of it. The tree is a hash table, from a node and a byte to the
    node behind; the node of a token has its id as its number, and the root none: every byte is
    a token.
    """

    made: NDArray[np.int32]
    sizes: NDArray[np.int32]  # of the tokens, in bytes
    nodes: NDArray[np.uint64]


def empty_borders(sizes: NDArray[np.int32], slots: int) -> Borders:
    """For tokens of these sizes, and so many slots (a power of two) for their prefixes."""
    return Borders(np.full(MADE * len(sizes), NONE, np.int32), sizes, np.full(slots, EMPTY))


@kernel
def lay_made(
    borders: Borders,  # out: made, but for shorter
    ranks: Ranks,  # in
    merges: NDArray[np.int64],  # in: left, right, new id, end to end
    order: NDArray[np.int64],  # in: the rank of each merge, ascending
) -> bool:
    """How each token is made; whether no merge ranks before those that made its parts."""
    made = borders.made
    for k in range(len(borders.sizes)):
        made[MADE * k + RANK] = UNMADE
    for k in range(len(ranks.byte_ids)):
        made[MADE * np.int64(ranks.byte_ids[k]) + RANK] = BYTE
    for k in range(len(order)):
        left, right, new = merges[3 * k], merges[3 * k + 1], merges[3 * k + 2]
        until = latest(made, left, right)
        if UNMADE < until < order[k] and made[MADE * new + RANK] == UNMADE:
            if np.int64(rank_of(ranks, left, right)) != order[k]:
                continue  # a pair that was listed before
            if may_stand(ranks, made, left, right, order[k]):
                made[MADE * new + RANK] = order[k]
                made[MADE * new + LEFT] = left
                made[MADE * new + RIGHT] = right
    for k in range(len(order)):
        left, right = merges[3 * k], merges[3 * k + 1]
        rank = np.int64(rank_of(ranks, left, right))
        if latest(made, left, right) >= rank:
            return False
    return True


@inlined
def latest(made: NDArray[np.int32], left: int, right: int) -> int:
    """The rank of the later of both; UNMADE if no text has one of them."""
    before, after = made[MADE * left + RANK], made[MADE * right + RANK]
    if before == UNMADE or after == UNMADE:
        return UNMADE
    return np.int64(max(before, after))


@inlined
def may_stand(
    ranks: Ranks, made: NDArray[np.int32], left: Id, right: Id, until: int
) -> bool:
    """Whether both tokens may stand side by side, until a merge of rank ``until``."""
    before, after = np.int64(left), np.int64(right)
    left_until = right_until = np.int64(until)
    while True:
        rank = np.int64(rank_of(ranks, np.uint32(before), np.uint32(after)))
        if rank < left_until and rank <= right_until and rank != NO_RANK:
            return False
        made_before = np.int64(made[MADE * before + RANK])
        made_after = np.int64(made[MADE * after + RANK])
        if made_before > made_after:
            before, left_until = np.int64(made[MADE * before + RIGHT]), made_before
        elif made_after != BYTE:
            after, right_until = np.int64(made[MADE * after + LEFT]), made_after
        else:
            return True


@kernel
def lay_nodes(
    borders: Borders,  # in: made, out: its shorter, nodes
    byte_ids: NDArray[np.uint32],  # in
    by_size: NDArray[np.int64],  # in: all tokens, shorter ones first
    data: NDArray[np.uint8],  # in: their bytes, end to end in the order of ids
    starts: NDArray[np.int64],  # in: where each starts
    keys: NDArray[np.uint64],  # in: of the hash
) -> int:
    """Enter the prefixes of all tokens that texts have; returns the number of nodes.

    subtle: shorter tokens go first, so a node that is a token has its number from the start.
    """
    made, sizes, nodes = borders
    mask = len(nodes) - 1
    count = len(sizes)
    for token in by_size:
        if made[MADE * token + RANK] < 0:
            continue
        start, end = starts[token], starts[token] + sizes[token]
        node = np.int64(byte_ids[data[start]])
        shorter = node
        for i in range(start + 1, end):
            behind = node_behind(nodes, keys, node, data[i])
            if behind == NONE:
                behind = token
                if i + 1 < end:
                    behind = count
                    count += 1
                step = step_of(node, data[i])
                at = np.int64(fold(step ^ keys[0], keys[1])) & mask
                while nodes[at] != EMPTY:
                    at = (at + 1) & mask
                nodes[at] = (step << NODE_BITS) | np.uint64(behind)
            elif behind < len(sizes) and i + 1 < end:
                shorter = behind
            node = behind
        made[MADE * token + SHORTER] = shorter
    return count


@inlined
def step_of(node: int, byte: np.uint8) -> np.uint64:
    """A node and a byte in one number."""
    return (np.uint64(node) << BYTE_BITS) | np.uint64(byte)


@inlined
def node_behind(
    nodes: NDArray[np.uint64], keys: NDArray[np.uint64], node: int, byte: np.uint8
) -> int:
    """The node that a byte leads to, or ``NONE``."""
    step = step_of(node, byte)
    mask = len(nodes) - 1
    at = np.int64(fold(step ^ keys[0], keys[1])) & mask
    while True:
        slot = load8(nodes, at)
        if slot >> NODE_BITS == step:
            return np.int64(slot & NODE)
        if slot == EMPTY:
            return NONE
        at = (at + 1) & mask


@inner
def encode_left_to_right(
    ranks: Ranks,  # in
    borders: Borders,  # in
    leads_nowhere: NDArray[np.uint8],  # scratch: one more than there are bytes
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    made, sizes, nodes = borders
    begin, at = id_count, 0
    leads_nowhere[: size + 1] = 0
    token = longest_at(ranks, borders, text, start, start + size)
    while True:
        if token == NONE:
            leads_nowhere[at] = 1
            id_count -= 1
            dropped = np.int64(out[id_count])
            at -= sizes[dropped]
            token = np.int64(made[MADE * dropped + SHORTER])
            continue
        end = at + sizes[token]
        if leads_nowhere[end] == 0 and (
            id_count == begin or may_stand(ranks, made, out[id_count - 1], token, NO_RANK)
        ):
            out[id_count] = token
            id_count += 1
            at = end
            if at == size:
                return id_count
            token = longest_at(ranks, borders, text, start + at, start + size)
        else:
            token = np.int64(made[MADE * token + SHORTER])


@inlined
def longest_at(
    ranks: Ranks, borders: Borders, text: NDArray[np.uint8], i: int, stop: int
) -> int:
    """The longest token that the text has at ``i``."""
    token = node = np.int64(ranks.byte_ids[text[i]])
    i += 1
    while i < stop:
        node = node_behind(borders.nodes, ranks.keys, node, text[i])
        if node == NONE:
            break
        if node < len(borders.sizes):
            token = node
        i += 1
    return token
