"""The question that pruning answers: is a piece likelier than its parts, so that it stays?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from bpe_core.systems.bytepiece.bytepiece_events import CleanUpEvent, PieceKept, PieceSplit
from bpe_core.systems.bytepiece.pruning import best_parts
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.exercises.questions import Question, Reason

PRUNED, STAYS = "pruned", "stays"
MOST_OF_A_SIDE = 2  # pieces asked about that are pruned, and as many that stay
MOST_PARTS = 3  # that can be added up in one's head
CLEAR = 0.05  # what is nearer is lost where each score is written with two digits


@dataclass(frozen=True, slots=True)
class Contest:
    """A piece against the likeliest sequence of others, by their log-probabilities."""

    piece: bytes
    own: float
    parts: tuple[tuple[bytes, float], ...]
    is_pruned: bool

    @property
    def together(self) -> float:
        return sum(value for _, value in self.parts)


def pruning_questions(
    rounds: Sequence[Sequence[CleanUpEvent]], model: UnigramModel
) -> list[Question]:
    """The closest contests of a training: pieces that its rounds removed, and that they left.

    ``model`` has the pieces that stay. They come in the order of their bytes, which tells
    nothing.
    """
    both = (list(_lost(rounds)), list(_won(rounds[-1], model)))
    chosen = [contest for side in both for contest in _closest(side)]
    return [is_pruned(each) for each in sorted(chosen, key=lambda each: each.piece)]


def is_pruned(contest: Contest) -> Question:
    """Whether the parts are likelier.

    >>> contest = Contest(b"ab", -7.5, ((b"a", -3.0), (b"b", -3.5)), is_pruned=True)
    >>> question = is_pruned(contest)
    >>> question.judge("pruned").is_right, question.judge("stays").reason.key
    (True, 'parts_win')
    """
    values = {"piece": contest.piece, "own": contest.own, "parts": contest.parts}
    right, wrong = (PRUNED, STAYS) if contest.is_pruned else (STAYS, PRUNED)
    key = "parts_win" if contest.is_pruned else "piece_wins"
    reason = Reason(key, {**values, "together": contest.together})
    return Question(
        ask="is_pruned",
        kind="judge",
        values=values,
        right=frozenset([right]),
        wrong={wrong: reason},
        otherwise=lambda _: reason,
        choices=(PRUNED, STAYS),
    )


def _lost(rounds: Iterable[Sequence[CleanUpEvent]]) -> Iterator[Contest]:
    """With the probabilities of their round: each later one has others."""
    for events in rounds:
        own = {
            event.piece: event.log_probability
            for event in events
            if isinstance(event, PieceKept | PieceSplit)
        }
        for event in events:
            if isinstance(event, PieceSplit):
                parts = tuple((part, own[part]) for part in event.parts)
                yield Contest(event.piece, event.log_probability, parts, is_pruned=True)


def _won(events: Iterable[CleanUpEvent], model: UnigramModel) -> Iterator[Contest]:
    for event in events:
        if isinstance(event, PieceKept) and len(event.piece) > 1:
            pieces = best_parts(model, event.piece).pieces
            parts = tuple((part, model.log_probability(part)) for part in pieces)
            yield Contest(event.piece, event.log_probability, parts, is_pruned=False)


def _closest(contests: Iterable[Contest]) -> list[Contest]:
    """Those that the scores decide as they are written, and that are easily added up."""
    clear = (
        each
        for each in contests
        if len(each.parts) <= MOST_PARTS and abs(each.own - each.together) >= CLEAR
    )
    return nsmallest(
        MOST_OF_A_SIDE, clear, key=lambda each: (abs(each.own - each.together), each.piece)
    )
