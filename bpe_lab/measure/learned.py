"""What a peer has learned, in our terms: worked out after its clock has stopped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from bpe_core.formats.tiktoken import last_merges, splits
from bpe_core.model import BPEModel, Vocabulary

Pair: TypeAlias = tuple[bytes, bytes]  # the two tokens of a merge


class Learned(NamedTuple):
    """The new tokens in the order of their merges, and the merges where the peer tells them."""

    tokens: tuple[bytes, ...]
    pairs: tuple[Pair, ...] = ()


def of_pairs(pairs: Iterable[Pair]) -> Learned:
    """What was learned by these merges.

    >>> of_pairs([(b"l", b"o")]).tokens
    (b'lo',)
    """
    merges = tuple(pairs)
    return Learned(tuple(left + right for left, right in merges), merges)


def of_ranks(ranks: Mapping[bytes, int]) -> Learned:
    """The merges of a vocabulary: the bytes, then the tokens in the order of learning.

    >>> alphabet = {bytes([value]): value for value in range(256)}
    >>> of_ranks(alphabet | {b"lo": 256, b"low": 257}).pairs
    ((b'l', b'o'), (b'lo', b'w'))
    """
    tokens = tuple(sorted(ranks, key=ranks.__getitem__))
    byte_ids = tuple(ranks[bytes([value])] for value in range(256))
    merges, merge_ranks = splits("ranks", ranks)
    model = BPEModel(Vocabulary(tokens, byte_ids), merges, ranks=merge_ranks)
    return of_pairs(last_merges("ranks", model))
