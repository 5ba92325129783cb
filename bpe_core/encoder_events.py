"""What encoders do, as typed events; those of trainers are in `events.py`, with these.

They are apart because a process that only encodes a sentence would wait for thirty classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bpe_core.model import Pair


class SubGoal(StrEnum):
    """The four sub-goals; every event belongs to one."""

    COUNT = "count"
    CHOOSE = "choose"
    MERGE = "merge"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""

    goal: ClassVar[SubGoal]


@dataclass(frozen=True, slots=True)
class TokenMerged(Event):
    """The token at ``position`` is now ``new_id``; ``absorbed`` no longer holds one."""

    goal = SubGoal.MERGE
    position: int
    absorbed: int
    new_id: int


@dataclass(frozen=True, slots=True)
class PairRanked(Event):
    """An encoder looked up ``pair`` at ``position``; rank None: no merge makes it a token."""

    goal = SubGoal.CHOOSE
    position: int
    pair: Pair
    rank: int | None


@dataclass(frozen=True, slots=True)
class RankChosen(Event):
    """The pair at ``position`` is merged next, since no other has a lower ``rank``."""

    goal = SubGoal.CHOOSE
    position: int
    rank: int


@dataclass(frozen=True, slots=True)
class MergeTried(Event):
    """The merge of ``rank`` was tried on all ``pairs`` and ``found`` so many times."""

    goal = SubGoal.CHOOSE
    rank: int
    pairs: int
    found: int


@dataclass(frozen=True, slots=True)
class PrefixTried(Event):
    """The ``size`` bytes from ``position`` on were looked up; None: they are not a token."""

    goal = SubGoal.CHOOSE
    position: int
    size: int
    token_id: int | None


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    """The ``size`` bytes from ``position`` on are token ``token_id``, unless it is dropped."""

    goal = SubGoal.MERGE
    position: int
    size: int
    token_id: int


@dataclass(frozen=True, slots=True)
class TokenDropped(Event):
    """The token taken last goes again: nothing fits behind it, so no token may end there."""

    goal = SubGoal.REPAIR
    position: int
    size: int
    token_id: int


@dataclass(frozen=True, slots=True)
class BorderAsked(Event):
    """Whether the tokens of ``pair`` may stand side by side, the right one at ``position``.

    They may not if a merge of ``rank`` joins ``across``, a part of each, before they are made;
    None of both: they may. ``look_ups``: how many pairs had to be looked up.
    """

    goal = SubGoal.CHOOSE
    position: int
    pair: Pair
    look_ups: int
    across: Pair | None
    rank: int | None
