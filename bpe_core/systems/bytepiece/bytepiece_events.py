"""What BytePiece's taught algorithms do, as typed events, each right after what it reports.

Both searches are Viterbi's: forward, the best path to every position; backward, along the
stored choices. Scores are sums of log-probabilities, ``-inf`` where there is no path.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """Base of the events of both searches."""


@dataclass(frozen=True, slots=True)
class PositionReached(SearchEvent):
    """Pieces from byte ``position`` on are looked up next; ``score`` is its final best."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class PieceFound(SearchEvent):
    """Bytes ``start`` to ``end`` are a piece; with it the path to ``end`` scores ``score``.

    ``previous`` is the best score of ``end`` until now (``-inf``: none); ``taken``: this path
    is better, and now the one stored for ``end``.
    """

    start: int
    end: int
    piece_id: int
    log_probability: float
    score: float
    previous: float
    taken: bool


@dataclass(frozen=True, slots=True)
class PieceWeighed(SearchEvent):
    """When sampling: all paths to ``end`` so far weigh ``total`` (a log of a sum).

    This one weighs ``weight`` (a log) of it, so it replaced the path stored for ``end`` with
    probability ``share``; ``taken``: it did.
    """

    start: int
    end: int
    piece_id: int
    log_probability: float
    weight: float
    total: float
    share: float
    taken: bool


@dataclass(frozen=True, slots=True)
class EndReached(SearchEvent):
    """The whole text is searched; ``score`` is that of its best path (sampling: of all)."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class PieceChosen(SearchEvent):
    """On the way back: the path stored for ``end`` came from ``start`` by this piece."""

    start: int
    end: int
    piece_id: int


@dataclass(frozen=True, slots=True)
class StateScored(SearchEvent):
    """Byte ``position`` may have ``state`` bytes of its word before it (the last: or more).

    ``value`` is the log-probability of the byte behind them, ``score`` that of the best path
    that ends so, which came from ``from_state`` (None: the first byte).
    """

    position: int
    state: int
    value: float
    score: float
    from_state: int | None


@dataclass(frozen=True, slots=True)
class PathLost(SearchEvent):
    """No state of byte ``position`` can be reached: from here on every byte is a word."""

    position: int


@dataclass(frozen=True, slots=True)
class PathRestarted(SearchEvent):
    """No state of byte ``position`` could be reached, so a word may begin here after all.

    Its state 0 got ``score``, from ``from_state`` (None: the first byte).
    """

    position: int
    value: float
    score: float
    from_state: int | None


@dataclass(frozen=True, slots=True)
class StateChosen(SearchEvent):
    """On the way back: byte ``position`` has ``state``; a word begins there if that is 0."""

    position: int
    state: int


@dataclass(frozen=True, slots=True)
class CleanUpEvent:
    """Base of the events of one round that removes useless pieces."""


@dataclass(frozen=True, slots=True)
class PieceKept(CleanUpEvent):
    """``piece`` is likelier than any sequence of others, so it keeps its count."""

    piece: bytes
    count: int
    log_probability: float


@dataclass(frozen=True, slots=True)
class PieceSplit(CleanUpEvent):
    """``parts`` are likelier together than ``piece``: p(a) p(b) > p(ab). They get its count."""

    piece: bytes
    count: int
    log_probability: float
    parts: tuple[bytes, ...]
    parts_log_probability: float


@dataclass(frozen=True, slots=True)
class PieceRemoved(CleanUpEvent):
    """No piece was segmented into ``piece``, so it is no longer one."""

    piece: bytes
