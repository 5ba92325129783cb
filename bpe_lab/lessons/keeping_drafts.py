"""A draft as the text that a browser keeps, and back; what it does not know is left out.

Unlike a lesson's file, which is read whole or not at all, it may be damaged or be of another
version: what can be read of it is worth more than none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bpe_core.errors import MomentError
from bpe_lab.exercises.material import MATERIAL
from bpe_lab.html_pages import LANGUAGES, Language
from bpe_lab.lessons.draft import Draft, Scene
from bpe_lab.lessons.lesson import MODES, MOST_LEVEL, MOST_MINUTES, Step, Wording
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import (
    MOST,
    MOST_LINK,
    MOST_MOMENT,
    MOST_OUTCOME,
    MOST_OUTCOMES,
    MOST_STEPS,
)
from bpe_lab.pages import PAGE_OF_EXERCISE

STORED_LIMIT = 1_000_000  # characters
MOST_GOALS = MOST_OUTCOMES * (MOST_OUTCOME + 1)
MOST_ID, MOST_SEED = 24, 20
MOMENTS = ("at", "until")


def draft_text(draft: Draft) -> str:
    """The draft as one line of JSON."""
    value = {
        "languages": draft.languages,
        "title": dict(draft.title.by_language),
        "level": draft.level,
        "minutes": draft.minutes,
        "goals": dict(draft.goals.by_language),
        "scenes": [scene_value(scene) for scene in draft.scenes],
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def scene_value(scene: Scene) -> dict[str, Any]:
    """A scene as it stands in that text."""
    step = scene.step
    moments = {name: str(each) for name in MOMENTS if (each := getattr(step, name))}
    what: dict[str, Any] = {"link": step.link, **moments}
    if step.exercise:
        what = {"exercise": step.exercise, "level": step.level, "seed": step.seed}
        what["script"] = step.script
    words = {name: dict(getattr(step, name).by_language) for name in MOST}
    return {"id": scene.id, **what, "mode": step.mode, **{k: v for k, v in words.items() if v}}


def read_draft(text: str, otherwise: Language) -> Draft | None:
    """The draft that ``text`` holds, by default in the language ``otherwise``; None: nothing.

    >>> draft = read_draft('{"title": {"en": "Ties"}, "scenes": [{"link": 3}, 4]}', "en")
    >>> draft.title.text("en"), draft.scenes
    ('Ties', ())
    """
    value = _parsed(text)
    if value is None:
        return None
    named = value.get("languages")
    languages = tuple(each for each in LANGUAGES if isinstance(named, list) and each in named)
    draft = Draft(
        languages=languages or (otherwise,),
        title=_wording(value.get("title"), MOST["title"]),
        level=_number(value.get("level"), MOST_LEVEL, 1),
        minutes=_number(value.get("minutes"), MOST_MINUTES, 15),
        goals=_wording(value.get("goals"), MOST_GOALS),
    )
    for scene in read_scenes(value.get("scenes")):
        draft = draft.added(scene)
    return draft


def read_scenes(values: object) -> list[Scene]:
    """The scenes of a list, without what is none."""
    if not isinstance(values, list):
        return []
    scenes = (_scene(value) for value in values[:MOST_STEPS])
    return [scene for scene in scenes if scene is not None]


def _parsed(text: str) -> Mapping[str, object] | None:
    try:
        value = json.loads(text) if len(text) <= STORED_LIMIT else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _scene(value: object) -> Scene | None:
    if not isinstance(value, dict):
        return None
    scene_id, step = _text(value.get("id"), MOST_ID), _step(value)
    return Scene(scene_id, step) if scene_id and step else None


def _step(value: Mapping[str, object]) -> Step | None:
    words: dict[str, Any] = {
        name: _wording(value.get(name), most) for name, most in MOST.items()
    }
    words["mode"] = _one_of(value.get("mode"), MODES)
    exercise = value.get("exercise")
    if isinstance(exercise, str) and exercise in PAGE_OF_EXERCISE:
        return Step(
            exercise=exercise,
            level=_number(value.get("level"), MOST_LEVEL, 1),
            seed=_text(value.get("seed"), MOST_SEED),
            script=_one_of(value.get("script"), tuple(MATERIAL)),
            **words,
        )
    link = _text(value.get("link"), MOST_LINK)
    at, until = (_moment(value.get(name)) for name in MOMENTS)
    return Step(link=link, at=at, until=until, **words) if link else None


def _moment(value: object) -> Moment | None:
    try:
        return Moment.read(_text(value, MOST_MOMENT))
    except MomentError:
        return None


def _wording(value: object, most: int) -> Wording:
    if not isinstance(value, dict):
        return Wording()
    texts = {each: _text(value.get(each), most) for each in LANGUAGES}
    return Wording({each: text for each, text in texts.items() if text.strip()})


def _text(value: object, most: int) -> str:
    """No longer than ``most``, and no half of a surrogate pair in it."""
    return value[:most].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _one_of(value: object, known: tuple[str, ...]) -> str:
    return value if isinstance(value, str) and value in known else known[0]


def _number(value: object, most: int, otherwise: int) -> int:
    return value if type(value) is int and 1 <= value <= most else otherwise
