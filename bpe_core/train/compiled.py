"""The linked trainer's merge loop as compiled code over flat arrays, for real corpora.

Same merges, same counts, same order; no fine events, since the loop does not come back to
Python between them. `bpe_core/kernels/` holds it; here is what stands around: pre-tokens in,
merges out, in slices that double, so that a caller sees the first merges at once and pays
nothing for the later ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bpe_core.errors import OptionError, TextTooLargeError
from bpe_core.events import Event, MergeDone, Stopped, StopReason
from bpe_core.pretokenize import PreToken
from bpe_core.train.linked import train_linked
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions

if TYPE_CHECKING:
    from bpe_core.kernels.tables import Tables

MAX_COUNT = 2**63 - 1
LARGEST_SLICE = 1024  # merges


def train_compiled(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    """The same merges as ``train_naive``, compiled; the first run of all compiles for seconds.

    ``pre_tokens`` come in ascending order of ``start``. Raises ``OptionError`` where
    ``detail`` is asked for, and ``TextTooLargeError`` for more than 700 MB of pre-tokens.

    >>> from bpe_core.pretokenize import pre_tokenize
    >>> for event in train_compiled(pre_tokenize("aaabdaaabac"), TrainOptions(num_merges=2)):
    ...     print(event)
    MergeDone(number=0, pair=(97, 97), new_id=256, count=4)
    MergeDone(number=1, pair=(256, 97), new_id=257, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    if detail:
        raise OptionError(name="detail", value=detail, rule="compiled loops tell no detail")
    return _train(list(pre_tokens), options)


def _train(pre_tokens: Sequence[PreToken], options: TrainOptions) -> Iterator[Event]:
    """The run itself; numba is imported here, at the first step of the first run."""
    if _highest_count(pre_tokens) > MAX_COUNT:
        yield from train_linked(pre_tokens, options)  # whose counts have any size
        return
    from bpe_core.kernels.merging import ALL_MADE, NO_ROOM, merge_until
    from bpe_core.kernels.order import RULES
    from bpe_core.kernels.tables import with_room

    rule, min_count = RULES[options.tie_break], min(options.min_count, MAX_COUNT)
    tables = _laid_down(pre_tokens, options.first_id, rule, min_count)
    done, target = 0, 1
    while done != options.merge_limit:
        if options.merge_limit is not None:
            target = min(target, options.merge_limit)
        tables = with_room(tables, target)
        ended = merge_until(tables, target, rule, min_count)
        made = int(tables.progress[0]["merges"])
        for number, (left, right, count) in enumerate(tables.merges[done:made].tolist(), done):
            yield MergeDone(number, (left, right), options.first_id + number, count)
        done = made
        if ended == ALL_MADE:
            target += min(target, LARGEST_SLICE)
        elif ended != NO_ROOM:
            yield Stopped(_why_none_is_left(tables))
            return
    yield Stopped(StopReason.TARGET_REACHED)


def _highest_count(pre_tokens: Sequence[PreToken]) -> int:
    """No pair's count is above this."""
    return sum(weight * len(data) for data, _, weight in pre_tokens)


def _laid_down(
    pre_tokens: Sequence[PreToken], first_id: int, rule: int, min_count: int
) -> Tables:
    """Tables that are ready for the first merge."""
    import numpy as np

    from bpe_core.kernels.laying import lay_down
    from bpe_core.kernels.tables import MAX_CELLS, empty_tables

    parts = [data for data, _, _ in pre_tokens]
    text = b"\0".join([b"", *parts, b""])  # any byte does between pre-tokens
    if len(text) > MAX_CELLS:
        raise TextTooLargeError(size=len(text), limit=MAX_CELLS)
    sizes = np.array([len(data) for data in parts], np.int64)
    weights = np.array([weight for _, _, weight in pre_tokens], np.int64)
    tables = empty_tables(np.frombuffer(text, np.uint8), first_id)
    lay_down(tables, sizes, weights, rule, min_count)
    return tables


def _why_none_is_left(tables: Tables) -> StopReason:
    """Whether the pairs that still stand were too rare, or none stands."""
    stands = tables.cells["pair"].max() >= 0
    return StopReason.BELOW_MIN_COUNT if stands else StopReason.NO_PAIR_LEFT
