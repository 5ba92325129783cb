"""A lesson as one file of HTML: its walks play and its questions mark without a network.

The words stand in the file as they are, in all of the lesson's languages; a script mounts one
player per walk, all from one copy of the player's module and styles. The lecturer's notes are
not in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from bpe_lab.html_pages import template
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson
from bpe_lab.player.parts import POLICY, bundle, styles
from bpe_lab.text import LANGUAGES, catalogue, fill, language, section, speak
from ui.lessons.taken_along import Luggage, Scene, requests_of, take_along

STYLES = Path(__file__).parent / "window" / "hand_out.css"
SCORE = "handout.score"  # the script fills it


def hand_out(
    lesson: Lesson,
    *,
    app: str = "",
    on_page: Callable[[int], object] = lambda number: None,
) -> str:
    """The file; ``app`` is where the app is, such as ``https://lab.example``, for its links.

    ``on_page`` hears of each page that was opened for it, counted from 0.
    """
    luggage = take_along(lesson, _languages(lesson), on_page=on_page)
    return file_of(lesson, luggage, app=app)


def page_count(lesson: Lesson) -> int:
    """How many pages are opened for it."""
    return len(requests_of(lesson, _languages(lesson)))


def _languages(lesson: Lesson) -> tuple[str, ...]:
    """Those of the app that the lesson is written in."""
    return tuple(each for each in LANGUAGES if each in lesson.languages)


def file_of(lesson: Lesson, luggage: Luggage, *, app: str = "") -> str:
    """The file of a lesson whose pages were opened."""
    languages = _languages(lesson)
    html = template(__package__, "hand_out.html").render(
        policy=POLICY,
        lesson=lesson,
        languages=languages,
        names={each: LANGUAGES[each] for each in languages},
        words=_words,
        page_title=lambda page, each: catalogue(each)[f"page.{page}"],
        most_level=MOST_LEVEL,
        scenes=list(zip(lesson.steps, luggage.scenes, strict=True)),
        app=app,
        styles=Markup(closed(styles())),
        own_styles=Markup(closed(STYLES.read_text("utf-8"))),
        data=Markup(_json(_data(luggage, languages))),
        script=Markup(closed(bundle("hand-out"))),
        player=Markup(closed(bundle())),
    )
    return html.encode("utf-8", "replace").decode()  # a lone surrogate is no character


def _data(luggage: Luggage, languages: Sequence[str]) -> dict[str, Any]:
    return {
        "languages": {each: LANGUAGES[each].tag for each in languages},
        "words": {each: {SCORE: catalogue(each)[SCORE]} for each in languages},
        "texts": luggage.texts,
        "recordings": luggage.recordings,
        "scenes": [_scene(scene) for scene in luggage.scenes],
    }


def _scene(scene: Scene) -> dict[str, Any]:
    return {"views": scene.views, "asks": scene.asks}


def _words(name: str, each: str, **values: object) -> str:
    """A text of the hand-out's own in the language ``each``."""
    before = language()
    speak(each)
    try:
        return fill(section(each, "handout")[f"handout.{name}"], **values)
    finally:
        speak(before)


def _json(value: object) -> str:
    """JSON that no element can end in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def closed(source: str) -> str:
    """Code or styles that cannot end their element, and mean the same.

    >>> closed('"</script>" "<!--"')
    '"<\\\\/script>" "<\\\\!--"'
    """
    for end in ("/script", "/style", "!--"):
        source = source.replace(f"<{end}", f"<\\{end}")
    return source
