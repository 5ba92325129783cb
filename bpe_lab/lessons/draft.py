"""A lesson while it is written: changed, told what it lacks, and kept by a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Self

from bpe_core.errors import BPELabError
from bpe_lab.html_pages import LANGS, Lang
from bpe_lab.lessons.lesson import NOTHING, Lesson, Step, Wording
from bpe_lab.lessons.lesson_errors import LessonError
from bpe_lab.lessons.reading import (
    LESSON,
    MOST,
    MOST_OUTCOME,
    MOST_OUTCOMES,
    MOST_STEPS,
    Field,
    Text,
    Words,
    read_lesson,
    step_fields,
    step_values,
    write_lesson,
)
from bpe_lab.pages import PAGE_OF_EXERCISE

STORED_LIMIT = 1_000_000  # characters
MOST_GOALS = MOST_OUTCOMES * (MOST_OUTCOME + 1)
DRAFT: Mapping[str, Field] = {**LESSON, "goals": Words(MOST_GOALS)}
SCENE_ID = Text(24)
# Such as ``step[2].text.zh`` or ``step[1].link merges``.
OF_A_STEP = re.compile(
    r"step\[(?P<number>\d+)\](?:\.(?P<name>[a-z]+)(?:\.(?P<language>[a-z]+))?)?"
)
STAND_IN = "–"


@dataclass(frozen=True, slots=True)
class DraftScene:
    """A step under a name, ``id``, that stays with it wherever it is moved."""

    id: str
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """``languages`` are those that it is written in; texts in others are kept, not published.

    ``goals`` say what one can do afterwards, one per line.

    >>> draft = Draft(languages=("zh",)).reworded("title", "zh", "平局")
    >>> for scene_id, link in (("a", "/train"), ("b", "/why")):
    ...     draft = draft.added(DraftScene(scene_id, Step(link=link)))
    >>> [step.page for step in draft.moved("b", -1).lesson.steps]
    ['why', 'train']
    """

    languages: tuple[Lang, ...]
    title: Wording = NOTHING
    level: int = 1
    minutes: int = 15
    goals: Wording = NOTHING
    scenes: tuple[DraftScene, ...] = ()

    @classmethod
    def of(cls, lesson: Lesson, ids: Iterable[str]) -> Self:
        """A copy of ``lesson`` to be changed; ``ids`` name its scenes."""
        goals = {
            language: "\n".join(
                " ".join(each.text(language).splitlines()) for each in lesson.outcomes
            )
            for language in lesson.languages
        }
        return cls(
            languages=lesson.languages,
            title=lesson.title,
            level=lesson.level,
            minutes=lesson.minutes,
            goals=Wording(goals),
            scenes=tuple(DraftScene(*each) for each in zip(ids, lesson.steps, strict=False)),
        )

    @property
    def lesson(self) -> Lesson:
        """The lesson in its languages, whatever it lacks (`flaws`)."""
        lines = [_lines(self.goals.by_language.get(each, "")) for each in self.languages]
        outcomes = [
            self._published(Wording(dict(zip(self.languages, row, strict=True))))
            for row in zip_longest(*lines, fillvalue="")
        ]
        return Lesson(
            title=self._published(self.title),
            level=self.level,
            minutes=self.minutes,
            outcomes=tuple(outcomes),
            steps=tuple(self._step(scene.step) for scene in self.scenes),
        )

    def index(self, scene_id: str) -> int | None:
        """Where the scene stands, from 0 on."""
        ids = [scene.id for scene in self.scenes]
        return ids.index(scene_id) if scene_id in ids else None

    def step(self, scene_id: str) -> Step | None:
        """The scene's step."""
        index = self.index(scene_id)
        return None if index is None else self.scenes[index].step

    def added(self, scene: DraftScene, index: int = MOST_STEPS) -> Self:
        """With ``scene`` at ``index``, else as the last; each once, and no more than may be."""
        if self.index(scene.id) is not None or len(self.scenes) >= MOST_STEPS:
            return self
        return replace(self, scenes=(*self.scenes[:index], scene, *self.scenes[index:]))

    def moved(self, scene_id: str, by: int) -> Self:
        """With a scene ``by`` places further down, or up; at the ends it stays."""
        index = self.index(scene_id)
        if index is None:
            return self
        scene = self.scenes[index]
        return self.removed(scene_id).added(scene, max(0, index + by))

    def removed(self, scene_id: str) -> Self:
        """Without a scene."""
        rest = tuple(scene for scene in self.scenes if scene.id != scene_id)
        return replace(self, scenes=rest)

    def changed(self, scene_id: str, **changes: Any) -> Self:
        """With other values in a scene's step."""
        scenes = tuple(
            replace(scene, step=replace(scene.step, **changes))
            if scene.id == scene_id
            else scene
            for scene in self.scenes
        )
        return replace(self, scenes=scenes)

    def reworded(self, name: str, language: Lang, text: str, scene_id: str = "") -> Self:
        """With ``text`` as its title or goals, or as a text of a scene."""
        step = self.step(scene_id) if scene_id else None
        if step is not None:
            wording = rewording(getattr(step, name), language, text)
            return self.changed(scene_id, **{name: wording})
        if scene_id:
            return self
        changes: dict[str, Any] = {name: rewording(getattr(self, name), language, text)}
        return replace(self, **changes)

    def _step(self, step: Step) -> Step:
        words: dict[str, Any] = {name: self._published(getattr(step, name)) for name in MOST}
        return replace(step, **words)

    def _published(self, wording: Wording) -> Wording:
        texts = {each: wording.by_language.get(each, "").strip() for each in self.languages}
        return Wording({each: text for each, text in texts.items() if text})


def rewording(wording: Wording, language: Lang, text: str) -> Wording:
    """``wording`` with ``text`` in one language; a blank one is none.

    >>> rewording(Wording({"en": "Ties"}), "zh", "平局").languages
    ('en', 'zh')
    """
    texts = {**wording.by_language, language: text.replace("\r\n", "\n")}
    return Wording({each: texts[each] for each in LANGS if texts.get(each, "").strip()})


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


# --- What it still lacks


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
    problem = LessonError("missing_language", line=1, key="title", language=language)
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


# --- What a browser keeps of it


def draft_text(draft: Draft) -> str:
    """The draft as one line of JSON."""
    value = {
        "languages": draft.languages,
        **{name: field.write(getattr(draft, name)) for name, field in DRAFT.items()},
        "scenes": [scene_value(scene) for scene in draft.scenes],
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def scene_value(scene: DraftScene) -> dict[str, Any]:
    """A scene as it stands in that text."""
    return {"id": scene.id, **step_values(scene.step)}


def read_draft(text: str, otherwise: Lang) -> Draft | None:
    """The draft that ``text`` holds, by default in the language ``otherwise``; None: nothing.

    Unlike a lesson's file, which is read whole or not at all, it may be damaged or be of
    another version: what is not known of it is left out.

    >>> draft = read_draft('{"title": {"en": "Ties"}, "scenes": [{"link": 3}, 4]}', "en")
    >>> draft.title.text("en"), draft.scenes
    ('Ties', ())
    """
    try:
        value = json.loads(text) if len(text) <= STORED_LIMIT else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    named = value.get("languages")
    languages = tuple(each for each in LANGS if isinstance(named, list) and each in named)
    values: dict[str, Any] = {
        name: field.salvage(value.get(name)) for name, field in DRAFT.items()
    }
    draft = Draft(languages=languages or (otherwise,), **values)
    for scene in read_scenes(value.get("scenes")):
        draft = draft.added(scene)
    return draft


def read_scenes(values: object) -> list[DraftScene]:
    """The scenes of a list, without what is none."""
    if not isinstance(values, list):
        return []
    scenes = (_scene(value) for value in values[:MOST_STEPS] if isinstance(value, dict))
    return [scene for scene in scenes if scene is not None]


def _scene(value: Mapping[str, object]) -> DraftScene | None:
    scene_id, exercise = SCENE_ID.salvage(value.get("id")), value.get("exercise")
    fields = step_fields(is_exercise=exercise in [*PAGE_OF_EXERCISE])
    step = Step(**{name: field.salvage(value.get(name)) for name, field in fields.items()})
    return DraftScene(scene_id, step) if scene_id and (step.exercise or step.link) else None
