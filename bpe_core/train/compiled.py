"""The linked trainer's merge loop as compiled code over flat arrays, for real corpora.

Same merges, same counts, same order; no fine events, since the loop does not return to Python
between them. The loop itself is in `kernels/train_loop.py`; this module feeds it a table of
pre-tokens and takes merges out, in slices that double in size as long as they are quick: a
caller sees the first merges at once, can stop at any time, and later merges cost no overhead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError, OptionError
from bpe_core.events import Event, MergeDone, Stopped, StopReason
from bpe_core.kernels.train_loop import ARRAYS_FULL, TARGET_REACHED, TIE_RULES, merge_until
from bpe_core.kernels.train_tables import (
    LISTED,
    MAX_CELLS,
    Tables,
    empty_tables,
    lay_down,
    with_capacity,
)
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_token_table import MAX_COUNT, PreTokenTable
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.pretokenize.scan import read_only
from bpe_core.runtime.progress import Phase
from bpe_core.train.fold import Tokens, model_of
from bpe_core.train.linked import train_linked
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions

LARGEST_SLICE = 1024  # merges
QUICK = 0.05  # seconds; the slice after one that took longer is half as large
FIRST_CAPACITY = 2**15  # merges to allocate space for at first, if that many are requested


class MergeSlice(NamedTuple):
    """Merges from rank ``first`` on, of one call: rows of ``left``, ``right``, ``count``."""

    first: int
    merges: NDArray[Any]


def train_compiled(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    """The same merges as ``train_naive``, compiled; the very first run compiles for seconds.

    ``pre_tokens`` come in ascending order of ``start``. Raises ``OptionError`` if
    ``detail`` is requested, and ``InputError("text_too_large")`` for more than 700 MB of
    pre-tokens.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> for event in train_compiled(pre_tokenize("aaabdaaabac"), TrainOptions(num_merges=2)):
    ...     print(event)
    MergeDone(number=0, pair=(97, 97), new_id=256, count=4)
    MergeDone(number=1, pair=(256, 97), new_id=257, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    if detail:
        raise OptionError(name="detail", value=detail, rule="compiled loops tell no detail")
    return _train_pre_tokens(list(pre_tokens), options)


def _train_pre_tokens(pre_tokens: Sequence[PreToken], options: TrainOptions) -> Iterator[Event]:
    """Train from a table, unless 64 bits cannot hold the counts; starts when iterated."""
    if sum(weight * len(data) for data, _, weight in pre_tokens) > MAX_COUNT:
        yield from train_linked(pre_tokens, options)  # whose counts have any size
    else:
        yield from train_table(_table_of(pre_tokens), options)


def _table_of(pre_tokens: Sequence[PreToken]) -> PreTokenTable:
    """The same pre-tokens as a table; equal ones stay separate rows, which changes no count."""
    sizes = np.fromiter((len(data) for data, _, _ in pre_tokens), np.int64, len(pre_tokens))
    return PreTokenTable(
        data=np.frombuffer(b"".join(data for data, _, _ in pre_tokens), np.uint8),
        ends=np.cumsum(sizes),
        counts=np.fromiter((weight for _, _, weight in pre_tokens), np.int64, len(pre_tokens)),
    )


def train_table(
    table: PreTokenTable, options: TrainOptions = DEFAULT_OPTIONS
) -> Iterator[Event]:
    """The merges of a table of pre-tokens, as ``train_naive`` would yield them.

    Raises ``InputError("text_too_large")`` for more than 700 MB of distinct pre-tokens.

    >>> table = PreTokenTable.from_counts({b"low": 2, b"lower": 1})
    >>> for event in train_table(table, TrainOptions(num_merges=1)):
    ...     print(event)
    MergeDone(number=0, pair=(111, 119), new_id=256, count=3)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    slices = train_slices(table, options)
    del table  # frees the arrays of a large corpus once they have been laid out
    for item in slices:
        if isinstance(item, Stopped):
            yield item
        else:
            new_id = options.first_id + item.first
            for k, (left, right, count) in enumerate(item.merges.tolist()):
                yield MergeDone(item.first + k, (left, right), new_id + k, count)


def train_slices(
    table: PreTokenTable, options: TrainOptions = DEFAULT_OPTIONS
) -> Iterator[MergeSlice | Stopped]:
    """The same without a Python object per merge, ready to be folded into a model."""
    if _highest_count(table) > MAX_COUNT:
        yield from _linked_slices(table, options)
        return

    tables = _laid_down(table, options.first_id)
    slices = merge_slices(
        tables, options.merge_limit, TIE_RULES[options.tie_break], options.min_count
    )
    del table, tables  # frees tables that have been outgrown
    yield from slices


def report_slices(
    slices: Iterable[MergeSlice | Stopped], phase: Phase
) -> Iterator[MergeSlice | Stopped]:
    """Pass the slices through, reporting the merges made to ``phase``."""
    done = 0
    for item in slices:
        yield item
        if isinstance(item, MergeSlice):
            done = item.first + len(item.merges)
            phase.reached(done)
    phase.finished(done)


def fold_slices(
    slices: Iterable[MergeSlice | Stopped], options: TrainOptions, *, pattern: str = "gpt2"
) -> BPEModel:
    """The model of a compiled run: like ``fold_model``, without an event per merge.

    Tokens are built slice by slice, so that other threads get the interpreter in between.
    """
    tokens = Tokens(options)
    lefts: list[int] = []
    rights: list[int] = []
    for item in slices:
        if isinstance(item, MergeSlice):
            left, right = item.merges["left"].tolist(), item.merges["right"].tolist()
            tokens.add(left, right)
            lefts += left
            rights += right
    return model_of(tokens.by_id, lefts, rights, options, pattern)


def merge_slices(
    tables: Tables, merge_limit: int | None, rule: int, min_count: int
) -> Iterator[MergeSlice | Stopped]:
    """The merges of tables that are laid out already, whatever tokens they start with."""
    min_count = min(min_count, MAX_COUNT)
    done, size, target = 0, 1, 1
    expected = min(merge_limit or 0, FIRST_CAPACITY)
    while done != merge_limit:
        if merge_limit is not None:
            target = min(target, merge_limit)
        tables = with_capacity(tables, max(target, expected))
        started = perf_counter()
        ended = merge_until(tables, target, rule, min_count)
        took = perf_counter() - started
        merge_count = int(tables.progress[0]["merges"])
        if merge_count > done:
            yield MergeSlice(done, tables.merges[done:merge_count])
        done = merge_count
        if ended == TARGET_REACHED:
            size = _next_size(size, took)
            target += size
        elif ended != ARRAYS_FULL:
            yield Stopped(_why_none_is_left(tables))
            return
    yield Stopped(StopReason.TARGET_REACHED)


def _next_size(size: int, took: float) -> int:
    """The size of the slice after one of ``size`` merges that took ``took`` seconds.

    >>> _next_size(4, 0.001), _next_size(1024, 0.001), _next_size(512, 0.3), _next_size(1, 1.0)
    (8, 1024, 256, 1)
    """
    return min(2 * size, LARGEST_SLICE) if took < QUICK else max(1, size // 2)


def _highest_count(table: PreTokenTable) -> int:
    """An upper bound of all pair counts."""
    sizes = np.diff(table.ends, prepend=0)
    about = float(np.dot(table.counts.astype(np.float64), sizes))
    if about < MAX_COUNT / 2:
        return int(about) + 1
    return sum(map(int.__mul__, table.counts.tolist(), sizes.tolist()))


def _linked_slices(
    table: PreTokenTable, options: TrainOptions
) -> Iterator[MergeSlice | Stopped]:
    """The linked trainer's merges, for counts that 64 bits cannot add up."""
    data, start, pre_tokens = table.data.tobytes(), 0, []
    for end, count in zip(table.ends.tolist(), table.counts.tolist(), strict=True):
        pre_tokens.append(PreToken(data[start:end], start, count))
        start = end
    row = np.dtype([("left", object), ("right", object), ("count", object)])
    for event in train_linked(pre_tokens, options):
        if isinstance(event, MergeDone):
            yield MergeSlice(event.number, np.array([(*event.pair, event.count)], row))
        elif isinstance(event, Stopped):
            yield event


def _laid_down(table: PreTokenTable, first_id: int) -> Tables:
    """Tables that are ready for the first merge."""
    cells = len(table.data) + len(table.ends) + 1
    if cells > MAX_CELLS:
        raise InputError("text_too_large", size=cells, limit=MAX_CELLS)
    heavy = int((table.counts >= LISTED).sum())
    tables = empty_tables(cells, heavy, first_id)
    lay_down(tables, read_only(table.data), read_only(table.ends), read_only(table.counts))
    return tables


def _why_none_is_left(tables: Tables) -> StopReason:
    """Whether the remaining pairs are too rare, or none remains."""
    stands = tables.cells["pair"].max() >= 0
    return StopReason.BELOW_MIN_COUNT if stands else StopReason.NO_PAIR_LEFT
