"""The naive trainer: before every merge, count every pair of the whole corpus again.

It keeps nothing but the pre-tokens as lists of token ids, so it is short enough to be
trusted, and tests hold every other trainer equal to it. O(merges x corpus). Its speed and the
structures that avoid the rescan are the subject of `linked.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, pairwise

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairScanned,
    PreTokenPlaced,
    PreTokenRewritten,
    PreTokenScanned,
    RescanStarted,
    Stopped,
    StopReason,
)
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions
from bpe_core.train.tie_break import preference


def train_naive(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    """Yield one ``MergeDone`` per merge and finally ``Stopped``; fine events with ``detail``.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> for event in train_naive(pre_tokenize("aaabdaaabac"), TrainOptions(num_merges=2)):
    ...     print(event)
    MergeDone(number=0, pair=(97, 97), new_id=256, count=4)
    MergeDone(number=1, pair=(256, 97), new_id=257, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    token_bytes = options.base_tokens()
    sequences = []
    for data, start, weight in pre_tokens:
        sequences.append((start, list(data), weight))
        if detail:
            yield PreTokenPlaced(start, data, weight)
    better = preference(options.tie_break, token_bytes)

    for number in count():
        if number == options.merge_limit:
            yield Stopped(StopReason.TARGET_REACHED)
            return

        # 1. Count: forget all counts, look at every pair of every pre-token.
        # The first time every pair is told, later every pre-token: the work is the same.
        pair_counter: dict[Pair, int] = {}
        if detail:
            yield RescanStarted()
        for start, tokens, weight in sequences:
            for pair in pairwise(tokens):
                pair_counter[pair] = pair_counter.get(pair, 0) + weight
                if detail and number == 0:
                    yield PairScanned(start, pair)
            if detail:
                yield PreTokenScanned(start, len(tokens) - 1 if number else 0)
        if detail:
            yield CountsBuilt(len(pair_counter))

        # 2. Choose: the highest count; equal counts by the tie rule.
        # subtle: dicts keep the order of insertion and max() returns the first of equals, so
        # with a constant preference the first pair seen in this scan wins.
        if not pair_counter:
            yield Stopped(StopReason.NO_PAIR_LEFT)
            return
        best = max(pair_counter, key=lambda pair: (pair_counter[pair], better(pair)))
        if pair_counter[best] < options.min_count:
            yield Stopped(StopReason.BELOW_MIN_COUNT)
            return
        new_id = len(token_bytes)
        token_bytes.append(token_bytes[best[0]] + token_bytes[best[1]])
        if detail:
            yield PairChosen(number, best, new_id, pair_counter[best])

        # 3. Merge: rewrite every pre-token that holds the pair.
        for start, tokens, _ in sequences:
            replaced = replace_pair(tokens, best, new_id)
            if detail and replaced:
                yield PreTokenRewritten(start, tuple(tokens))
        yield MergeDone(number, best, new_id, pair_counter[best])


def replace_pair(tokens: list[int], pair: Pair, new_id: int) -> int:
    """Merge ``pair`` in place, leftmost first and never overlapping; returns how often.

    >>> tokens = [97, 97, 97]
    >>> replace_pair(tokens, (97, 97), 256), tokens
    (1, [256, 97])
    """
    left, right = pair
    merged: list[int] = []
    i = 0
    while i < len(tokens):
        if tokens[i] == left and i + 1 < len(tokens) and tokens[i + 1] == right:
            merged.append(new_id)
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    replaced = len(tokens) - len(merged)
    tokens[:] = merged
    return replaced
