"""The lesson that a session is in, and its scene: held by the session, and in the address.

An address names a lesson on the shelf, has it whole in its name, or names a reader's file: what
is too long for an address is held by the server for a while, under a name that nobody can guess
who has not read it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.fields import Number
from bpe_lab.lessons.lesson import Lesson, Step
from bpe_lab.lessons.reading import Reading, pack_lesson, unpack_lesson
from bpe_lab.lessons.shelf import FOLDER_VARIABLE, course, shelf
from bpe_lab.pages import PAGES
from ui.page.asking import ASK, Asking
from ui.page.fields import forget_inputs, link
from ui.page.leading import is_arrival, leave_address, query_ahead
from ui.page.presenting import MODE, PRESENT, present
from ui.page.session import held, notices_of, tell
from ui.page.visit import Scene, end_visit
from ui.serving.store import Store

PACKED, UPLOADED = "~", "-"  # begin a name that no file on the shelf has
MOST_UPLOADED = 32
_uploaded = Store(most=MOST_UPLOADED)
_shelves = Store(most=2)
LESSON, SCENE = "lesson", "scene"  # in the address; scenes are counted from 1
CHOSEN = "lesson_scene"  # the list above the page
VIEW, NOTES = "view", "notes"  # of the page `lessons`: the lecturer's window


def lessons_here() -> dict[str, Reading]:
    """All lessons that can be chosen, by name; the server's folder is read when it changes."""
    readings: dict[str, Reading] = _shelves.get(_state_of_folder(), shelf)
    return readings


def name_upload(lesson: Lesson) -> str:
    """The name by which an address has a reader's own ``lesson`` from now on."""
    packed = pack_lesson(lesson)
    if packed is not None:
        return PACKED + packed
    name = UPLOADED + sha256(repr(lesson).encode()).hexdigest()[:32]
    _uploaded.get(name, lambda: lesson)
    return name


def lesson_named(name: str) -> Lesson | Notice:
    """The lesson, or what is to be said of its name."""
    if name.startswith(UPLOADED):
        uploaded = _uploaded.get(name, lambda: None) if _uploaded.has(name) else None
        return uploaded or Notice("forgotten_lesson")
    if name.startswith(PACKED):
        reading = unpack_lesson(name.removeprefix(PACKED))
    elif name in course() and not os.environ.get(FOLDER_VARIABLE):
        return course()[name]
    else:
        reading = lessons_here().get(name, Reading(None))
    if reading.lesson is not None:
        return reading.lesson
    if reading.problems and not name.startswith(PACKED):
        return Notice("broken_lesson", lesson=name, count=len(reading.problems))
    return Notice("unknown_lesson", lesson=name)


def _state_of_folder() -> tuple[object, ...]:
    """What differs once a file has come, gone or changed."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return ()
    try:
        with os.scandir(Path(folder)) as entries:
            stats = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        return (folder,)
    return (folder, *sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats))


@dataclass(slots=True)
class Running:
    """``scene`` counts from 0."""

    name: str
    lesson: Lesson
    scene: int = 0

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.scene]

    @property
    def count(self) -> int:
        return len(self.lesson.steps)

    @property
    def following(self) -> Step | None:
        """The next scene, if there is one."""
        steps = self.lesson.steps
        return steps[self.scene + 1] if self.scene + 1 < self.count else None

    def as_scene(self) -> Scene:
        """The present scene for its page. One walk in two scenes is parted between them."""
        here, following = self.step, self.following
        goes_on = following is not None and following.link == here.link and not here.until
        return Scene(
            f"{self.name} {self.scene}",
            here.mode,
            here.at,
            here.until,
            following.at if following is not None and goes_on else None,
            is_last=following is None,
        )


@dataclass(slots=True)
class Playing:
    """The session's lesson, if one runs, and where this run of the page is to go: ``on`` to
    its scene, or ``away`` from the lesson whatever the address still says."""

    lesson: Running | None = None
    moves: Literal["", "on", "away"] = ""


def running() -> Running | None:
    """The lesson that runs, if one does."""
    return held(Playing).lesson


def settle_lesson(page: str, *, is_old: bool) -> list[Notice]:
    """Follow the address where it names a lesson, else have it name the one that runs.

    The home page's address with a lesson leads to the lesson's scene; with one that runs, if it
    names no scene. An old address (`settle_address`) is not followed.
    """
    if is_notes_window(page):
        return []
    notices = notices_of(LESSON)
    asked, playing = st.query_params.get(LESSON), held(Playing)
    if _is_behind(is_old):
        playing.moves = "on"
    if not is_old and asked is not None and not playing.moves:
        had = playing.lesson
        notices += _follow(asked)
        if page == "" and (playing.lesson is not had or SCENE not in st.query_params):
            playing.moves = "on"
            if st.query_params.get(MODE) == PRESENT:  # a link into the hall
                present()
    lesson = running()
    link(LESSON, lesson.name if lesson else None)
    link(SCENE, str(lesson.scene + 1) if lesson else None)
    return notices


def is_notes_window(page: str) -> bool:
    """Whether this window is the lecturer's, which shows a lesson and runs none."""
    return page == "lessons" and st.query_params.get(VIEW) == NOTES


def begin(name: str, lesson: Lesson, scene: int = 0) -> None:
    """Run ``lesson`` from ``scene`` on."""
    held(Playing).lesson = Running(name, lesson)
    go_to(scene)


def end() -> None:
    """No lesson runs any more; the page stays as it is."""
    leave_address()
    playing = held(Playing)
    playing.lesson, playing.moves = None, "away"


def go_to(scene: int) -> None:
    """Have this run open ``scene``; where each was left, the player knows."""
    lesson = running()
    if lesson is None:
        return
    lesson.scene = min(max(scene, 0), lesson.count - 1)
    held(Playing).moves = "on"


def take_move() -> Running | None:
    """The lesson, if its scene is to be opened in this run."""
    playing = held(Playing)
    lesson, moves, playing.moves = playing.lesson, playing.moves, ""
    if moves != "on" or lesson is None:
        return None
    forget_inputs()
    held(Asking).is_on = None
    end_visit()
    return lesson


def query_of(lesson: Running) -> dict[str, str]:
    """What the address says of the present scene."""
    return {**query_of_step(lesson.step), LESSON: lesson.name, SCENE: str(lesson.scene + 1)}


def query_of_step(step: Step) -> dict[str, str]:
    """What its link says; where one is to predict, a page without a walk asks first."""
    query = dict(parse_qsl(urlsplit(step.address).query, keep_blank_values=True))
    is_asked = step.mode == "predict" and ASK in PAGES[step.page].options
    return {**query, **({ASK: "1"} if is_asked else {})}


def _is_behind(is_old: bool) -> bool:
    """Whether the browser still shows another scene: its address, its list, its inputs."""
    lesson = running()
    if lesson is None or is_arrival() or query_ahead().get(SCENE) != str(lesson.scene + 1):
        return False
    return is_old or st.session_state.get(CHOSEN, lesson.scene) != lesson.scene


def _follow(asked: str) -> list[Notice]:
    lesson = running()
    if lesson is None or lesson.name != asked:
        answer = lesson_named(asked)
        if isinstance(answer, Notice):
            return tell(LESSON, answer)
        lesson = Running(asked, answer)
        held(Playing).lesson = lesson
    typed = st.query_params.get(SCENE, str(lesson.scene + 1))
    scene = Number(SCENE, None, 1, lesson.count).read(typed)
    if scene is None:
        return tell(LESSON, Notice("unknown_scene", scene=typed, count=lesson.count))
    lesson.scene = scene - 1
    return []
