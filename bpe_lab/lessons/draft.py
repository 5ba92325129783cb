"""A lesson while it is written: it may lack what a lesson needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Self

from bpe_lab.html_pages import LANGUAGES, Language
from bpe_lab.lessons.lesson import NOTHING, Lesson, Step, Wording
from bpe_lab.lessons.reading import MOST, MOST_STEPS


@dataclass(frozen=True, slots=True)
class Scene:
    """A step under a name, ``id``, that stays with it wherever it is moved."""

    id: str
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """``languages`` are those that it is written in; texts in others are kept, not published.

    ``goals`` say what one can do afterwards, one per line.

    >>> draft = Draft(languages=("zh",)).reworded("title", "zh", "平局")
    >>> for scene_id, link in (("a", "/train"), ("b", "/why")):
    ...     draft = draft.added(Scene(scene_id, Step(link=link)))
    >>> [step.page for step in draft.moved("b", -1).lesson.steps]
    ['why', 'train']
    """

    languages: tuple[Language, ...]
    title: Wording = NOTHING
    level: int = 1
    minutes: int = 15
    goals: Wording = NOTHING
    scenes: tuple[Scene, ...] = ()

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
            scenes=tuple(Scene(*each) for each in zip(ids, lesson.steps, strict=False)),
        )

    @property
    def lesson(self) -> Lesson:
        """The lesson in its languages, whatever it lacks (`flaws.py`)."""
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

    def added(self, scene: Scene, index: int = MOST_STEPS) -> Self:
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

    def reworded(self, name: str, language: Language, text: str, scene_id: str = "") -> Self:
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


def rewording(wording: Wording, language: Language, text: str) -> Wording:
    """``wording`` with ``text`` in one language; a blank one is none.

    >>> rewording(Wording({"en": "Ties"}), "zh", "平局").languages
    ('en', 'zh')
    """
    texts = {**wording.by_language, language: text.replace("\r\n", "\n")}
    return Wording({each: texts[each] for each in LANGUAGES if texts.get(each, "").strip()})


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
