"""A lesson as one file of HTML: its walks play and its questions mark without a network.

The words stand in the file as they are, in all of the lesson's languages; a script mounts one
player per walk, all from one copy of the player's module and styles. It takes recordings and
texts along, each once. The lecturer's notes are not in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from bpe_lab.html_pages import template
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson, Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.player.parts import POLICY, bundle, styles, unpacked
from bpe_lab.scenes.moments import step_of
from bpe_lab.text import LANGUAGES, catalogue, fill, language, section, speak
from ui.lessons.opened_pages import Request, Sent, opened

# Pages that draw by the player and compute little. The others measure or train when they open,
# or show no more than figures.
TAKEN_ALONG = (
    *("why", "pretokenize", "train", "linked", "encode", "vocabulary"),
    *("subword_nmt", "bytepiece", "compare"),
)
MOST_BOARDS = 2
WHAT_IS_SEEN = ("at", "panel")  # of one and the same page
STYLES = Path(__file__).parent / "window" / "hand_out.css"
SCORE = "handout.score"  # the script fills it


@dataclass(frozen=True, slots=True)
class PackedScene:
    """What a scene shows, by language: a walk or boards; nothing of a page that needs the app.

    A view is ``{"recording": id, "text": number, "step", "ends", "panel", "name", "file"}``: it
    begins and ends with these steps. Where it ``asks``, the questions of its walk are put, and
    count.
    """

    views: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    is_walk: bool = False
    asks: bool = False


@dataclass(slots=True)
class Luggage:
    """``texts`` hold by language what all views have alike, then what single ones have else."""

    scenes: list[PackedScene] = field(default_factory=list)
    recordings: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    def text(self, language: str, text: Mapping[str, str]) -> int:
        """The number of what ``text`` has beside the texts that are alike."""
        alike, *others = self.texts.setdefault(language, [{}])
        for key, words in text.items():
            alike.setdefault(key, words)
        rest = {key: words for key, words in text.items() if alike[key] != words}
        if rest not in others:
            self.texts[language].append(rest)
            return len(others) + 1
        return others.index(rest) + 1


def take_along(
    lesson: Lesson, languages: Sequence[str], *, on_page: Callable[[int], object]
) -> Luggage:
    """Open every page of the lesson, once per language; ``on_page`` hears their numbers."""
    luggage, requests, sent = Luggage(), requests_of(lesson, languages), {}
    with closing(opened(requests)) as answers:
        for number, (request, answer) in enumerate(zip(requests, answers, strict=True)):
            sent[request] = _drawn(answer)
            on_page(number)
    for step in lesson.steps:
        by_language = {each: sent.get(_request(step, each), []) for each in languages}
        luggage.scenes.append(_scene(luggage, step, by_language))
    return luggage


def requests_of(lesson: Lesson, languages: Sequence[str]) -> list[Request]:
    """The pages to be opened, each once however many moments of it are shown."""
    return list(
        dict.fromkeys(
            _request(step, each)
            for step in lesson.steps
            if step.page in TAKEN_ALONG
            for each in languages
        )
    )


def _request(step: Step, language: str) -> Request:
    options = (each for each in _options(step) if each[0] not in WHAT_IS_SEEN)
    return Request(step.page, tuple(options), language)


def _options(step: Step) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(step.address).query, keep_blank_values=True)


def _drawn(sent: Iterable[Sent]) -> list[Sent]:
    """The walk, or the boards where there is none."""
    players = [{**each, "recording": unpacked(each["recording"])} for each in sent]
    walks = [each for each in players if len(each["recording"]["steps"]) > 1]
    return walks[:1] or players[:MOST_BOARDS]


def _scene(luggage: Luggage, step: Step, sent: Mapping[str, Sequence[Sent]]) -> PackedScene:
    """The same walk in every language; nothing where a page sent nothing in one of them."""
    views: dict[str, Sequence[Mapping[str, Any]]] = {}
    recording: Any = None
    for its, players in sent.items():
        if not players:
            return PackedScene()
        views[its] = [_view(luggage, its, step, each) for each in players]
        recording = players[0]["recording"]
    if recording is None:
        return PackedScene()
    has_questions = any(each.get("questions") for each in recording["steps"])
    asks = has_questions and (step.mode != "watch" or "exercise" in recording)
    return PackedScene(views, len(recording["steps"]) > 1, asks)


def _view(luggage: Luggage, language: str, step: Step, sent: Sent) -> dict[str, Any]:
    recording = sent["recording"]
    luggage.recordings[recording["id"]] = recording
    view = {
        "recording": recording["id"],
        "text": luggage.text(language, sent["text"]),
        "step": _step_of(recording, step.at),
        "ends": _step_of(recording, step.until),
        "panel": dict(_options(step)).get("panel"),
        "name": sent.get("name"),
        "file": sent.get("file"),
    }
    return {name: value for name, value in view.items() if value is not None}


def _step_of(recording: Any, moment: Moment | None) -> int | None:
    """None where there is no such moment: the walk's own start or end."""
    try:
        return step_of(recording, moment) if moment else None
    except LabError:
        return None


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
        "scenes": [_sent(scene) for scene in luggage.scenes],
    }


def _sent(scene: PackedScene) -> dict[str, Any]:
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
