"""A question about what happens next, its right answers, and what a wrong one mixes up.

Answers are plain values that a program can compare: a pair as its tokens' ids, a
position as a byte offset (None: the end), a number, the key of a choice, or a set of these. How
they are given (clicked, typed, chosen) and worded is not said here; a key names each sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from bpe_core.model import Pair

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
class Reason:
    """Why an answer is wrong: a sentence's key, the values in it, the positions to look at."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PositionReasons:
    """Why positions are not among the right ones, group by group; of all others, ``elsewhere``.

    ``missing`` is said where there are too few and no wrong one.
    """

    groups: tuple[tuple[frozenset[int], Reason], ...]
    elsewhere: Reason
    missing: Reason

    def reason(self, answer: frozenset[int], right: frozenset[int]) -> Reason:
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
    reason: Reason | None = None


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
    otherwise: Callable[[Answer], Reason]
    values: Mapping[str, object] = field(default_factory=dict)
    wrong: Mapping[Answer, Reason] = field(default_factory=dict)
    choices: tuple[Answer, ...] = ()
    choice_words: Mapping[Answer, Reason] = field(default_factory=dict)
    offered: Mapping[Pair, Reason] = field(default_factory=dict)
    borders: Mapping[int, Reason] = field(default_factory=dict)
    by_position: PositionReasons | None = None
    because: Reason | None = None

    def judge(self, answer: Answer) -> Verdict:
        """Mark ``answer``."""
        if answer in self.right:
            return Verdict(is_right=True)
        return Verdict(is_right=False, reason=self.wrong.get(answer) or self.otherwise(answer))
