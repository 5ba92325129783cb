"""Encode a long pre-token from left to right, as `encode_linear` of `encode/linear.py` does.

First a model's tables: how each token is made, and all tokens as a tree of prefixes. Then the
loop over them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.eight_bytes import fold, load8, trailing_zeros
from bpe_core.kernels.ranks import BYTES, EMPTY, NO_RANK, Id, Ranks, pair_of, rank_of

NONE = -1  # no token, and no node
BYTE, UNREACHED = -1, -2  # the rank of a byte, before all merges; of a token that no text has
ORIGIN = 4  # entries of a token
RANK, LEFT, RIGHT, SHORTER = range(ORIGIN)
LABELS = 8  # read at once
ANSWERS = 2**12
ANSWER_BITS, ANSWER = np.uint64(22), np.uint64(2**22 - 1)
HALF, LOW_HALF = np.uint64(32), np.uint64(2**32 - 1)
ONES, HIGH_BITS = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)


class Borders(NamedTuple):
    """What tells whether tokens may stand side by side, and which of them a text has.

    At ``origins[ORIGIN * token]``: the rank of the merge that makes it, its parts, and the
    longest token that is a proper prefix of it.

    The tree of prefixes is numbered from the root on, level by level, so that the short ones,
    which every text meets, lie close together. The children of node n are those from
    ``first[n]`` up to ``first[n + 1]``; ``labels`` has the byte that leads to each, and
    ``longest`` the longest token that its bytes begin with. ``second``, at 256 * a + b, has the
    node of two bytes.
    """

    origins: NDArray[np.int32]
    sizes: NDArray[np.int32]  # of the tokens, in bytes
    first: NDArray[np.int32]
    labels: NDArray[np.uint8]
    longest: NDArray[np.int32]
    second: NDArray[np.int32]


def empty_borders(sizes: NDArray[np.int32], nodes: int) -> Borders:
    """For tokens of these sizes, and so many prefixes."""
    return Borders(
        np.full(ORIGIN * len(sizes), NONE, np.int32),
        sizes,
        np.zeros(nodes + 1, np.int32),
        np.zeros(nodes + LABELS, np.uint8),
        np.full(nodes, NONE, np.int32),
        np.full(BYTES * BYTES, NONE, np.int32),
    )


@kernel
def lay_origins(
    borders: Borders,  # out: origins, but for SHORTER
    ranks: Ranks,  # in
    merges: NDArray[np.int64],  # in: left, right, new id, end to end
    order: NDArray[np.int64],  # in: the rank of each merge, ascending
) -> bool:
    """How each token is made; whether no merge ranks before those that make its parts."""
    origins = borders.origins
    for k in range(len(borders.sizes)):
        origins[ORIGIN * k + RANK] = UNREACHED
    for k in range(len(ranks.byte_ids)):
        origins[ORIGIN * np.int64(ranks.byte_ids[k]) + RANK] = BYTE
    for k in range(len(order)):
        left, right, new = merges[3 * k], merges[3 * k + 1], merges[3 * k + 2]
        until = latest(origins, left, right)
        if UNREACHED < until < order[k] and origins[ORIGIN * new + RANK] == UNREACHED:
            if np.int64(rank_of(ranks, left, right)) != order[k]:
                continue  # a pair that was listed before
            if may_stand(ranks, origins, left, right, order[k]):
                origins[ORIGIN * new + RANK] = order[k]
                origins[ORIGIN * new + LEFT] = left
                origins[ORIGIN * new + RIGHT] = right
    for k in range(len(order)):
        left, right = merges[3 * k], merges[3 * k + 1]
        rank = np.int64(rank_of(ranks, left, right))
        if latest(origins, left, right) >= rank:
            return False
    return True


@inlined
def latest(origins: NDArray[np.int32], left: int, right: int) -> int:
    """The rank of the later of both; UNREACHED if no text has one of them."""
    before, after = origins[ORIGIN * left + RANK], origins[ORIGIN * right + RANK]
    if before == UNREACHED or after == UNREACHED:
        return UNREACHED
    return int(np.int64(max(before, after)))


@inlined
def may_stand(
    ranks: Ranks, origins: NDArray[np.int32], left: Id, right: Id, until: int
) -> bool:
    """Whether both tokens may stand side by side, until a merge of rank ``until``."""
    before, after = np.int64(left), np.int64(right)
    left_until = right_until = np.int64(until)
    while True:
        rank = np.int64(rank_of(ranks, np.uint32(before), np.uint32(after)))
        if rank < left_until and rank <= right_until and rank != NO_RANK:
            return False
        rank_before = np.int64(origins[ORIGIN * before + RANK])
        rank_after = np.int64(origins[ORIGIN * after + RANK])
        if rank_before > rank_after:
            before, left_until = np.int64(origins[ORIGIN * before + RIGHT]), rank_before
        elif rank_after != BYTE:
            after, right_until = np.int64(origins[ORIGIN * after + LEFT]), rank_after
        else:
            return True


@kernel
def lay_nodes(
    borders: Borders,  # in: sizes; out: SHORTER, and the tree
    tokens: NDArray[np.int64],  # in: those that texts have, in the order of their bytes
    data: NDArray[np.uint8],  # in: the bytes of all tokens, end to end in the order of ids
    starts: NDArray[np.int64],  # in: where each starts
    begins: NDArray[np.int32],  # scratch: which of tokens begin with a node's bytes,
    ends: NDArray[np.int32],  # scratch: from, up to
) -> int:
    """Enter the prefixes of all tokens; returns the number of nodes."""
    origins, sizes, first, labels, longest, second = borders
    begins[0], ends[0] = 0, len(tokens)
    node, count, depth, level = 0, 1, 0, 1
    while node < count:
        if node == level:  # the first node of the next level
            depth, level = depth + 1, count
        i, end = np.int64(begins[node]), np.int64(ends[node])
        if sizes[tokens[i]] == depth:  # the shortest comes first
            origins[ORIGIN * tokens[i] + SHORTER] = longest[node]
            longest[node] = tokens[i]
            i += 1
        first[node] = count
        while i < end:
            label = data[starts[tokens[i]] + depth]
            begins[count], labels[count], longest[count] = i, label, longest[node]
            while i < end and data[starts[tokens[i]] + depth] == label:
                i += 1
            ends[count] = i
            if depth == 1:
                second[BYTES * np.int64(labels[node]) + np.int64(label)] = count
            count += 1
        node += 1
    first[count] = count
    return count


@inlined
def child_of(borders: Borders, node: int, byte: np.uint8) -> int:
    """The node that a byte leads to, or ``NONE``.

    subtle: of an index with a sign numba asks whether it counts from the end, so the first one,
    which runs take for every byte, has none; both ends are read at once.
    """
    both = load8(borders.first, node)
    child, beyond = both & LOW_HALF, both >> HALF
    if child < beyond and borders.labels[child] == byte:  # the processor need not wait
        return int(np.int64(child))
    at, end = int(np.int64(child)), int(np.int64(beyond))
    pattern = np.uint64(byte) * ONES
    while at < end:
        differ = load8(borders.labels, at) ^ pattern
        equal = (differ - ONES) & ~differ & HIGH_BITS  # right up to the first equal byte
        if equal != 0:
            at += int(np.int64(trailing_zeros(equal) >> np.uint64(3)))
            return at if at < end else NONE
        at += LABELS
    return NONE


class LinearScratch(NamedTuple):
    """Which offsets lead nowhere, and answers of `first_fitting` that may be wanted again.

    An answer is one word: the token before, the token asked for, and the answer plus one.
    """

    leads_nowhere: NDArray[np.uint8]
    answers: NDArray[np.uint64]


def linear_scratch(size: int) -> LinearScratch:
    """For pre-tokens of less than ``size`` bytes."""
    return LinearScratch(np.empty(size, np.uint8), np.full(ANSWERS if size else 0, EMPTY))


@inner
def encode_left_to_right(
    ranks: Ranks,  # in
    borders: Borders,  # in
    scratch: LinearScratch,  # scratch
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    origins, sizes, leads_nowhere = borders.origins, borders.sizes, scratch.leads_nowhere
    begin, at = id_count, 0
    leads_nowhere[: size + 1] = 0
    token = longest_at(borders, text, start, start + size)
    while True:
        if id_count > begin and token != NONE:
            token = first_fitting(ranks, borders, scratch.answers, out[id_count - 1], token)
        if token == NONE:  # never of the first token: one way leads to the end
            leads_nowhere[at] = 1
            id_count -= 1
            dropped = np.int64(out[id_count])
            at -= sizes[dropped]
            token = int(np.int64(origins[ORIGIN * dropped + SHORTER]))
            continue
        end = at + sizes[token]
        if leads_nowhere[end] != 0:
            token = int(np.int64(origins[ORIGIN * token + SHORTER]))
            continue
        out[id_count] = token
        id_count += 1
        at = end
        if at == size:
            return id_count
        token = longest_at(borders, text, start + at, start + size)


@inlined
def first_fitting(
    ranks: Ranks,  # in
    borders: Borders,  # in
    answers: NDArray[np.uint64],  # in and out
    before: np.uint32,  # in
    token: int,  # in
) -> int:
    """The first of a token and its ever shorter prefixes that may stand behind ``before``.

    Of a run of spaces a hundred prefixes may be refused, behind every token again.
    """
    asked = pair_of(before, token)
    at = np.int64(fold(asked ^ ranks.keys[0], ranks.keys[1])) & (ANSWERS - 1)
    answer = load8(answers, at)
    if answer >> ANSWER_BITS == asked:
        return int(np.int64(answer & ANSWER)) - 1
    while token != NONE and not may_stand(ranks, borders.origins, before, token, int(NO_RANK)):
        token = int(np.int64(borders.origins[ORIGIN * token + SHORTER]))
    answers[at] = (asked << ANSWER_BITS) | np.uint64(token + 1)
    return token


@inlined
def longest_at(borders: Borders, text: NDArray[np.uint8], i: int, stop: int) -> int:
    """The longest token that the text has at ``i``.

    subtle: every byte is a token, so node 1 + b is that of byte b.
    """
    node = 1 + int(np.int64(text[i]))
    if i + 1 < stop:
        two = BYTES * np.int64(text[i]) + np.int64(text[i + 1])
        behind = int(np.int64(borders.second[two]))
        i += 2
        while behind != NONE:
            node = behind
            if i == stop:
                break
            behind = child_of(borders, node, text[np.uint64(i)])
            i += 1
    return int(np.int64(borders.longest[node]))
