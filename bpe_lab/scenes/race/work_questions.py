"""Which lane has least to do: asked at the first part, and where it is another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_lab.exercises.work_questions import least_work
from bpe_lab.scenes.amounts import main_work
from bpe_lab.scenes.recording import Json, Text, text
from bpe_lab.scenes.worded_questions import worded_json

VEIL = ("meters", "strips", "series", "versus.figures")  # who was quickest did least, mostly
MOST_ASKED = 6  # in a walk
EVERY = 4  # parts, where nothing changes


class WorkQuestions:
    """``rows[done]`` is what each lane did in that part, by row of the meters."""

    def __init__(self, rows: Sequence[Mapping[str, Mapping[str, int]]], work: str) -> None:
        self._work = work
        self._works = [
            {lane: main_work(values) for lane, values in of_part.items()} for of_part in rows
        ]
        self._parts = set(self._to_ask())

    def before(self, done: int) -> tuple[Json, ...]:
        """What is asked before part ``done``, which counts from 1."""
        if done not in self._parts:
            return ()
        works = self._works[done]
        question = least_work({lane: amount for lane, (amount, _) in works.items()})
        assert question is not None, "it was asked for"
        texts = {lane: words for lane, (_, words) in works.items()}
        written = worded_json(question, lambda _name, value: value, label=_title)
        ask = text(f"question.ask_least_work_{self._work}", number=done)
        wrong = {
            lane: {"say": _more(lane, min(question.right, key=str), texts), "at": []}
            for lane in written["wrong"]
        }
        return ({**written, "ask": ask, "wrong": wrong},)

    def _to_ask(self) -> list[int]:
        """The first part, changes of the lane with least, and now and then another."""
        asked: list[int] = []
        before: frozenset[object] = frozenset()
        for done in range(1, len(self._works)):
            amounts = {lane: amount for lane, (amount, _) in self._works[done].items()}
            question = least_work(amounts)
            if question is None:
                continue
            is_due = not asked or done - asked[-1] >= EVERY
            if (question.right != before or is_due) and len(asked) < MOST_ASKED:
                asked.append(done)
            before = question.right
        return asked


def _more(lane: str, least: object, texts: Mapping[str, Text]) -> Text:
    return text(
        "question.more_work",
        lane={"text": _title(lane)},
        work={"text": texts[lane]},
        least_work={"text": texts[str(least)]},
    )


def _title(lane: str) -> Text:
    return text(f"lane.{lane}.title")
