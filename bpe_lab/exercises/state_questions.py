"""The questions that the search for words answers: a byte's best state, at last the cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PathRestarted,
    SearchEvent,
    StateChosen,
    StateScored,
)
from bpe_lab.exercises.cuts import cuts_question
from bpe_lab.exercises.questions import Answer, Question, Reason

MOST_CHOICES = 5
MOST_BYTES = 24  # of a text that is cut by hand
BLURRED = 0.15  # a smaller difference is lost where scores are written with one digit


class Asked(NamedTuple):
    """A question, asked before this byte is scored; behind the last, before the way back."""

    position: int
    question: Question


def state_questions(events: Sequence[SearchEvent], data: bytes) -> Iterator[Asked]:
    """What a reader of the search is asked: the closest decisions, then the cuts."""
    for scored in closest(events):
        yield Asked(scored[0].position, best_state(scored, data))
    if question := word_cuts(events, len(data)):
        yield Asked(len(data), question)


def closest(events: Sequence[SearchEvent]) -> list[list[StateScored]]:
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
    offered = ranked[:MOST_CHOICES]

    def reason(answer: Answer) -> Reason:
        if not isinstance(answer, int) or answer not in scored:
            return Reason("state_unreached", {**values, "state": answer})
        event = scored[answer]
        before = event.score - event.value
        sums = {"before": before, "value": event.value, "score": event.score}
        return Reason("state_worse", {"state": answer, **sums})

    return Question(
        ask="best_state",
        kind="choice",
        values=values,
        right=frozenset([ranked[0].state]),
        wrong={event.state: reason(event.state) for event in offered[1:]},
        otherwise=reason,
        choices=tuple(sorted(event.state for event in offered)),
    )


def word_cuts(events: Sequence[SearchEvent], size: int) -> Question | None:
    """Where the way back cuts; None where the path was lost, or there is too little or much."""
    (end,) = (event for event in events if isinstance(event, EndReached))
    states = {event.position: event.state for event in events if isinstance(event, StateChosen)}
    cuts = frozenset(at for at in states if at and states[at] == 0)
    if end.score == -inf or not cuts or size > MOST_BYTES:
        return None
    borders = {
        at: Reason("word_goes_on" if state else "word_begins", {"position": at, "state": state})
        for at, state in states.items()
        if at
    }
    return cuts_question("word_cuts", cuts, borders, {"words": len(cuts) + 1})


def _ranked(of_byte: Iterator[StateScored]) -> list[StateScored]:
    """The states that can be reached, the best first."""
    reached = [event for event in of_byte if event.score > -inf]
    return sorted(reached, key=lambda event: (-event.score, event.state))
