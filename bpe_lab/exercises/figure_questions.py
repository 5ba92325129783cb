"""Questions before figures are drawn: a guess at each, marked by the figures themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log2
from types import MappingProxyType

from bpe_lab.exercises.questions import Answer, Question, Remark, one_right

MOST_CHOICES = 5
FACTORS = (1, 2, 4, 8)
# Why somebody is none of those.
NOT_SO = {
    "who_loses": "not_who_loses",
    "who_cuts": "not_who_cuts",
    "whole_word": "not_whole_word",
}
NOTHING: Mapping[str, object] = MappingProxyType({})


def most_tokens(tokens: Mapping[str, int]) -> Question | None:
    """Which word becomes most tokens, or more of two; None unless some become fewer.

    >>> question = most_tokens({"the": 1, "Hello": 2, "xyzzy": 5})
    >>> question.judge("the").reason.values["most"], question.judge("xyzzy").is_right
    (5, True)
    """
    most = max(tokens.values(), default=0)
    fewer = [word for word in tokens if tokens[word] < most]
    if not fewer:
        return None
    first = next(word for word in tokens if tokens[word] == most)
    # The longest ones, since they look as if they were many tokens; last the one that answers
    # `whole_word`, which is asked next: its number of tokens may be told here.
    next_answer = _whole(tokens)[:1]
    fewer.sort(key=lambda word: (word in next_answer, _longest_first(word), word))
    others = fewer[: MOST_CHOICES - 2]

    def reason(answer: Answer) -> Remark:
        word = str(answer)
        values = {"word": word, "tokens": tokens.get(word, 0), "right": first, "most": most}
        return Remark("fewer_tokens", values)

    return one_right(
        "most_tokens" if len(others) > 1 else "more_tokens",
        "choice",
        first,
        reason,
        likely=others,
        choices=tuple(word for word in tokens if word == first or word in others),
        because=replace(reason(others[0]), key="most_tokens_because"),
    )


def utf8_bytes(text: str) -> Question | None:
    """How many bytes ``text`` has in UTF-8; None if that is its number of characters.

    >>> question = utf8_bytes("你好")
    >>> question.judge(2).reason.key, question.judge(6).is_right
    ('counts_characters', True)
    """
    characters, size = len(text), len(text.encode())
    if size == characters:
        return None

    def reason(answer: Answer) -> Remark:
        key = "counts_characters" if answer == characters else "other_bytes"
        return Remark(key, {"answer": answer, "characters": characters})

    return one_right("utf8_bytes", "number", size, reason)


def whole_word(tokens: Mapping[str, int]) -> Question | None:
    """Which word is a single token: the longest of them among several that are not.

    >>> question = whole_word({"a": 1, "were": 1, "xyzzy": 5})
    >>> question.choices, question.judge("were").is_right
    (('were', 'xyzzy'), True)
    """
    parted = sorted((word for word in tokens if tokens[word] > 1), key=_longest_first)
    return one_of_those("whole_word", _whole(tokens), parted)


def _whole(tokens: Mapping[str, int]) -> list[str]:
    """The words of one token, the longest first."""
    return sorted((word for word in tokens if tokens[word] == 1), key=_longest_first)


def _longest_first(word: str) -> int:
    return -len(word.encode())


def one_of_those(
    ask: str, yes: Sequence[str], no: Sequence[str], values: Mapping[str, object] = NOTHING
) -> Question | None:
    """Which of these it is true of: one of ``yes`` among up to four of ``no``.

    >>> one_of_those("who_loses", ["bpe"], ["bbpe", "unigram"]).choices
    ('bbpe', 'bpe', 'unigram')
    """
    if not yes or not no:
        return None
    right, others = yes[0], no[: MOST_CHOICES - 1]

    def reason(answer: Answer) -> Remark:
        return Remark(NOT_SO[ask], {**values, "answer": answer, "right": right})

    return Question(
        ask=ask,
        kind="choice",
        values=values,
        right=frozenset(yes),
        wrong={each: reason(each) for each in others},
        otherwise=reason,
        choices=tuple(sorted([right, *others])),
    )


def in_range(ask: str, before: float, after: float) -> Question:
    """In which range a figure lies that was ``before``; 5 ranges, of a third each.

    >>> question = in_range("bytes_per_token", 2.0, 3.1)
    >>> question.choices
    ('1.13-1.50', '1.50-2.00', '2.00-2.67', '2.67-3.56', '3.56-4.74')
    >>> question.right
    frozenset({'2.67-3.56'})
    """
    step = 4 / 3
    borders = [before * step**k for k in range(-2, 4)]
    inside = [k for k in range(5) if after >= borders[k]][-1:] or [0]
    keys = tuple(f"{borders[k]:.2f}-{borders[k + 1]:.2f}" for k in range(5))
    reason = Remark("other_range", {"before": before, "after": after})
    return one_right(
        ask,
        "choice",
        keys[inside[0]],
        lambda _: reason,
        likely=keys,
        values={"before": before},
        choices=keys,
    )


def factor(lane: str, points: Sequence[tuple[float, float]]) -> Question | None:
    """How many times as much twice the text takes, from a lane's first and last point.

    >>> factor("naive", [(100, 1.0), (200, 4.0), (400, 16.0)]).right
    frozenset({'4'})
    """
    if len(points) < 2:
        return None
    (x0, y0), (x1, y1) = points[0], points[-1]
    exponent = log2(y1 / y0) / log2(x1 / x0)
    nearest = min(FACTORS, key=lambda each: abs(log2(each) - exponent))
    values = {"lane": lane, "factor": 2**exponent, "small": x0, "large": x1}
    reason = Remark("other_factor", {**values, "first": y0, "last": y1})
    choices = tuple(map(str, FACTORS))
    return one_right(
        "factor",
        "choice",
        str(nearest),
        lambda _: reason,
        likely=choices,
        values={"lane": lane},
        choices=choices,
    )


def least_work(work: Mapping[str, int]) -> Question | None:
    """Which lane did least, by its name; None where all did the same.

    Of many lanes those with least and those with most are offered.

    >>> least_work({"naive": 50, "linked": 3}).judge("naive").reason.values["least_count"]
    3
    """
    if len(set(work.values())) < 2:
        return None
    ranked = sorted(work, key=lambda lane: (work[lane], lane))
    offered = [*ranked[: MOST_CHOICES - 1], ranked[-1]][: len(ranked)]
    least = ranked[0]

    def reason(answer: Answer) -> Remark:
        lane = str(answer)
        values = {"lane": lane, "count": work.get(lane, 0), "least": least}
        return Remark("more_work", {**values, "least_count": work[least]})

    return Question(
        ask="least_work",
        kind="choice",
        right=frozenset(lane for lane in work if work[lane] == work[least]),
        wrong={lane: reason(lane) for lane in offered if work[lane] > work[least]},
        otherwise=reason,
        choices=tuple(lane for lane in work if lane in offered),  # in the order that is drawn
    )
