"""The questions that subword-nmt's pruning answers: which pairs wait, which come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bpe_core.events import CandidatesScanned, Event, PairsRestored, PairsSetAside
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_lab.exercises.questions import Question, Reason

ASIDE, CANDIDATE = "aside", "candidate"
ENOUGH, RECALLED = "enough", "recalled"
MOST_OF_A_KIND = 2  # of each right answer, in a whole run
NEAR = 1.0  # a count that reaches the threshold so narrowly is worth a question


class Asked(NamedTuple):
    """A question, asked right before the event of this index."""

    event: int
    question: Question


def set_aside_questions(events: Iterable[Event]) -> Iterator[Asked]:
    """What a reader of a run with ``detail`` is asked, a few times each."""
    asked: list[object] = []
    for each in _all_questions(list(events)):
        right = min(map(str, each.question.right))
        if asked.count(right) < MOST_OF_A_KIND:
            asked.append(right)
            yield each


def _all_questions(events: list[Event]) -> Iterator[Asked]:
    state, rare = TrainState(), True
    for index, event in enumerate(events):
        after = events[index + 1] if index + 1 < len(events) else None
        if isinstance(event, CandidatesScanned):
            if isinstance(after, PairsSetAside):
                if question := _at_the_border(state, rare=rare):
                    yield Asked(index, question)
                    rare = not rare
            elif state.set_aside and (question := _enough(state, after)):
                yield Asked(index, question)
        apply(state, event)


def _at_the_border(state: TrainState, *, rare: bool) -> Question | None:
    """On a pair next to the threshold, of the other side where this one has none."""
    counts, threshold = state.pair_counter, state.threshold
    for side in (rare, not rare):
        if pair := at_the_border(counts, threshold, rare=side):
            return is_set_aside(pair, counts[pair], threshold)
    return None


def _enough(state: TrainState, after: Event | None) -> Question | None:
    """Where the counts decide it and it is a near thing."""
    highest = max(state.pair_counter.values(), default=0)
    is_restored = isinstance(after, PairsRestored)
    # subtle: they also come back after a merge that made a known symbol again.
    if is_restored != (highest < state.threshold) or highest >= state.threshold + NEAR:
        return None
    return is_enough(highest, state.threshold)


def at_the_border(counts: Mapping[Pair, int], threshold: float, *, rare: bool) -> Pair | None:
    """The pair nearest to the threshold, below it where ``rare``; None where there is none.

    >>> at_the_border({(1, 2): 9, (2, 3): 4, (3, 4): 3}, 4, rare=False)
    (2, 3)
    """
    of_side = [pair for pair, count in counts.items() if (count < threshold) is rare]
    return min(of_side, key=lambda pair: (abs(counts[pair] - threshold), pair), default=None)


def is_set_aside(pair: Pair, count: int, threshold: float) -> Question:
    """Whether a pair of this count is set aside.

    >>> is_set_aside((1, 2), 3, 3).right
    frozenset({'candidate'})
    """
    is_rare = count < threshold
    right, wrong = (ASIDE, CANDIDATE) if is_rare else (CANDIDATE, ASIDE)
    values = {"pair": pair, "count": count, "threshold": threshold}
    reason = Reason("below_threshold" if is_rare else "reaches_threshold", values)
    return Question(
        ask="is_set_aside",
        kind="choice",
        values={"pair": pair, "threshold": threshold},
        right=frozenset([right]),
        wrong={wrong: reason},
        otherwise=lambda _: reason,
        choices=(ASIDE, CANDIDATE),
    )


def is_enough(highest: int, threshold: float) -> Question:
    """Whether the best candidate is surely the best of all pairs.

    >>> is_enough(4, 4.5).right
    frozenset({'recalled'})
    """
    is_sure = highest >= threshold
    right, wrong = (ENOUGH, RECALLED) if is_sure else (RECALLED, ENOUGH)
    reason = Reason(
        "highest_reaches" if is_sure else "highest_below",
        {"count": highest, "threshold": threshold},
    )
    return Question(
        ask="is_enough",
        kind="choice",
        values={"threshold": threshold},
        right=frozenset([right]),
        wrong={wrong: reason},
        otherwise=lambda _: reason,
        choices=(ENOUGH, RECALLED),
    )
