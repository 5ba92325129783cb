"""How long a corpus is in tokens, merge by merge: a fold over a trainer's fine events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PreTokenPlaced,
    PreTokenRewritten,
    TokenMerged,
)


def sequence_lengths(
    events: Iterable[Event], borders: Sequence[int] = ()
) -> Iterator[tuple[int, ...]]:
    """Tokens before the first merge, then after every merge; from events with ``detail``.

    One number per part: ``borders`` are ascending byte offsets at which a new part begins. A
    pre-token counts as often as its weight says.

    subtle: a merge's count cannot be subtracted, since overlapping occurrences
    (``aaa``) are counted twice and merged once; so every replacement is counted by itself.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.linked import train_linked
    >>> list(sequence_lengths(train_linked(pre_tokenize("aaa ab"), detail=True), [3]))
    [(3, 3), (2, 3), (1, 3), (1, 2), (1, 1)]
    """
    weight_at: dict[int, int] = {}
    # By where a pre-token starts; for trainers whose events report whole ones.
    size_of: dict[int, int] = {}
    lengths = [0] * (len(borders) + 1)
    begun = False
    for event in events:
        match event:
            case TokenMerged(position):
                lengths[bisect_right(borders, position)] -= weight_at[position]
            case PreTokenRewritten(start, token_ids):
                replaced = size_of[start] - len(token_ids)
                size_of[start] = len(token_ids)
                lengths[bisect_right(borders, start)] -= replaced * weight_at[start]
            case PreTokenPlaced(start, data, weight):
                size_of[start] = len(data)
                weight_at.update(dict.fromkeys(range(start, start + len(data)), weight))
                lengths[bisect_right(borders, start)] += len(data) * weight
            case CountsBuilt() if not begun:
                begun = True
                yield tuple(lengths)
            case MergeDone():
                yield tuple(lengths)
