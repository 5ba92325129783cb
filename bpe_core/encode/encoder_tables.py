"""A model as flat tables for compiled encoding, and where its pre-tokens can be cut.

subtle: two adjacent bytes get into one token by one kind of merge only: that of a token which
ends with the first and a token which begins with the second. If a model has no such merge,
there is a seam: the bytes before and behind are encoded separately, whatever the ranks. With
the vocabulary of GPT-2 a clause of Chinese falls into parts of one character or less.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.encode import keep_tokens
from bpe_core.kernels.known_pre_tokens import Known, empty_known
from bpe_core.kernels.linear import (
    LABELS,
    ORIGIN,
    RANK,
    UNREACHED,
    Borders,
    empty_borders,
    lay_nodes,
    lay_origins,
)
from bpe_core.kernels.ranks import MAX_ID, Ranks, empty_ranks, lay_ranks
from bpe_core.model import BPEModel

TRIES = 4  # at a table of tokens, each twice as large as the one before
BYTES = 256
LONGEST_TOKEN = 2**23 - 1  # bytes: the largest size that a slot can hold
MOST_PREFIXES = 2**24  # bytes of all tokens, whose prefixes take 17 times as many


class Tables(NamedTuple):
    """Merges, tokens looked up as whole pre-tokens first, and borders; threads share them."""

    ranks: Ranks
    tokens: Known
    borders: BordersInTime

    def merges_only(self) -> Tables:
        """The same merges, and no tokens to look up first."""
        return self._replace(tokens=empty_known(1, 0, 0))


def tables_of(model: BPEModel) -> Tables | None:
    """The tables of ``model``; None for a few models.

    These have 2,000,000 tokens, or one rank for merges that make different tokens, which no
    file has, or tokens for which ``tokens_from`` finds no slot.
    """
    merges = merges_of(model)
    ids = (*model.vocabulary.byte_ids, len(model.vocabulary), len(model.merges))
    order = dense_ranks(model)
    if max(ids) > MAX_ID or has_ambiguous_ranks(order, merges[2::3]):
        return None
    if (tokens := tokens_from(model)) is None:
        return None
    ranks = ranks_from(model, merges, order)
    return Tables(ranks, tokens, BordersInTime(model, ranks))


class BordersInTime:
    """The borders of a model, made when long pre-tokens have had as many bytes as all tokens.

    By then a heap has taken as long as making them does: a quarter of a second with 200,000
    tokens. So texts take at most twice as long as with the better of both from the start.
    """

    def __init__(self, model: BPEModel, ranks: Ranks) -> None:
        self._model, self._ranks = model, ranks
        self._until = sum(map(len, model.vocabulary.tokens))
        self._lock = Lock()

    def of(self, size: int) -> Borders | None:
        """For a pre-token of ``size`` bytes; None as long as, or where, a heap has to do."""
        with self._lock:
            self._until -= size
            return None if self._until > 0 else self._borders

    @cached_property
    def _borders(self) -> Borders | None:
        return borders_from(self._model, self._ranks)


def merges_of(model: BPEModel) -> NDArray[np.int64]:
    """All merges end to end: left, right, new id."""
    return np.fromiter(chain.from_iterable(model.merges), np.int64, 3 * len(model.merges))


def dense_ranks(model: BPEModel) -> NDArray[np.int64]:
    """The ranks of all merges as 0, 1, 2 …, equal where they are equal."""
    if model.ranks is None:
        return np.arange(len(model.merges))
    dense = {rank: k for k, rank in enumerate(sorted(set(model.ranks)))}
    return np.fromiter((dense[rank] for rank in model.ranks), np.int64, len(model.ranks))


def has_ambiguous_ranks(order: NDArray[np.int64], new_ids: NDArray[np.int64]) -> bool:
    """Whether a rank belongs to two tokens.

    >>> has_ambiguous_ranks(np.array([0, 1, 1]), np.array([256, 257, 258]))
    True
    """
    if not len(order):
        return False
    one_of = np.zeros(int(order.max()) + 1, np.int64)
    one_of[order] = new_ids
    return bool((one_of[order] != new_ids).any())


def ranks_from(model: BPEModel, merges: NDArray[np.int64], order: NDArray[np.int64]) -> Ranks:
    byte_ids = np.array(model.vocabulary.byte_ids, np.uint32)
    ranks = empty_ranks(byte_ids, seams(model, merges), len(order))
    lay_ranks(ranks, merges, order)
    return ranks


def borders_from(model: BPEModel, ranks: Ranks) -> Borders | None:
    """Which tokens may stand side by side; None for a model with merges before their parts'.

    And for one of too many bytes, such as a few tokens of megabytes.
    """
    if sum(map(len, model.vocabulary.tokens)) > MOST_PREFIXES:
        return None
    data, ends = end_to_end(model.vocabulary)
    sizes = np.diff(ends, prepend=0)
    borders = empty_borders(sizes.astype(np.int32), len(data) + 1)
    if not lay_origins(borders, ranks, merges_of(model), dense_ranks(model)):
        return None
    tokens = np.flatnonzero(borders.origins[RANK::ORIGIN] != UNREACHED)
    tokens = np.array(sorted(tokens.tolist(), key=model.vocabulary.tokens.__getitem__))
    begins, behind = np.empty((2, len(data) + 1), np.int32)
    nodes = lay_nodes(borders, tokens, data, ends - sizes, begins, behind)
    return borders._replace(
        first=borders.first[: nodes + 1].copy(),
        labels=borders.labels[: nodes + LABELS].copy(),
        longest=borders.longest[:nodes].copy(),
    )


def tokens_from(model: BPEModel) -> Known | None:
    """All ordinary tokens, for models that look up whole pre-tokens first; else none.

    None if a token finds no slot: a file can hold tokens crafted to want the same slot, which
    no larger table separates.

    For other models, looking up tokens first saves nothing: most pre-tokens of a text are
    known already, and for a new one a miss in another table costs as much as merging it.
    """
    if not model.whole_first:
        return empty_known(1, 0, 0)
    if model.longest_token > LONGEST_TOKEN:
        return None
    data, ends = end_to_end(model.ordinary_ids)
    ids = np.fromiter(model.ordinary_ids.values(), np.uint32, len(ends))
    slots = 4 << len(ends).bit_length()
    for size in (slots << k for k in range(TRIES)):
        tokens = empty_known(size, len(data), 0)
        if keep_tokens(tokens, data, ends, ids) == len(ends):
            return tokens
    return None


def seams(model: BPEModel, merges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether there is a seam between bytes a and b, at [256 * a + b]; ``merges`` by threes.

    subtle: none if whole pre-tokens are looked up first, since a part may be a token that
    merges do not make.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> is_seam = seams(model, np.array(model.merges[0]))
    >>> is_seam[256 * 99 + 104], is_seam[256 * 104 + 99]
    (np.False_, np.True_)
    """
    first, last = outer_bytes(model)
    left, right = merges[0::3], merges[1::3]
    is_seam = np.full(BYTES * BYTES, not model.whole_first)
    is_seam[BYTES * last[left] + first[right]] = False
    return is_seam


def outer_bytes(model: BPEModel) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last byte of every token; of an empty one, any."""
    data, ends = end_to_end(model.vocabulary)
    starts = np.minimum(np.concatenate([[0], ends[:-1]]), len(data) - 1)
    return data[starts].astype(np.int64), data[ends - 1].astype(np.int64)


def end_to_end(tokens: Iterable[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The tokens' bytes, and where each ends."""
    parts = list(tokens)
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    return np.frombuffer(b"".join(parts), np.uint8), ends
