"""What a reader can be asked inside the trainer: where it matters, not at every event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bpe_core.events import (
    CountChanged,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PositionVisited,
    Relinked,
)
from bpe_lab.exercises.claims import PREFIX
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.traces import exercise_questions
from bpe_lab.exercises.train_moments import merge_moments
from bpe_lab.exercises.train_questions import next_pair
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.questions import pair_in, question_json
from bpe_lab.scenes.recording import Json

MOST_VISITS = 3  # of a merge that are asked about
# What each question hides; the ledger tells whether an entry is stale.
VEILS = {
    "next_pair": ("ledger.figures", "heap", "code.values"),
    "is_stale": ("heap", "code.values"),
    "why_skipped": ("ledger.figures", "code.values"),
    "next_position": ("code.values",),
    "next_entry": ("heap", "code.values"),
    "changed_counts": ("code.values",),
    "pushed": ("heap", "code.values"),
}
# In a tie the counts do not tell the winner; its place in either order does.
TIE_VEIL = ("ledger.order", "heap", "code.values")
MOST_OFFERED = 12  # pairs, of which a reader of a walk is asked to pick


class InsideQuestions:
    """The questions of a run by the number of the event that answers them."""

    def __init__(
        self, events: Iterable[Event], brush: Brush, exercise: Exercise | None = None
    ) -> None:
        self._brush = brush
        self._is_exercise = exercise is not None
        self._by_event = (
            exercise_questions(exercise, _of_exercise(events))
            if exercise
            else _by_event(list(events))
        )

    def before(self, event: int) -> tuple[Json, ...]:
        """Those before the event of this number, in words of the recording so far."""
        return tuple(
            question_json(
                question,
                self._brush.pair,
                inside=("lens",) if question.ask == "next_pair" else (),
                rule=self._brush.rule(),
                tie_bytes=self._brush.tie_bytes(),
                veil=self._veil(question),
            )
            for question in self._by_event.get(event, ())
        )

    def veil(self, *, is_tie: bool) -> tuple[str, ...]:
        """What the step that chooses a pair hides; its question may hide more."""
        return TIE_VEIL if is_tie and not self._is_exercise else VEILS["next_pair"]

    def _veil(self, question: Question) -> tuple[str, ...]:
        """What it hides; the row of the count that an entry is checked against comes on top."""
        name = question.ask.removeprefix(PREFIX)
        if name != "is_stale":
            return VEILS[name]
        left, right = self._brush.pair(pair_in(question.values))
        return (*VEILS[name], f"ledger.row:{left},{right}")


def _of_exercise(events: Iterable[Event]) -> Iterator[tuple[int, Question]]:
    """Every question of the trainer; the entry after a stale one while both are in the heap.

    The heap would tell which entry is next as soon as the stale one has left it.
    """
    for index, question in linked_questions(events):
        yield index - (question.ask == "next_entry"), question


def _by_event(events: Sequence[Event]) -> dict[int, list[Question]]:
    chosen: dict[int, list[Question]] = {}
    asked = {(index, question.ask): question for index, question in linked_questions(events)}
    moments = list(merge_moments(events))
    for index, name in _moments_to_ask(events):
        question = asked.get((index + (name == "next_entry"), name))
        if name == "next_pair":
            number = sum(isinstance(event, MergeDone) for event in events[:index])
            moment = moments[number] if number < len(moments) else None
            question = next_pair(moment) if moment and len(moment.positions) > 1 else None
        if question is not None and len(question.offered) < MOST_OFFERED:
            chosen.setdefault(index, []).append(question)
    return chosen


def _moments_to_ask(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """(number of an event, which question): entries, places, links, in turn."""
    merge = visits = links = 0
    skips = _merges_that_skip(events)
    for index, event in enumerate(events):
        match event:
            case MergeDone():
                merge, visits, links = merge + 1, 0, 0
            case HeapPopped(stale=stale):
                is_after_stale = isinstance(events[index - 1], HeapPopped)
                is_asked = stale or is_after_stale or merge % 2
                yield index, "is_stale" if is_asked else "next_pair"
                if stale:
                    yield index, "next_entry"
            case PositionVisited():
                visits += 1
                if (merge in skips and visits <= MOST_VISITS) or (merge % 4 == 1 == visits):
                    yield index, "why_skipped"
            case Relinked():
                links += 1
                if links == 1 and merge % 3 == 0:
                    yield index, "next_position"
            case CountChanged() if links == 1 and merge % 3 == 1:
                yield index, "changed_counts"
            case HeapPushed() if merge % 3 == 2:
                yield index, "pushed"


def _merges_that_skip(events: Sequence[Event]) -> set[int]:
    """The merges in which a listed position is skipped."""
    merge, skipping = 0, set()
    for event in events:
        if isinstance(event, PositionVisited) and event.stale:
            skipping.add(merge)
        merge += isinstance(event, MergeDone)
    return skipping
