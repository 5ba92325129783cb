"""What trainers and encoders do, as typed events.

A taught algorithm is one generator. ``MergeDone`` and ``Stopped`` are always yielded; the fine
events only with ``detail=True``, each right after the change that it reports. Events are
frozen and carry deltas, never copies of whole structures; `state.py` folds them back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from bpe_core.encoder_events import (
    BorderAsked,
    Event,
    MergeTried,
    PairRanked,
    PrefixTried,
    RankChosen,
    SubGoal,
    TokenDropped,
    TokenMerged,
    TokenTaken,
)
from bpe_core.model import Pair

# Beside those below; processes that only encode import them from there.
__all__ = [
    "BorderAsked",
    "Event",
    "MergeTried",
    "PairRanked",
    "PrefixTried",
    "RankChosen",
    "SubGoal",
    "TokenDropped",
    "TokenMerged",
    "TokenTaken",
]


class StopReason(StrEnum):
    """Why a trainer ended."""

    TARGET_REACHED = "target_reached"
    NO_PAIR_LEFT = "no_pair_left"
    BELOW_MIN_COUNT = "below_min_count"


# (-count, tie key, pair): the smallest entry is the best pair.
HeapEntry: TypeAlias = tuple[int, tuple[Any, ...], Pair]


@dataclass(frozen=True, slots=True)
class MergeDone(Event):
    """Merge ``number`` (its rank) replaced ``pair``, seen ``count`` times, by ``new_id``."""

    goal = SubGoal.MERGE
    number: int
    pair: Pair
    new_id: int
    count: int


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """No merge follows."""

    goal = SubGoal.CHOOSE
    reason: StopReason


@dataclass(frozen=True, slots=True)
class PreTokenPlaced(Event):
    """The bytes of a pre-token start at ``start`` and count ``weight`` times."""

    goal = SubGoal.COUNT
    start: int
    data: bytes
    weight: int


@dataclass(frozen=True, slots=True)
class TokenNamed(Event):
    """The first occurrence of a symbol of the alphabet: ``token_id`` stands for ``data``."""

    goal = SubGoal.COUNT
    token_id: int
    data: bytes


@dataclass(frozen=True, slots=True)
class PreTokenCut(Event):
    """The pre-token at ``start`` begins as ``token_ids``, symbols of an alphabet."""

    goal = SubGoal.COUNT
    start: int
    token_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PreTokenLinked(Event):
    """``prev`` and ``next`` run through the ``size`` positions from ``start``."""

    goal = SubGoal.COUNT
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class PairSeen(Event):
    """The first count found ``pair`` at ``position``."""

    goal = SubGoal.COUNT
    pair: Pair
    position: int
    weight: int


@dataclass(frozen=True, slots=True)
class RescanStarted(Event):
    """All counts are discarded, to be counted again."""

    goal = SubGoal.COUNT


@dataclass(frozen=True, slots=True)
class PairScanned(Event):
    """A scan counted ``pair``, the next one of the pre-token at ``start``."""

    goal = SubGoal.COUNT
    start: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class PreTokenScanned(Event):
    """A scan has passed the pre-token at ``start``: ``pairs`` that were not told one by one."""

    goal = SubGoal.COUNT
    start: int
    pairs: int


@dataclass(frozen=True, slots=True)
class PreTokenIndexed(Event):
    """The ``pairs`` neighboring pairs of the pre-token at ``start`` are counted and listed."""

    goal = SubGoal.COUNT
    start: int
    pairs: int


@dataclass(frozen=True, slots=True)
class CountsBuilt(Event):
    """All ``distinct`` pairs are counted."""

    goal = SubGoal.COUNT
    distinct: int


@dataclass(frozen=True, slots=True)
class HeapEntryPlaced(Event):
    """An entry of the first heap, appended before it is put in order."""

    goal = SubGoal.CHOOSE
    entry: HeapEntry


@dataclass(frozen=True, slots=True)
class HeapOrdered(Event):
    """The entries placed so far form a heap."""

    goal = SubGoal.CHOOSE


@dataclass(frozen=True, slots=True)
class HeapPopped(Event):
    """The smallest entry left the heap; stale if its count is no longer ``count``."""

    goal = SubGoal.CHOOSE
    entry: HeapEntry
    count: int
    stale: bool


@dataclass(frozen=True, slots=True)
class HeapPushed(Event):
    """A pair that the merge touched enters with its new count."""

    goal = SubGoal.REPAIR
    entry: HeapEntry


@dataclass(frozen=True, slots=True)
class CandidatesScanned(Event):
    """A pass over all ``pairs`` that are not set aside: for the best of them, or the rare."""

    goal = SubGoal.CHOOSE
    pairs: int


@dataclass(frozen=True, slots=True)
class PairsRestored(Event):
    """All ``pairs`` that were set aside are candidates again."""

    goal = SubGoal.CHOOSE
    pairs: int


@dataclass(frozen=True, slots=True)
class ThresholdSet(Event):
    """From now on pairs with a count below ``threshold`` may be set aside."""

    goal = SubGoal.CHOOSE
    threshold: int


@dataclass(frozen=True, slots=True)
class PairsSetAside(Event):
    """The ``pairs`` below the threshold are not candidates until they are restored."""

    goal = SubGoal.CHOOSE
    pairs: int


@dataclass(frozen=True, slots=True)
class PairChosen(Event):
    """``pair`` is the best; it will be token ``new_id``."""

    goal = SubGoal.CHOOSE
    number: int
    pair: Pair
    new_id: int
    count: int


@dataclass(frozen=True, slots=True)
class PositionVisited(Event):
    """A listed position was looked up; stale if the pair is no longer there."""

    goal = SubGoal.MERGE
    position: int
    stale: bool


@dataclass(frozen=True, slots=True)
class PreTokenRewritten(Event):
    """The pre-token at ``start`` is now ``token_ids``."""

    goal = SubGoal.MERGE
    start: int
    token_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relinked(Event):
    """``next[position]`` is ``following``, whose ``prev`` is ``position`` (None: the end)."""

    goal = SubGoal.REPAIR
    position: int
    following: int | None


@dataclass(frozen=True, slots=True)
class CountChanged(Event):
    """The count of ``pair`` changed by ``delta`` to ``count``."""

    goal = SubGoal.REPAIR
    pair: Pair
    delta: int
    count: int


@dataclass(frozen=True, slots=True)
class PositionAppended(Event):
    """``position`` joined the list of ``pair``."""

    goal = SubGoal.REPAIR
    pair: Pair
    position: int


@dataclass(frozen=True, slots=True)
class IndexChanged(Event):
    """``pair`` now occurs ``occurrences`` times in the pre-token at ``start``."""

    goal = SubGoal.REPAIR
    pair: Pair
    start: int
    occurrences: int


@dataclass(frozen=True, slots=True)
class PairForgotten(Event):
    """``pair`` no longer occurs: its count and its entry in the index are gone."""

    goal = SubGoal.REPAIR
    pair: Pair
