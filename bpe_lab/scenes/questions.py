"""Questions of the core as values of a recording: a player asks them, and marks by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from bpe_core.events import StopReason
from bpe_core.model import Pair
from bpe_core.pretokenize.patterns import Alternative
from bpe_lab.exercises.draw import Exercise, mend_of
from bpe_lab.exercises.questions import PREFIX, Answer, PositionReasons, Question, Remark
from bpe_lab.scenes.recording import Json, Text, text

ANSWERS = {"pair": "is_pair", "position": "is_position", "positions": "is_position"}
# Reasons that the tie rule gives: they name it, or say the bytes that decide by it.
BY_TIE_RULE = {
    "tie": "question.tie_bytes",
    "entry_tied": "question.entry_tied_bytes",
    "entry_first": "question.entry_first_bytes",
}
NEAREST = 3  # wrong answers that have a sentence of their own, where none is offered
# The indices of a pair's tokens in the recording's table.
PairOf = Callable[[Pair], list[int]]
# Bytes as a value of a sentence.
PieceOf = Callable[[bytes], Json]
# A value by its name, as the recording has it.
Word = Callable[[str, object], Json]


def exercise_json(exercise: Exercise | None) -> Json:
    """The value of the key ``exercise``; None of a walk that is none."""
    if exercise is None:
        return None
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "seed": str(exercise.seed),
        "generator": exercise.seed.generator,
        "script": exercise.script,
        "mend": mend_of(exercise.level),
        "task": text(f"exercise.task.{exercise.kind}_{exercise.level}"),
    }


def end_of_training(
    reason: StopReason, *, merges: int, tokens: int, is_exercise: bool = False
) -> Text:
    """How a training ended; the merges of an exercise are none that a reader asked for."""
    is_set = is_exercise and reason is StopReason.TARGET_REACHED
    return text(
        "train.end.exercise" if is_set else f"train.end.{reason}", merges=merges, tokens=tokens
    )


def question_json(
    question: Question,
    pair_of: PairOf,
    *,
    inside: Sequence[str] = (),
    rule: Json = None,
    tie_bytes: Callable[[Pair], str] | None = None,
    veil: Sequence[str] = (),
    cells: Sequence[tuple[int, int]] = (),
    piece_of: PieceOf = str,
) -> Json:
    """``question`` as a step's value; pairs and positions are picked in the widgets ``inside``.

    ``rule`` is the tie rule as a value of a sentence, ``tie_bytes`` writes a pair's bytes where
    they decide; ``veil`` is what is hidden, where that is not what the step hides. Cuts are
    made between ``cells``, each a token's index and its position. ``piece_of`` gives bytes in a
    sentence as a value.
    """

    def say(key: str, reason: Remark) -> Text:
        values = {
            name: _claim(value, pair_of)
            if name == "answer"
            else _value(value, pair_of, piece_of)
            for name, value in reason.values.items()
        }
        if reason.key in BY_TIE_RULE and tie_bytes is not None:
            numbers = tie_bytes(pair_in(reason.values))
            return text(BY_TIE_RULE[reason.key], **values, bytes=numbers)
        if reason.key in BY_TIE_RULE and rule is not None:
            values["rule"] = rule
        return text(key, **values)

    def choice(answer: Answer) -> Text:
        if answer in question.choice_words:
            reason = question.choice_words[answer]
            return say(f"question.{reason.key}", reason)
        return _choice(answer, pair_of)

    by_position = question.by_position
    because = question.because or _answer(question)
    name, is_claim = question.ask.removeprefix(PREFIX), question.kind == "judge"
    # What can be chosen is listed in a claim's sentence alone; else the choices say it.
    listed = frozenset() if is_claim else {"entries"}
    spoken = {name: value for name, value in question.values.items() if name not in listed}
    of_all = Remark(question.ask, spoken)
    key = f"question.claim_{name}" if is_claim else f"question.ask_{name}"
    optional: dict[str, Json] = {
        "in": list(inside),
        "veil": list(veil),
        "cells": [list(cell) for cell in cells],
        "choices": [[answer_key(each), choice(each)] for each in question.choices]
        or [[answer_key(pair), _pair_text(pair, pair_of)] for pair in question.offered],
        "about": {
            answer_key(pair): say(f"question.{reason.key}", reason)
            for pair, reason in question.offered.items()
            if not is_claim
        },
        "borders": {
            str(at): say(f"question.{reason.key}", reason)
            for at, reason in question.borders.items()
            if not is_claim
        },
        "by_position": by_position and _positions_json(by_position, say),
        "because": because and say(f"question.{because.key}", because),
        "other": say(f"question.other_{name}", of_all) if _has_others(question) else None,
    }
    return {
        **{name: value for name, value in optional.items() if value},
        "name": name,
        "ask": say(key, of_all),
        "kind": question.kind,
        "right": [answer_key(answer) for answer in question.right],
        "wrong": {
            answer_key(answer): {
                "say": say(f"question.{reason.key}", reason),
                **({"at": list(reason.positions)} if reason.positions else {}),
            }
            for answer, reason in (() if by_position else _nearest(question))
        },
    }


def _has_others(question: Question) -> bool:
    """Whether an answer can be wrong for which nothing of its own is said."""
    if question.kind == "judge" or question.by_position:
        return False
    explained = {*question.right, *question.wrong}
    return not question.choices or not explained.issuperset(question.choices)


def _answer(question: Question) -> Remark | None:
    """The answer in words, of what is picked in a drawing; elsewhere the choices show it."""
    if question.choices or question.kind not in ANSWERS:
        return None
    return Remark(ANSWERS[question.kind], {"answer": min(question.right, key=repr)})


def _positions_json(by_position: PositionReasons, say: Callable[[str, Remark], Text]) -> Json:
    def worded(reason: Remark) -> Text:
        return say(f"question.{reason.key}", reason)

    return {
        "groups": [[sorted(at), worded(reason)] for at, reason in by_position.groups],
        "elsewhere": worded(by_position.elsewhere),
        "missing": worded(by_position.missing),
    }


def pair_in(values: Mapping[str, object]) -> Pair:
    """The pair of which a question or a reason speaks."""
    pair: Pair = cast(Pair, values["pair"])
    return pair


def answer_key(answer: Answer) -> str:
    """An answer as the player writes it: numbers, by commas where there are several.

    >>> answer_key((101, 115)), answer_key(frozenset({7, 3})), answer_key(4), answer_key(None)
    ('101,115', '3,7', '4', 'none')
    >>> answer_key(frozenset({(101, 115), (97, 98)})), answer_key(frozenset({((101, 115), -1)}))
    ('97,98;101,115', '101,115:-1')
    """
    if answer == frozenset():
        return "none"
    if isinstance(answer, frozenset):
        members = sorted(answer)
        between = "," if all(isinstance(member, int) for member in members) else ";"
        return between.join(map(_member_key, members))
    if isinstance(answer, tuple):
        return ",".join(map(str, answer))
    return "none" if answer is None else str(answer)


def _member_key(member: object) -> str:
    """One of several: a position, a pair, or a pair and how its count changes."""
    match member:
        case ((left, right), int() as delta):
            return f"{left},{right}:{delta}"
        case (left, right):
            return f"{left},{right}"
        case _:
            return str(member)


def _choice(answer: Answer, pair_of: PairOf) -> Text:
    """What a choice says: a pair, a position, the end, or a sentence of its own."""
    if isinstance(answer, tuple):
        return _pair_text(answer, pair_of)
    if isinstance(answer, int):
        return text("question.position", position=answer)
    return text(f"question.choice_{answer_key(answer)}")


def _pair_text(pair: Pair, pair_of: PairOf) -> Text:
    return text("question.pair", pair={"pair": pair_of(pair)})


def _nearest(question: Question) -> Iterator[tuple[Answer, Remark]]:
    """Those that are offered, else the likeliest: of pairs, those that stand most often."""
    wrong = sorted(question.wrong.items(), key=lambda item: -_count(item[1]))
    if question.choices:
        yield from (item for item in wrong if item[0] in question.choices)
    else:
        yield from wrong[:NEAREST]


def _count(reason: Remark) -> int:
    count = reason.values.get("count", 0)
    return count if isinstance(count, int) else 0


def _value(value: object, pair_of: PairOf, piece_of: PieceOf = str) -> Json:
    """A pair and bytes as drawn, an alternative by what it takes, a number as it is."""
    if isinstance(value, Alternative):
        return {"text": text(f"pattern_meaning.{value.name}")}
    if isinstance(value, bytes):
        return piece_of(value)
    if isinstance(value, frozenset):
        return _listed(value, pair_of, "entry")
    return {"pair": pair_of(value)} if isinstance(value, tuple) else value


def _claim(answer: object, pair_of: PairOf) -> Json:
    """An answer within a sentence: positions by commas, a choice in its own words."""
    if isinstance(answer, frozenset) and all(isinstance(member, int) for member in answer):
        return ", ".join(map(str, sorted(answer)))
    if isinstance(answer, frozenset):
        return _listed(answer, pair_of, "change")
    if isinstance(answer, str) or answer is None:
        return {"text": text(f"question.choice_{answer_key(answer)}")}
    return _value(answer, pair_of)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212")


def _listed(members: frozenset[object], pair_of: PairOf, numbered: str) -> Json:
    """Pairs, or pairs with a number each, in the order of their ids: a text within a text."""

    def worded(member: object) -> Text:
        match member:
            case ((_, _) as pair, int() as number):
                figure = str(number) if numbered == "entry" else _signed(number)
                return text(f"question.{numbered}", pair=_value(pair, pair_of), entry=figure)
            case pair:
                return text("question.pair", pair=_value(pair, pair_of))

    *others, listed = [worded(member) for member in sorted(members, key=_member_key)]
    for member in reversed(others):
        listed = text("question.listed", first={"text": member}, rest={"text": listed})
    return {"text": listed}


def worded(question: Question, word: Word) -> Question:
    """``question`` with the values of its sentences worded."""

    def values(plain: Mapping[str, object]) -> dict[str, object]:
        return {name: word(name, value) for name, value in plain.items()}

    def reason(why: Remark) -> Remark:
        return replace(why, values=values(why.values))

    return replace(
        question,
        values=values(question.values),
        wrong={answer: reason(why) for answer, why in question.wrong.items()},
        borders={at: reason(why) for at, why in question.borders.items()},
        because=question.because and reason(question.because),
        otherwise=lambda answer: reason(question.otherwise(answer)),
    )


def worded_json(
    question: Question,
    word: Word,
    *,
    label: Callable[[str], Text] | None = None,
    cells: Sequence[tuple[int, int]] = (),
) -> Json:
    """The question as a step's value; ``label`` words a choice, by its key.

    ``cells`` are what lies between the borders of cuts.
    """
    value = question_json(worded(question, word), _no_pair, cells=cells)
    if label is not None:
        value["choices"] = [[key, label(key)] for key, _ in value["choices"]]
    return value


def _no_pair(_pair: object) -> list[int]:
    raise TypeError("a pair is worded by the scene")
