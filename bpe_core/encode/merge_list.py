"""The lecture's first encoder: try every merge of the list, in order, on the whole pre-token.

Simple and slow: O(merges x length) for a pre-token, however few merges apply. Equal to
`rank_order.py` wherever every merge ranks behind the merges that made its parts, as in every
list that was learned.
"""

from __future__ import annotations

from collections.abc import Generator

from bpe_core.errors import NoMergeListError
from bpe_core.events import Event, MergeTried, TokenMerged
from bpe_core.model import BPEModel


def encode_by_merge_list(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenMerged`` per replacement (positions are byte offsets); return the ids.

    With ``detail`` also ``MergeTried`` after each merge of the list. Raises
    ``NoMergeListError`` for a model that ranks tokens and has no merge list.
    """
    if not model.has_merge_list:
        raise NoMergeListError
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
