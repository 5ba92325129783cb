"""An exhibit and the right code on one text, compared once for all readers."""

from __future__ import annotations

from typing import NamedTuple

from bpe_lab.exercises.questions import Question
from bpe_lab.museum import Exhibit
from bpe_lab.museum.exhibit import Result
from bpe_lab.museum.parting_question import where_they_part
from bpe_lab.museum.side_by_side import side_by_side
from bpe_lab.museum.steps import Failure
from bpe_lab.scenes.museum import two_runs
from bpe_lab.scenes.recording import Json
from ui.serving.store import shared_store


class Comparison(NamedTuple):
    """Both results; the walk of both runs, None if there is no step; where they part."""

    result: Result | Failure
    right: Result
    walk: Json
    question: Question | None


def comparison(exhibit: Exhibit, text: str) -> Comparison:
    """The cached comparison on ``text``."""
    cached: Comparison = shared_store().get(
        ("museum", exhibit.name, text), lambda: _compared(exhibit, text)
    )
    return cached


def _compared(exhibit: Exhibit, text: str) -> Comparison:
    moments = list(side_by_side(exhibit, text))
    walk = two_runs(exhibit, text.encode(), moments) if len(moments) > 1 else None
    question = where_they_part(exhibit, text, moments)
    return Comparison(exhibit.result(text), exhibit.right(text), walk, question)
