"""A fourth taught trainer: it counts into a `Counter` and sorts, where the naive one looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, pairwise

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
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


def train_recount(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    token_bytes = options.base_tokens()
    texts: list[tuple[int, tuple[int, ...], int]] = []
    for data, start, weight in pre_tokens:
        texts.append((start, tuple(data), weight))
        if detail:
            yield PreTokenPlaced(start, data, weight)
    better = preference(options.tie_break, token_bytes)
    for number in count():
        if number == options.merge_limit:
            yield Stopped(StopReason.TARGET_REACHED)
            return
        if detail:
            yield RescanStarted()
        counts: Counter[Pair] = Counter()
        for start, tokens, weight in texts:
            for pair in pairwise(tokens):
                counts[pair] += weight
            if detail:
                yield PreTokenScanned(start, len(tokens) - 1)
        if detail:
            yield CountsBuilt(len(counts))
        if not counts:
            yield Stopped(StopReason.NO_PAIR_LEFT)
            return
        # A stable sort, so that the first of equals comes first.
        best = sorted(counts, key=lambda pair: (counts[pair], better(pair)), reverse=True)[0]
        if counts[best] < options.min_count:
            yield Stopped(StopReason.BELOW_MIN_COUNT)
            return
        new_id = len(token_bytes)
        token_bytes.append(token_bytes[best[0]] + token_bytes[best[1]])
        if detail:
            yield PairChosen(number, best, new_id, counts[best])
        for place, (start, tokens, weight) in enumerate(texts):
            merged = _merged(tokens, best, new_id)
            texts[place] = (start, merged, weight)
            if merged != tokens and detail:
                yield PreTokenRewritten(start, merged)
        yield MergeDone(number, best, new_id, counts[best])


def _merged(tokens: tuple[int, ...], pair: Pair, new_id: int) -> tuple[int, ...]:
    merged: list[int] = []
    place = 0
    while place < len(tokens):
        if tokens[place : place + 2] == pair:
            merged.append(new_id)
            place += 2
        else:
            merged.append(tokens[place])
            place += 1
    return tuple(merged)
