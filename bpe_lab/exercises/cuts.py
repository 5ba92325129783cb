"""Where a text is cut: a set of borders, of which each can be wrong for a reason of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from bpe_lab.exercises.questions import Answer, Question, Reason


def cuts_question(
    ask: str,
    right: frozenset[int],
    borders: Mapping[int, Reason],
    values: Mapping[str, object],
) -> Question:
    """Which of the ``borders`` are cut: those in ``right``.

    A wrong answer is refused by the first border at which it errs.

    >>> reasons = {1: Reason("inside"), 2: Reason("between")}
    >>> question = cuts_question("cuts", frozenset([2]), reasons, {})
    >>> question.judge(frozenset([1, 2])).reason.key, question.judge(frozenset()).reason.key
    ('inside', 'between')
    """

    def otherwise(answer: Answer) -> Reason:
        errors = sorted(cast(frozenset[int], answer) ^ right)
        return borders.get(errors[0], Reason(f"other_{ask}", values, tuple(errors)))

    return Question(
        ask=ask,
        kind="cuts",
        values=values,
        right=frozenset([right]),
        borders=borders,
        otherwise=otherwise,
    )
