"""Left-to-right greedy: merge the leftmost pair that any merge joins, whatever its rank.

Not byte-pair encoding proper, but what a first attempt often does. It looks up fewer pairs
than rank order and gives other tokens wherever a pair further right was learned earlier.
"""

from __future__ import annotations

from collections.abc import Generator

from bpe_core.events import Event, PairRanked, RankChosen, TokenMerged
from bpe_core.model import BPEModel


def encode_leftmost(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenMerged`` per merge and return the ids; O(n).

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
