"""The questions that BytePiece answers, read off the events of its searches.

The lattice: is another path to a node better than the one stored there, and which pieces does
the way back give. The search for words: which state of a byte is best, where are the cuts.
Pruning: is a piece likelier than its parts, so that it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby, pairwise
from math import inf, isclose
from typing import TypeAlias

from bpe_core.systems.bytepiece.bytepiece_events import (
    CleanUpEvent,
    EndReached,
    PathRestarted,
    PieceChosen,
    PieceFound,
    PieceKept,
    PieceSplit,
    SearchEvent,
    StateChosen,
    StateScored,
)
from bpe_core.systems.bytepiece.pruning import best_parts
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.exercises.questions import (
    Answer,
    Question,
    QuestionAt,
    Remark,
    cuts_question,
    either,
    one_right,
)

MOST_OF_A_SIDE = 2  # paths or pieces asked about of which it is so, and as many of which not

# --- The lattice

BETTER, NOT_BETTER = "better", "not_better"
MOST_WAYS = 4  # ways that are offered to choose from
MOST_PIECES = 8  # of a way that can be taken in as an answer
BLURRED_PATH = 0.02  # a smaller difference is lost where scores are written with two digits

Way: TypeAlias = tuple[int, ...]  # the borders of its pieces, 0 and the end among them


def lattice_questions(events: Sequence[SearchEvent]) -> Iterator[QuestionAt]:
    """What a reader of the search is asked: the closest decisions, then the way back.

    >>> from bpe_core.systems.bytepiece.lattice import segment_taught
    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9, b"bc": 8})
    >>> [each.question.ask for each in lattice_questions(
    ...     list(segment_taught(model, b"abc", detail=True)))]
    ['is_better', 'is_better', 'best_way']
    """
    for index in closest_paths(events):
        event = events[index]
        assert isinstance(event, PieceFound)
        yield QuestionAt(index, is_better(event))
    for index, event in enumerate(events):
        if isinstance(event, EndReached) and (question := best_way(events)):
            yield QuestionAt(index, question)


def closest_paths(events: Sequence[SearchEvent]) -> list[int]:
    """The indices of the paths that are nearest to the one stored: some better, some not."""
    contested = [
        (abs(event.score - event.previous), index, event.taken)
        for index, event in enumerate(events)
        if isinstance(event, PieceFound) and event.previous > -inf
    ]
    contested = [entry for entry in contested if not 0 < entry[0] < BLURRED_PATH]
    chosen: list[int] = []
    for side in (True, False):
        of_side = sorted(entry for entry in contested if entry[2] is side)
        chosen += [index for _, index, _ in of_side[:MOST_OF_A_SIDE]]
    return sorted(chosen)


def is_better(event: PieceFound) -> Question:
    """Whether the path by this piece replaces the one stored for its end."""
    values = {
        "piece": event.piece_id,
        "start": event.start,
        "end": event.end,
        "before": event.score - event.log_probability,
        "value": event.log_probability,
        "previous": event.previous,
    }
    key = "way_better" if event.taken else "way_worse"
    if event.score == event.previous:
        key = "way_tie"
    reason = Remark(key, {**values, "score": event.score})
    return either(
        "is_better", (BETTER, NOT_BETTER), is_first=event.taken, reason=reason, values=values
    )


def best_way(events: Sequence[SearchEvent]) -> Question | None:
    """Which pieces the best path has; None where it is the only one, or too long to take in."""
    pieces = [event for event in events if isinstance(event, PieceFound)]
    taken = [event for event in events if isinstance(event, PieceChosen)]
    best = tuple(sorted({border for arc in taken for border in (arc.start, arc.end)}))
    if len(taken) > MOST_PIECES:
        return None
    arcs = {(arc.start, arc.end): arc.log_probability for arc in pieces}
    score = score_of(best, arcs)
    others = [
        way
        for way in _other_ways(best, arcs)
        if len(way) <= MOST_PIECES + 1 and not isclose(score_of(way, arcs), score)
    ]
    likeliest = sorted(others, key=lambda way: (-score_of(way, arcs), way))[:MOST_WAYS]
    if not likeliest:
        return None
    scores = {way_key(way): score_of(way, arcs) for way in likeliest}

    def reason(answer: Answer) -> Remark:
        if answer not in scores:
            return Remark("no_way", {"best": score})
        return Remark("other_way", {"score": scores[answer], "best": score})

    return one_right(
        "best_way",
        "choice",
        way_key(best),
        reason,
        likely=scores,
        values={"end": best[-1]},
        choices=tuple(way_key(way) for way in sorted([best, *likeliest])),
    )


def score_of(way: Way, arcs: Mapping[tuple[int, int], float]) -> float:
    """The sum of the log-probabilities of a way's pieces."""
    return sum(arcs[piece] for piece in pairwise(way))


def way_key(way: Way) -> Answer:
    """A way as an answer.

    >>> way_key((0, 2, 3))
    '0,2,3'
    """
    return ",".join(map(str, way))


def _other_ways(best: Way, arcs: Mapping[tuple[int, int], float]) -> set[Way]:
    """Ways that may be taken for the best: always the longest piece, and close relatives."""
    size = best[-1]
    ways = {_greedy(size, arcs)}
    for left, right in pairwise(best):  # a piece in two
        ways |= {
            tuple(sorted({*best, middle}))
            for middle in range(left + 1, right)
            if (left, middle) in arcs and (middle, right) in arcs
        }
    for border in best[1:-1]:
        without = tuple(each for each in best if each != border)
        near = [*range(max(1, border - 3), min(size, border + 4))]
        ways |= {tuple(sorted({*without, moved})) for moved in near} | {without}
    return {way for way in ways if way != best and all(arc in arcs for arc in pairwise(way))}


def _greedy(size: int, arcs: Mapping[tuple[int, int], float]) -> Way:
    borders = [0]
    while borders[-1] < size:
        borders.append(max(end for start, end in arcs if start == borders[-1]))
    return tuple(borders)


# --- The search for words

MOST_CHOICES = 5
MOST_BYTES = 24  # of a text that is cut by hand
BLURRED = 0.15  # a smaller difference is lost where scores are written with one digit


def state_questions(events: Sequence[SearchEvent], data: bytes) -> Iterator[QuestionAt]:
    """What a reader of the search is asked: the closest decisions, then the cuts."""
    for scored in closest_states(events):
        yield QuestionAt(scored[0].position, best_state(scored, data))
    if question := word_cuts(events, len(data)):
        yield QuestionAt(len(data), question)


def closest_states(events: Sequence[SearchEvent]) -> list[list[StateScored]]:
    """The scores of two bytes: the closest at which a word begins, and at which it goes on."""
    restarted = {event.position for event in events if isinstance(event, PathRestarted)}
    all_scored = [event for event in events if isinstance(event, StateScored)]
    contested: list[tuple[float, int, list[StateScored]]] = []
    for position, of_byte in groupby(all_scored, key=lambda event: event.position):
        ranked = _ranked(of_byte)
        if len(ranked) < 2 or position in restarted:
            continue
        margin = ranked[0].score - ranked[1].score
        if margin > BLURRED:
            contested.append((margin, position, ranked))
    chosen = []
    for begins in (True, False):
        of_side = [each for each in sorted(contested) if (each[2][0].state == 0) is begins]
        chosen += of_side[:1]
    return [ranked for _, _, ranked in sorted(chosen, key=lambda each: each[1])]


def best_state(ranked: Sequence[StateScored], data: bytes) -> Question:
    """Which state of a byte has the best score; ``ranked`` are those that can be reached."""
    position = ranked[0].position
    scored = {event.state: event for event in ranked}
    values = {"byte": data[position : position + 1], "position": position}
    offered = [event.state for event in ranked[:MOST_CHOICES]]

    def reason(answer: Answer) -> Remark:
        if not isinstance(answer, int) or answer not in scored:
            return Remark("state_unreached", {**values, "state": answer})
        event = scored[answer]
        before = event.score - event.value
        sums = {"before": before, "value": event.value, "score": event.score}
        return Remark("state_worse", {"state": answer, **sums})

    return one_right(
        "best_state",
        "choice",
        ranked[0].state,
        reason,
        likely=offered,
        values=values,
        choices=tuple(sorted(offered)),
    )


def word_cuts(events: Sequence[SearchEvent], size: int) -> Question | None:
    """Where the way back cuts; None where the path was lost, or there is too little or much."""
    (end,) = (event for event in events if isinstance(event, EndReached))
    states = {event.position: event.state for event in events if isinstance(event, StateChosen)}
    cuts = frozenset(at for at in states if at and states[at] == 0)
    if end.score == -inf or not cuts or size > MOST_BYTES:
        return None
    borders = {
        at: Remark("word_goes_on" if state else "word_begins", {"position": at, "state": state})
        for at, state in states.items()
        if at
    }
    return cuts_question("word_cuts", cuts, borders, {"words": len(cuts) + 1})


def _ranked(of_byte: Iterator[StateScored]) -> list[StateScored]:
    """The states that can be reached, the best first."""
    reached = [event for event in of_byte if event.score > -inf]
    return sorted(reached, key=lambda event: (-event.score, event.state))


# --- Pruning

PRUNED, STAYS = "pruned", "stays"
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
    key = "parts_win" if contest.is_pruned else "piece_wins"
    reason = Remark(key, {**values, "together": contest.together})
    return either(
        "is_pruned",
        (PRUNED, STAYS),
        is_first=contest.is_pruned,
        reason=reason,
        values=values,
        kind="judge",
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
