"""Questions of the core as values of a recording: a player asks them, and marks by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bpe_core.exercises.questions import Answer, Question, Reason
from bpe_core.model import Pair
from ui.scenes.recording import Json, Text, text

NEAREST = 3  # wrong answers that have a sentence of their own

# The indices of a pair's tokens in the recording's table.
PairOf = Callable[[Pair], list[int]]


def question_json(
    question: Question,
    pair_of: PairOf,
    *,
    inside: Sequence[str] = (),
    rule: Json = None,
    veil: Sequence[str] = (),
) -> Json:
    """``question`` as a step's value; pairs and positions are picked in the widgets ``inside``.

    ``rule`` is the tie rule as a value of a sentence; ``veil`` what is hidden, where that is
    not what the step hides.
    """

    def say(key: str, reason: Reason) -> Text:
        values = {name: _value(value, pair_of) for name, value in reason.values.items()}
        if rule is not None and reason.key == "tie":
            values["rule"] = rule
        return text(key, **values)

    of_all = Reason(question.ask, question.values)
    optional: dict[str, Json] = {
        "in": list(inside),
        "veil": list(veil),
        "choices": [[answer_key(each), _choice(each)] for each in question.choices],
    }
    return {
        **{name: value for name, value in optional.items() if value},
        "ask": say(f"question.ask_{question.ask}", of_all),
        "kind": question.kind,
        "right": [answer_key(answer) for answer in question.right],
        "wrong": {
            answer_key(answer): {
                "say": say(f"question.{reason.key}", reason),
                "at": list(reason.positions),
            }
            for answer, reason in _nearest(question)
        },
        "other": say(f"question.other_{question.ask}", of_all),
    }


def answer_key(answer: Answer) -> str:
    """An answer as the player writes it: numbers, by commas where there are several.

    >>> answer_key((101, 115)), answer_key(frozenset({7, 3})), answer_key(4), answer_key(None)
    ('101,115', '3,7', '4', 'none')
    """
    if isinstance(answer, frozenset):
        return ",".join(map(str, sorted(answer)))
    if isinstance(answer, tuple):
        return ",".join(map(str, answer))
    return "none" if answer is None else str(answer)


def _choice(answer: Answer) -> Text:
    """What a choice says: a position, the end, or a sentence of its own."""
    if isinstance(answer, int):
        return text("question.position", position=answer)
    return text(f"question.choice_{answer_key(answer)}")


def _nearest(question: Question) -> Iterator[tuple[Answer, Reason]]:
    """The wrong answers most likely to be given: of pairs, those that stand most often."""
    wrong = sorted(question.wrong.items(), key=lambda item: -_count(item[1]))
    yield from wrong[:NEAREST]


def _count(reason: Reason) -> int:
    count = reason.values.get("count", 0)
    return count if isinstance(count, int) else 0


def _value(value: object, pair_of: PairOf) -> Json:
    """A pair as it is drawn, a number as it is."""
    return {"pair": pair_of(value)} if isinstance(value, tuple) else value
