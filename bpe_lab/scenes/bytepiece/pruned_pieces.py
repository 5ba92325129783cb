"""What pruning did to single pieces: beaten by their parts, only just better, too rare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest, nsmallest

from bpe_core.systems.bytepiece.bytepiece_events import PieceKept, PieceSplit
from bpe_core.systems.bytepiece.clean_up import best_parts
from bpe_lab.scenes.bytepiece.training_lesson import Lesson

CLOSE = RARE = 4  # rows of each


@dataclass(frozen=True, slots=True)
class Row:
    """A piece beside its parts; ``own`` is None where it has no probability any more."""

    verdict: str
    piece: bytes
    count: int
    own: float | None
    parts: tuple[bytes, ...]
    together: float


def useless_rows(lesson: Lesson) -> list[Row]:
    """The pieces that their parts beat, in all rounds."""
    return [
        Row(
            "useless",
            event.piece,
            event.count,
            event.log_probability,
            event.parts,
            event.parts_log_probability,
        )
        for events in lesson.rounds
        for event in events
        if isinstance(event, PieceSplit)
    ]


def close_rows(lesson: Lesson) -> list[Row]:
    """Pieces that stayed, those first whose parts come closest."""
    return nsmallest(CLOSE, _close(lesson), key=lambda row: (row.own or 0.0) - row.together)


def _close(lesson: Lesson) -> Iterator[Row]:
    for event in lesson.rounds[-1]:
        if isinstance(event, PieceKept) and len(event.piece) > 1:
            parts, together = best_parts(lesson.model, event.piece)
            own = lesson.model.log_probability(event.piece)
            yield Row("close", event.piece, event.count, own, parts, together)


def rare_rows(lesson: Lesson) -> list[Row]:
    """The most frequent of the words that were too rare, and the parts that got their count."""
    most = nlargest(RARE, lesson.dropped, key=lambda word: (lesson.dropped[word], -len(word)))
    rows = []
    for word in most:
        parts, together = best_parts(lesson.model, word)
        rows.append(Row("rare", word, lesson.dropped[word], None, parts, together))
    return rows
