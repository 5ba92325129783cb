"""The question where an exhibit's run and the right one part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_core.train.compare_merges import BytePair
from bpe_lab.exercises.questions import Answer, Question, Reason
from bpe_lab.museum.exhibit import Exhibit, WrongEncoder, WrongTrainer
from bpe_lab.museum.parts import ranks_of
from bpe_lab.museum.runs import runs
from bpe_lab.museum.side_by_side import Moment
from bpe_lab.museum.steps import Learned, Merged, Step, facts_of

MOST_OFFERED = 6  # steps of an encoder


def where_they_part(exhibit: Exhibit, text: str, moments: Sequence[Moment]) -> Question | None:
    """Which step of the right encoder, or the number of a merge or a token.

    None where they never part.

    >>> from bpe_lab.museum import EXHIBITS
    >>> from bpe_lab.museum.side_by_side import side_by_side
    >>> exhibit = EXHIBITS["two_merges_per_round"]
    >>> question = where_they_part(exhibit, "aab", list(side_by_side(exhibit, "aab")))
    >>> question.judge(2).is_right, question.judge(1).reason.key, question.judge(3).reason.key
    (True, 'still_together', 'parted_before')
    """
    last = moments[-1]
    if not last.parts:
        return None
    if isinstance(exhibit, WrongEncoder):
        _, right = runs(exhibit, text)
        return _which_step(last.number, right.steps, ranks_of(exhibit.merges))
    return _which_number(exhibit, moments)


def _which_number(exhibit: Exhibit, moments: Sequence[Moment]) -> Question:
    last = moments[-1].number

    def reason(answer: Answer) -> Reason:
        if not isinstance(answer, int) or not 0 < answer < last:
            return Reason("parted_before", {"answer": answer})
        step = moments[answer].right.step
        if isinstance(step, Learned):
            return Reason("still_together", {"answer": answer, "pair": step.pair})
        return Reason("shown_alike", {"answer": answer})

    ask = "where_they_part" if isinstance(exhibit, WrongTrainer) else "which_token_parts"
    return Question(ask=ask, kind="number", right=frozenset([last]), otherwise=reason)


def _which_step(number: int, steps: Sequence[Step], ranks: Mapping[BytePair, int]) -> Question:
    """Among some steps of the right run; a choice is a step's number, from 1, as a string."""
    first = (number - 1) // MOST_OFFERED * MOST_OFFERED
    offered = range(first + 1, min(first + MOST_OFFERED, len(steps)) + 1)

    def reason(answer: Answer) -> Reason:
        is_before = isinstance(answer, str) and int(answer) < number
        return Reason("step_taken" if is_before else "step_too_late")

    return Question(
        ask="which_step_parts",
        kind="choice",
        right=frozenset([str(number)]),
        otherwise=reason,
        choices=tuple(map(str, offered)),
        choice_words={str(each): _words(steps[each - 1], ranks) for each in offered},
    )


def _words(step: Step, ranks: Mapping[BytePair, int]) -> Reason:
    rank = ranks[step.pair] if isinstance(step, Merged) else None
    return Reason(*facts_of(step, rank))
