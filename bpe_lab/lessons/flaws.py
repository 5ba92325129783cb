"""What a draft still lacks to be a lesson, by the field that it is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bpe_core.errors import BPELabError
from bpe_lab.lessons.draft import Draft
from bpe_lab.lessons.lesson import Wording
from bpe_lab.lessons.lesson_errors import MissingLanguageError
from bpe_lab.lessons.reading import read_lesson
from bpe_lab.lessons.writing import write_lesson

# Such as ``step[2].text.zh`` or ``step[1].link merges``.
OF_A_STEP = re.compile(
    r"step\[(?P<number>\d+)\](?:\.(?P<name>[a-z]+)(?:\.(?P<language>[a-z]+))?)?"
)
STAND_IN = "–"


@dataclass(frozen=True, slots=True)
class Flaw:
    """``problem`` in the field ``name``, of the scene at ``index`` or, by None, of the lesson.

    ``language`` is empty where the field has none, or the flaw is of all.
    """

    name: str
    problem: BPELabError
    index: int | None = None
    language: str = ""


def flaws(draft: Draft) -> tuple[Flaw, ...]:
    """All of them, in the order of the lesson's file.

    >>> [(flaw.name, flaw.language) for flaw in flaws(Draft(languages=("zh",)))]
    [('title', 'zh'), ('outcome', ''), ('step', '')]
    """
    lesson = draft.lesson
    missing = [each for each in draft.languages if each not in lesson.title.by_language]
    # The title's languages are the lesson's, so what is not written yet stands in.
    titled = {each: lesson.title.by_language.get(each, STAND_IN) for each in draft.languages}
    written = write_lesson(replace(lesson, title=Wording(titled)))
    return (
        *(_untitled(language) for language in missing),
        *(_flaw(problem) for problem in read_lesson(written.encode()).problems),
    )


def _untitled(language: str) -> Flaw:
    problem = MissingLanguageError(line=1, key="title", language=language)
    return Flaw("title", problem, language=language)


def _flaw(problem: BPELabError) -> Flaw:
    """Where the reader's key says that it is."""
    key = str(problem.values.get("key", ""))
    language = str(problem.values.get("language", ""))
    if match := OF_A_STEP.match(key):
        written = language or match["language"] or ""
        return Flaw(match["name"] or "link", problem, int(match["number"]) - 1, written)
    name, _, written = key.partition(".")  # title.zh, outcome[1].zh, step
    return Flaw(name.partition("[")[0], problem, language=language or written)
