"""Claims about the steps of a trace: of all of them, exactly one is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from bpe_lab.exercises.draws import Draws
from bpe_lab.exercises.questions import Answer, Question, Reason

HOLDS, FAILS = "holds", "fails"
PREFIX = "claim_"


def claims(questions: Sequence[Question], draws: Draws) -> list[Question]:
    """Each question with an answer, to be judged; which one is wrong is drawn.

    At least one of them has a wrong answer that somebody may give.
    """
    candidates = [list(dict.fromkeys(_wrong_answers(question))) for question in questions]
    fallible = [index for index, answers in enumerate(candidates) if answers]
    wrong = draws.one_of(fallible)
    return [
        claim(question, draws.one_of(candidates[index]) if index == wrong else _right(question))
        for index, question in enumerate(questions)
    ]


def claim(question: Question, answer: Answer) -> Question:
    """Whether ``answer`` to ``question`` is right.

    >>> from bpe_lab.exercises.train_moments import merge_moments
    >>> from bpe_lab.exercises.train_questions import its_count
    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> moment = next(merge_moments(train_naive(pre_tokenize("aaab"), detail=True)))
    >>> claim(its_count(moment), 2).judge("fails").is_right
    False
    """
    is_right = answer in question.right
    reason, because = Reason("claim_holds"), question.because
    if not is_right:
        because = Reason("claim_fails", {"answer": _right(question)})
        unlisted = Reason(f"other_{question.ask}", question.values)
        if question.borders or question.by_position:
            unlisted = question.otherwise(answer)
        reason = question.wrong.get(answer, unlisted)
    return replace(
        question,
        ask=f"{PREFIX}{question.ask}",
        kind="judge",
        values={**question.values, "answer": answer},
        right=frozenset([HOLDS if is_right else FAILS]),
        wrong={FAILS if is_right else HOLDS: reason},
        by_position=None,
        because=because,
        choices=(HOLDS, FAILS),
        otherwise=lambda _: reason,
    )


def _right(question: Question) -> Answer:
    """One of the right answers, the same on every machine."""
    return min(question.right, key=repr)


def _wrong_answers(question: Question) -> Iterator[Answer]:
    """Likely ones: those with a reason of their own, then near misses."""
    for answer in (*question.wrong, *question.choices, *_near(_right(question))):
        if answer not in question.right:
            yield answer


def _near(right: Answer) -> Iterator[Answer]:
    """One more or one less; a set without one of its members."""
    if isinstance(right, frozenset):
        for member in sorted(right, key=repr):
            if len(right) > 1:
                yield cast(Answer, right - {member})
    elif isinstance(right, int):
        yield right + 1
        if right > 1:
            yield right - 1
