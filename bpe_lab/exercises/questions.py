"""A question about what happens next, its right answers, and what a wrong one mixes up.

Answers are plain values that a program can compare: a pair as its tokens' ids, a
position as a byte offset (None: the end), a number, the key of a choice, or a set of these. How
they are given (clicked, typed, chosen) and worded is not said here; a key names each sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from bpe_core.model import Pair
from bpe_lab.exercises.seed import Draws

Change: TypeAlias = tuple[Pair, int]  # a pair and by how much its count changes
Answer: TypeAlias = (
    Pair
    | int
    | str
    | frozenset[int]
    | frozenset[str]
    | frozenset[Pair]
    | frozenset[Change]
    | None
)
AnswerKind: TypeAlias = Literal[
    "pair",
    "position",
    "positions",
    "number",
    "choice",
    "choices",
    "pairs",
    "changes",
    "judge",
    "cuts",
]


@dataclass(frozen=True, slots=True)
class Remark:
    """Why an answer is wrong or what holds: a sentence's key, its values, where to look."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PositionReasons:
    """Why positions are not among the right ones, group by group; of all others, ``elsewhere``.

    ``missing`` is said where there are too few and no wrong one.
    """

    groups: tuple[tuple[frozenset[int], Remark], ...]
    elsewhere: Remark
    missing: Remark

    def reason(self, answer: frozenset[int], right: frozenset[int]) -> Remark:
        """What is said to ``answer``, with the positions at fault."""
        wrong = answer - right
        for positions, reason in self.groups:
            if at := wrong & positions:
                return replace(reason, positions=tuple(sorted(at)))
        if wrong:
            return replace(self.elsewhere, positions=tuple(sorted(wrong)))
        values = {**self.missing.values, "missing": len(right - answer)}
        return replace(self.missing, values=values)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right; the reason where it is not."""

    is_right: bool
    reason: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, of which kind the answer is, and how answers are judged.

    ``ask`` and ``values`` name the sentence. ``right`` are all answers that pass; ``wrong`` the
    likely ones that do not, each with its reason, and ``otherwise`` gives the reason of any
    other. A choice, or several, are made among ``choices``, in that order; ``choice_words`` are
    the words of those that have no sentence of their own. Several pairs are picked among those
    ``offered``, each with why it is in the answer or is not. Cuts are marked border by border:
    ``borders`` says of each why it is one, or is none. ``by_position`` says why positions are
    wrong. ``because`` is what holds, which is said once the answer is known.
    """

    ask: str
    kind: AnswerKind
    right: frozenset[Answer]
    otherwise: Callable[[Answer], Remark]
    values: Mapping[str, object] = field(default_factory=dict)
    wrong: Mapping[Answer, Remark] = field(default_factory=dict)
    choices: tuple[Answer, ...] = ()
    choice_words: Mapping[Answer, Remark] = field(default_factory=dict)
    offered: Mapping[Pair, Remark] = field(default_factory=dict)
    borders: Mapping[int, Remark] = field(default_factory=dict)
    by_position: PositionReasons | None = None
    because: Remark | None = None

    def judge(self, answer: Answer) -> Verdict:
        """Mark ``answer``."""
        if answer in self.right:
            return Verdict(is_right=True)
        return Verdict(is_right=False, reason=self.wrong.get(answer) or self.otherwise(answer))


class QuestionAt(NamedTuple):
    """A question, and before what of its run it is asked: an event, a merge or a byte."""

    at: int  # from 0
    question: Question


# --- How questions are built


def one_right(
    ask: str,
    kind: AnswerKind,
    right: Answer,
    reason: Callable[[Answer], Remark],
    *,
    likely: Iterable[Answer] = (),
    **others: Any,
) -> Question:
    """A question with one right answer; ``reason`` is that of any other.

    Of the wrong answers some are ``likely``; the right one may be among them.

    >>> question = one_right("its_count", "number", 3, lambda _: Remark("other"), likely=(2, 3))
    >>> question.right, list(question.wrong), question.judge(7).reason.key
    (frozenset({3}), [2], 'other')
    """
    wrong = {answer: reason(answer) for answer in likely if answer != right}
    return Question(
        ask=ask, kind=kind, right=frozenset([right]), wrong=wrong, otherwise=reason, **others
    )


def either(
    ask: str,
    choices: tuple[str, str],
    *,
    is_first: bool,
    reason: Remark,
    values: Mapping[str, object],
    kind: Literal["choice", "judge"] = "choice",
) -> Question:
    """Which of two choices it is; whoever takes the other is told the same ``reason``."""
    return one_right(
        ask,
        kind,
        choices[0] if is_first else choices[1],
        lambda _: reason,
        likely=choices,
        values=values,
        choices=choices,
    )


def cuts_question(
    ask: str,
    right: frozenset[int],
    borders: Mapping[int, Remark],
    values: Mapping[str, object],
) -> Question:
    """Which of the ``borders`` are cut: those in ``right``.

    A wrong answer is refused by the first border at which it errs.

    >>> reasons = {1: Remark("inside"), 2: Remark("between")}
    >>> question = cuts_question("cuts", frozenset([2]), reasons, {})
    >>> question.judge(frozenset([1, 2])).reason.key, question.judge(frozenset()).reason.key
    ('inside', 'between')
    """

    def otherwise(answer: Answer) -> Remark:
        errors = sorted(cast(frozenset[int], answer) ^ right)
        return borders.get(errors[0], Remark(f"other_{ask}", values, tuple(errors)))

    return one_right(ask, "cuts", right, otherwise, values=values, borders=borders)


# --- Claims about the steps of a trace: of all of them, exactly one is wrong

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

    >>> its_count = one_right("its_count", "number", 2, lambda answer: Remark("other_count"))
    >>> claim(its_count, 3).judge("holds").reason.key, claim(its_count, 2).right
    ('other_its_count', frozenset({'holds'}))
    """
    is_right = answer in question.right
    reason, because = Remark("claim_holds"), question.because
    if not is_right:
        because = Remark("claim_fails", {"answer": _right(question)})
        unlisted = Remark(f"other_{question.ask}", question.values)
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
