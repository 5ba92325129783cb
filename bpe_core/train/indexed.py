"""The middle rung: an index says which pre-tokens hold a pair; only these are rewritten.

This is subword-nmt's way (Sennrich et al. 2016, `learn_bpe.py`). Counts are updated, not
counted again, but the best pair is still searched among all candidates before every merge.

    sequences[start]       (token ids, weight) of the pre-token at ``start``
    pair_counter[pair]     exact count of a candidate
    set_aside[pair]        exact count of a pair too rare to be a candidate for now
    index[pair][start]     how often the pair occurs in that pre-token; in order of ``start``

Setting rare pairs aside changes no merge. A pair is either a candidate or set aside; a count
rises only in the merge that makes the pair's newer token, so whatever is set aside stays below
the threshold. While the best candidate reaches the threshold, it is the best of all pairs;
as soon as it does not, all are candidates again. O(merges x candidates + rewritten tokens).

Pre-tokens are bytes, or whatever symbols ``cut`` makes of them, such as characters. Symbols are
identified by their text, so a merge may make one that exists already. Then counts of old pairs
may rise, and all pairs become candidates again, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, pairwise
from typing import TypeAlias

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    IndexChanged,
    MergeDone,
    PairChosen,
    PairForgotten,
    PairsRestored,
    PairsSetAside,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenPlaced,
    PreTokenRewritten,
    Stopped,
    StopReason,
    ThresholdSet,
    TokenNamed,
)
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions
from bpe_core.train.tie_break import preference

Sequences: TypeAlias = dict[int, tuple[list[int], int]]
Index: TypeAlias = dict[Pair, dict[int, int]]
Cut: TypeAlias = Callable[[bytes], Iterable[bytes]]

PRUNE_EVERY = 100  # merges


def train_indexed(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
    cut: Cut | None = None,
) -> Iterator[Event]:
    """The same merges as ``train_naive``, counting once and rewriting only what holds the pair.

    ``pre_tokens`` come in ascending order of ``start`` and do not overlap. ``cut`` gives the
    symbols, end to end, that a pre-token consists of before the first merge; their ids follow
    those of bytes and special tokens in the order of first occurrence.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> for event in train_indexed(pre_tokenize("aaabdaaabac"), TrainOptions(num_merges=2)):
    ...     print(event)
    MergeDone(number=0, pair=(97, 97), new_id=256, count=4)
    MergeDone(number=1, pair=(256, 97), new_id=257, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    token_bytes = options.base_tokens()
    symbols: dict[bytes, int] = {}  # ids by what is written; empty where bytes are merged
    sequences: Sequences = {}
    pair_counter: dict[Pair, int] = {}
    set_aside: dict[Pair, int] = {}
    threshold = 0
    index: Index = {}

    # 1. Count, once: note for every pair how often it stands where.
    for data, start, weight in pre_tokens:
        tokens = list(data)
        sequences[start] = (tokens, weight)
        if detail:
            yield PreTokenPlaced(start, data, weight)
        if cut is not None:
            parts = list(cut(data))
            for symbol in parts:
                if symbol not in symbols:
                    symbols[symbol] = len(token_bytes)
                    token_bytes.append(symbol)
                    if detail:
                        yield TokenNamed(symbols[symbol], symbol)
            tokens[:] = [symbols[symbol] for symbol in parts]
            if detail:
                yield PreTokenCut(start, tuple(tokens))
        for pair in pairwise(tokens):
            pair_counter[pair] = pair_counter.get(pair, 0) + weight
            occurrences = index.setdefault(pair, {})
            occurrences[start] = occurrences.get(start, 0) + 1
        if detail:
            yield PreTokenIndexed(start, len(tokens) - 1)
    if detail:
        yield CountsBuilt(len(pair_counter))
    best_of = tie_rule(options, token_bytes, sequences, index)
    met_again = False

    for number in count():
        if number == options.merge_limit:
            yield Stopped(StopReason.TARGET_REACHED)
            return

        # 2. Choose: the highest count among the candidates; equal counts by the tie rule.
        highest, best_pairs = most_frequent(pair_counter)
        if detail:
            yield CandidatesScanned(len(pair_counter))
        anew = number == 0
        if highest < threshold or met_again:  # perhaps a pair set aside is better
            anew = True
            restored = len(set_aside)
            pair_counter.update(set_aside)
            set_aside.clear()
            if detail:
                yield PairsRestored(restored)
            highest, best_pairs = most_frequent(pair_counter)
            if detail:
                yield CandidatesScanned(len(pair_counter))
        if not highest:
            yield Stopped(StopReason.NO_PAIR_LEFT)
            return
        if highest < options.min_count:
            yield Stopped(StopReason.BELOW_MIN_COUNT)
            return
        if anew:
            threshold = new_threshold(highest, number)
            if detail:
                yield ThresholdSet(threshold)
        if anew or number % PRUNE_EVERY == 0:
            if detail:
                yield CandidatesScanned(len(pair_counter))
            pair_counter, rare = parted(pair_counter, threshold)
            set_aside.update(rare)
            if detail:
                yield PairsSetAside(len(rare))
        best = best_of(best_pairs)
        merged = token_bytes[best[0]] + token_bytes[best[1]]
        new_id = symbols.get(merged, len(token_bytes))
        met_again = new_id < len(token_bytes)
        if not met_again:
            token_bytes.append(merged)
            if cut is not None:
                symbols[merged] = new_id
        if detail:
            yield PairChosen(number, best, new_id, highest)

        for start in list(index[best]):
            # 3. Merge: rewrite a pre-token that holds the pair.
            tokens, weight = sequences[start]
            changes = rewrite(tokens, best, new_id)
            if detail:
                yield PreTokenRewritten(start, tuple(tokens))

            # 4. Repair: the counts of the pairs that this changed, and the index.
            for pair, change in changes.items():
                counts = set_aside if pair in set_aside else pair_counter
                counts[pair] = counts.get(pair, 0) + change * weight
                if detail:
                    yield CountChanged(pair, change * weight, counts[pair])
                occurrences = index.setdefault(pair, {})
                occurrences[start] = occurrences.get(start, 0) + change
                still = occurrences[start]
                if not still:
                    del occurrences[start]
                if detail:
                    yield IndexChanged(pair, start, still)
                if not occurrences:
                    del counts[pair], index[pair]
                    if detail:
                        yield PairForgotten(pair)
        yield MergeDone(number, best, new_id, highest)


def most_frequent(counts: Mapping[Pair, int]) -> tuple[int, list[Pair]]:
    """The highest count and all pairs that have it, in one pass; 0 where there is no pair.

    >>> most_frequent({(1, 2): 3, (2, 3): 5, (3, 4): 5}), most_frequent({})
    ((5, [(2, 3), (3, 4)]), (0, []))
    """
    highest, pairs = 0, list[Pair]()
    for pair, n in counts.items():
        if n >= highest:
            if n > highest:
                highest, pairs = n, []
            pairs.append(pair)
    return highest, pairs


def parted(
    counts: Mapping[Pair, int], threshold: int
) -> tuple[dict[Pair, int], dict[Pair, int]]:
    """Pairs that reach ``threshold`` and those below it, in one pass.

    Two new dicts: one with deleted entries would take as long to scan as before.

    >>> parted({(1, 2): 3, (2, 3): 5}, 4)
    ({(2, 3): 5}, {(1, 2): 3})
    """
    candidates: dict[Pair, int] = {}
    rare: dict[Pair, int] = {}
    for pair, n in counts.items():
        if n < threshold:
            rare[pair] = n
        else:
            candidates[pair] = n
    return candidates, rare


def rewrite(tokens: list[int], pair: Pair, new_id: int) -> dict[Pair, int]:
    """Merge ``pair`` in place, leftmost first; returns by how much each pair count changes.

    >>> tokens = [120, 97, 97, 97]
    >>> rewrite(tokens, (97, 97), 256), tokens
    ({(97, 97): -2, (120, 97): -1, (120, 256): 1, (256, 97): 1}, [120, 256, 97])
    """
    left, right = pair
    changes: dict[Pair, int] = {}
    merged: list[int] = []
    i, last = 0, len(tokens) - 1
    while i <= last:
        if tokens[i] != left or i == last or tokens[i + 1] != right:
            merged.append(tokens[i])
            i += 1
            continue
        changed = [(pair, -1)]
        if merged:  # subtle: in a run (aaaa) its last is `new_id` already
            before = merged[-1]
            changed += [((before, left), -1), ((before, new_id), 1)]
        if i + 1 < last:
            after = tokens[i + 2]
            changed += [((right, after), -1), ((new_id, after), 1)]
        for neighbor, change in changed:
            changes[neighbor] = changes.get(neighbor, 0) + change
        merged.append(new_id)
        i += 2
    tokens[:] = merged
    return {neighbor: change for neighbor, change in changes.items() if change}


def new_threshold(highest: int, number: int) -> int:
    """The count below which pairs are set aside; never above ``highest``.

    subword-nmt's rule, rounded up to an integer: a tenth at first, then a share that
    grows with the merges done, because by Zipf's law later counts are closer together.

    >>> new_threshold(95, 0), new_threshold(95, 10_000), new_threshold(2, 30_000)
    (10, 48, 2)
    """
    part, whole = (number, number + 10_000) if number else (1, 10)
    return -(-highest * part // whole)


def tie_rule(
    options: TrainOptions, token_bytes: list[bytes], sequences: Sequences, index: Index
) -> Callable[[Iterable[Pair]], Pair]:
    """The function that chooses among pairs of equal count, kept from merge to merge.

    ``preference`` serves who counts anew: its first pair is then the first one seen.
    """
    if options.tie_break != "first_seen":
        better = preference(options.tie_break, token_bytes)
        return lambda pairs: max(pairs, key=better)

    def earliest(pairs: Iterable[Pair]) -> Pair:
        """The first of the pairs in the first pre-token that holds any of them."""
        starts = {pair: next(iter(index[pair])) for pair in pairs}
        tokens, _ = sequences[min(starts.values())]
        return next(pair for pair in pairwise(tokens) if pair in starts)

    return earliest
