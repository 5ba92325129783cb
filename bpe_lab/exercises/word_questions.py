"""The question that repairing a word's counts answers: a word counts as often as it occurs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bpe_core.events import CountChanged, Event, MergeDone, PreTokenRewritten
from bpe_core.state import TrainState, apply
from bpe_lab.exercises.questions import Answer, Question, Reason
from bpe_lab.exercises.set_aside_questions import Asked

EVERY = 2  # merges
MOST_ASKED = 4  # in a run


def word_questions(events: Iterable[Event]) -> Iterator[Asked]:
    """What the count of a pair becomes: in turn one that falls and one that rises."""
    state, weight, asked, last_asked, rises = TrainState(), 0, 0, -EVERY, False
    merges = 0
    for index, event in enumerate(events):
        match event:
            case PreTokenRewritten(start=start):
                weight = state.weight_at[start]
            case MergeDone():
                merges += 1
            case CountChanged(delta=delta) if (
                asked < MOST_ASKED and merges - last_asked >= EVERY and (delta > 0) is rises
            ):
                yield Asked(index, changed_count(event, weight))
                asked, last_asked, rises = asked + 1, merges, not rises
        apply(state, event)


def changed_count(event: CountChanged, weight: int) -> Question:
    """The count of a pair once a word of this weight is rewritten.

    >>> question = changed_count(CountChanged((1, 2), -6, 4), 3)
    >>> question.judge(4).is_right, question.judge(7).reason.key
    (True, 'once_per_place')
    """
    before = event.count - event.delta
    values = {"pair": event.pair, "before": before, "times": weight}
    wrong: dict[Answer, Reason] = {before: Reason("count_unchanged", values)}
    occurrences = abs(event.delta) // weight
    for answer in (before - 1, before + 1):
        wrong[answer] = Reason("counted_once", values)
    for answer in (before - weight, before + weight):
        if occurrences > 1:
            wrong[answer] = Reason("once_per_place", {**values, "places": occurrences})
        else:
            wrong[answer] = Reason("other_way_round", values)
    wrong.pop(event.count, None)
    return Question(
        ask="changed_count",
        kind="number",
        values=values,
        right=frozenset([event.count]),
        wrong={
            answer: why
            for answer, why in wrong.items()
            if isinstance(answer, int) and answer >= 0
        },
        otherwise=lambda _: Reason("count_unchanged", values),
    )
