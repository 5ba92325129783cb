"""Encoders by other rules than rank order: one that gives the same ids, two that do not.

merge list      the lecture's first: every merge of the list, in order, on the whole pre-token
leftmost        the leftmost pair that any merge joins, whatever its rank: what a first
                attempt often does
longest match   the longest token that is a prefix of the rest: how WordPiece encodes
"""

from __future__ import annotations

from collections.abc import Generator

from bpe_core.errors import InputError
from bpe_core.events import (
    Event,
    MergeTried,
    PairRanked,
    PrefixTried,
    RankChosen,
    TokenMerged,
    TokenTaken,
)
from bpe_core.model import BPEModel


def encode_by_merge_list(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenMerged`` per replacement (positions are byte offsets); return the ids.

    Simple and slow: O(merges × length), however few merges apply. Equal to rank order wherever
    every merge ranks behind those that made its parts, as in every list that was learned.

    With ``detail`` also ``MergeTried`` after each merge of the list. Raises
    ``InputError("no_merge_list")`` for a model that ranks tokens and has no merge list.
    """
    if not model.has_merge_list:
        raise InputError("no_merge_list")
    byte_ids = model.vocabulary.byte_ids
    tokens = [byte_ids[value] for value in pre_token]
    starts = list(range(len(tokens)))
    ranks = range(len(model.merges)) if model.ranks is None else model.ranks
    for rank, (left, right, new_id) in zip(ranks, model.merges, strict=True):
        pairs = replaced = i = 0
        while i + 1 < len(tokens):
            pairs += 1
            if tokens[i] == left and tokens[i + 1] == right:
                tokens[i] = new_id
                del tokens[i + 1]
                yield TokenMerged(starts[i], starts.pop(i + 1), new_id)
                replaced += 1
            i += 1
        if detail:
            yield MergeTried(rank, pairs, replaced)
    return tokens


def encode_leftmost(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenMerged`` per merge and return the ids; O(n).

    It looks up fewer pairs than rank order and gives other tokens wherever a pair further right
    was learned earlier.

    No pair of ``held`` is a merge, so only the pair of its last token and the next byte, or the
    token that this has become, can be the leftmost one.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> merges = (Merge(98, 99, 256), Merge(97, 98, 257))  # bc was learned before ab
    >>> model = BPEModel(Vocabulary.of_bytes([b"bc", b"ab"]), merges)
    >>> list(encode_leftmost(model, b"abc"))
    [TokenMerged(position=0, absorbed=1, new_id=257)]
    """
    byte_ids, ranks = model.vocabulary.byte_ids, model.merge_ranks
    held: list[tuple[int, int]] = []  # (position, token id)
    for start, value in enumerate(pre_token):
        position, token_id = start, byte_ids[value]
        while held:
            before, left = held[-1]
            merge = ranks.get((left, token_id))
            if detail:
                yield PairRanked(before, (left, token_id), merge and merge[0])
            if merge is None:
                break
            if detail:
                yield RankChosen(before, merge[0])
            held.pop()
            yield TokenMerged(before, position, merge[1])
            position, token_id = before, merge[1]
        held.append((position, token_id))
    return [token_id for _, token_id in held]


def encode_longest_match(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenTaken`` per token and return the ids; O(n × longest token).

    It needs the vocabulary and no merges, and gives other tokens than rank order wherever the
    longest prefix spoils what follows.

    With ``detail`` also one ``PrefixTried`` per look-up in the vocabulary.

    >>> from bpe_core.model import Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"bc", b"ab"]), ())
    >>> list(encode_longest_match(model, b"abc"))
    [TokenTaken(position=0, size=2, token_id=257), TokenTaken(position=2, size=1, token_id=99)]
    """
    known = model.ordinary_ids
    longest = model.longest_token
    ids: list[int] = []
    start = 0
    while start < len(pre_token):
        for size in range(min(longest, len(pre_token) - start), 0, -1):
            token_id = known.get(pre_token[start : start + size])
            if detail:
                yield PrefixTried(start, size, token_id)
            if token_id is not None:
                break
        assert token_id is not None, "every byte is a token"
        yield TokenTaken(start, size, token_id)
        ids.append(token_id)
        start += size
    return ids
