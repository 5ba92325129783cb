"""A model as flat tables for compiled encoding."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.model import BPEModel

if TYPE_CHECKING:
    from bpe_core.kernels.known import Known
    from bpe_core.kernels.ranks import Ranks

MARGIN = 2**7  # bytes and ids to spare, so that a table for the very tokens is never full


class Tables(NamedTuple):
    """Merges, and pre-tokens that are tokens with their ids; threads share both."""

    ranks: Ranks
    tokens: Known

    def merges_only(self) -> Tables:
        """The same merges, and no pre-token that is there beforehand."""
        from bpe_core.kernels.known import empty_known

        return self._replace(tokens=empty_known(1, 0, 0))


def tables_of(model: BPEModel) -> Tables | None:
    """The tables of ``model``; None where its numbers are too large or its ranks ambiguous.

    That is 2,000,000 tokens, or one rank for merges that make different tokens, which no file
    has.
    """
    from bpe_core.kernels.ranks import MAX_ID

    merges = np.fromiter(chain.from_iterable(model.merges), np.int64, 3 * len(model.merges))
    ids = (*model.vocabulary.byte_ids, len(model.vocabulary), len(model.merges))
    order = dense_ranks(model)
    if max(ids) > MAX_ID or has_ambiguous_ranks(order, merges[2::3]):
        return None
    ranks = ranks_from(model, merges, order)
    return Tables(ranks, tokens_from(model, ranks))


def dense_ranks(model: BPEModel) -> NDArray[np.int64]:
    """The ranks of all merges as 0, 1, 2 …, equal where they are equal."""
    if model.ranks is None:
        return np.arange(len(model.merges))
    place = {rank: k for k, rank in enumerate(sorted(set(model.ranks)))}
    return np.fromiter((place[rank] for rank in model.ranks), np.int64, len(model.ranks))


def has_ambiguous_ranks(order: NDArray[np.int64], new_ids: NDArray[np.int64]) -> bool:
    """Whether a rank stands for two tokens.

    >>> has_ambiguous_ranks(np.array([0, 1, 1]), np.array([256, 257, 258]))
    True
    """
    if not len(order):
        return False
    one_of = np.zeros(int(order.max()) + 1, np.int64)
    one_of[order] = new_ids
    return bool((one_of[order] != new_ids).any())


def ranks_from(model: BPEModel, merges: NDArray[np.int64], order: NDArray[np.int64]) -> Ranks:
    from bpe_core.kernels.ranks import empty_ranks, lay_ranks

    ranks = empty_ranks(np.array(model.vocabulary.byte_ids, np.uint32), len(order))
    lay_ranks(ranks, merges, order)
    return ranks


def tokens_from(model: BPEModel, ranks: Ranks) -> Known:
    """Every ordinary token as a pre-token: most words of a text are one.

    Where a model takes whole pre-tokens first, that is what its ids are; elsewhere a token is
    encoded like any other pre-token, and mostly gives itself.
    """
    from bpe_core.kernels.encoding import keep_tokens
    from bpe_core.kernels.known import LONGEST, empty_known

    longest = None if model.whole_first else LONGEST
    ordinary = {t: i for t, i in model.ordinary_ids.items() if not longest or len(t) <= longest}
    data, ends = end_to_end(ordinary)
    slots = 4 << len(ordinary).bit_length()
    if not model.whole_first:
        room = len(data) + MARGIN
        return encoded_tokens(ranks, data, ends, empty_known(slots, room, room))
    ids = np.fromiter(ordinary.values(), np.uint32, len(ordinary))
    while True:
        tokens = empty_known(slots, len(data), 0)
        if keep_tokens(tokens, data, ends, ids) == len(ends):
            return tokens
        slots *= 2


def end_to_end(tokens: Iterable[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The tokens' bytes, and where each ends."""
    parts = list(tokens)
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    return np.frombuffer(b"".join(parts), np.uint8), ends


def encoded_tokens(
    ranks: Ranks, data: NDArray[np.uint8], ends: NDArray[np.int64], tokens: Known
) -> Known:
    """``tokens`` with the pre-tokens that end at ``ends``, each encoded."""
    from bpe_core.kernels.encoding import DONE, SPARE, Encoding, encode_batch
    from bpe_core.kernels.known import LONGEST, empty_known
    from bpe_core.kernels.long_words import long_bench
    from bpe_core.kernels.short_words import empty_bench

    nothing = empty_known(1, 0, 0)
    encoding = Encoding(ranks, nothing, tokens, empty_bench(), long_bench(LONGEST))
    out, now = np.empty(len(data) + SPARE, np.uint32), np.zeros(4, np.int64)
    done = encode_batch(encoding, data, ends, np.empty(0, np.uint32), out, now)
    assert done == DONE, "there is room for all tokens"
    return tokens
