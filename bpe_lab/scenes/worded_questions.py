"""Questions of the core whose values and choices a scene words in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bpe_lab.exercises.questions import Question, Reason
from bpe_lab.scenes.questions import question_json
from bpe_lab.scenes.recording import Json, Text

# A value by its name, as the recording has it.
Word = Callable[[str, object], Json]


def worded(question: Question, word: Word) -> Question:
    """``question`` with the values of its sentences worded."""

    def values(plain: Mapping[str, object]) -> dict[str, object]:
        return {name: word(name, value) for name, value in plain.items()}

    def reason(why: Reason) -> Reason:
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
    written = question_json(worded(question, word), _no_pair, cells=cells)
    if label is not None:
        written["choices"] = [[key, label(key)] for key, _ in written["choices"]]
    return written


def _no_pair(_pair: object) -> list[int]:
    raise TypeError("a pair is worded by the scene")
