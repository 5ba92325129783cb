"""What a rung found wrong: a text, what was expected, and what came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bpe_core.train.compare_merges import BytePair, MergeDifference

Kind: TypeAlias = Literal[
    "merges",
    "vocabulary",
    "ids",
    "pieces",
    "text",
    "alone",
    "lazy",
    "slow",
    "late",
    "large",
    "broken",
    "cut",
]


@dataclass(frozen=True, slots=True)
class Fault:
    """``kind`` is kept while the text is shrunk: the smallest text shows the same fault.

    ``sentence`` is what is wrong in a line. ``difference`` is where the merges part, ours
    first. ``output`` is what the code gave: its merges, its tokens, or the text it decoded;
    ``right`` are the right tokens, and both have their ids in its vocabulary beside them.
    It was ``asked`` for so many merges, or was to encode by ``merges``, decode ``tokens``.
    ``request`` is what its process was asked last. ``ties_hold``: a tie parts the two, where
    the rung of ties held before.
    ``state``: in a fresh process the text does not fail.
    """

    kind: Kind
    text: str
    sentence: str
    difference: MergeDifference | None = None
    output: tuple[BytePair, ...] | tuple[bytes | None, ...] | str = ()
    specials: tuple[str, ...] = ()
    asked: int = 0
    merges: tuple[BytePair, ...] = ()
    tokens: tuple[bytes, ...] = ()
    right: tuple[bytes, ...] = ()
    ids: tuple[int, ...] = ()
    right_ids: tuple[int | None, ...] = ()
    request: Mapping[str, Any] = field(default_factory=dict)
    ties_hold: bool = False
    state: bool = False


def is_like(other: Fault, fault: Fault, *, ties_hold: bool = False) -> bool:
    """Whether a smaller text shows the same: a wrong count stays one and becomes no tie.

    Where ties are known to hold, what looked like one may turn out to be a wrong count. An
    error stays of its class and on its line.
    """
    if other.kind != fault.kind or bool(other.difference) != bool(fault.difference):
        return False
    if other.difference and fault.difference:
        was_tie = fault.difference.decided == "tie"
        return was_tie if other.difference.decided == "tie" else ties_hold or not was_tie
    return fault.kind != "broken" or _error(other) == _error(fault)


def _error(fault: Fault) -> tuple[str, str]:
    """The class of an error, and the line that it came from."""
    words, _, line = fault.sentence.rpartition(" (")
    return words.partition(":")[0], line
