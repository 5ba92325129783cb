"""The lecturer's window: all notes of a lesson, sent once; the browser picks the scene."""

from __future__ import annotations

import json
import re
from itertools import accumulate

import streamlit as st

from bpe_lab.lessons.lesson import Lesson, Step
from bpe_lab.text import LANGUAGES, language, section, spacing
from ui.lecture.bar import scene_title
from ui.lecture.running import Running
from ui.serving.window_module import loader

NAMED = ("lesson.", "player.spacing.")
MINUTES = re.compile(r"(\d+) ?(?:min\b|分钟)")  # with which a note may begin

_mount = st.components.v2.component("bpe_lab.notes", js=loader("notes"))


def notes(lesson: Running) -> None:
    """Draw the notes of ``lesson``, from its scene on."""
    texts = {**section(language(), "lesson"), **spacing(language())}
    planned = planned_ends(lesson.lesson, language())
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in texts.items() if key.startswith(NAMED)},
        "lesson": lesson.name,
        "title": lesson.lesson.title.text(language()),
        "minutes": lesson.lesson.minutes,
        "scene": lesson.scene,
        "scenes": [
            {"where": scene_title(lesson, index), "until": until, **_words(step)}
            for index, (step, until) in enumerate(
                zip(lesson.lesson.steps, planned, strict=True)
            )
        ],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    _mount(key="notes", data=written.encode(), height="content")


def planned_ends(lesson: Lesson, language: str) -> tuple[int, ...]:
    """The minute at which each scene ends by the plan.

    Where every note begins with its scene's minutes, these are the plan; else the lesson's are
    shared out evenly.
    """
    opening = [MINUTES.match(step.note.text(language)) for step in lesson.steps]
    minutes = [int(each[1]) for each in opening if each]
    if len(minutes) == len(lesson.steps):
        return tuple(accumulate(minutes))
    count = len(lesson.steps)
    return tuple(round(lesson.minutes * scene / count) for scene in range(1, count + 1))


def _words(step: Step) -> dict[str, str]:
    words = {"text": step.text, "note": step.note, "ask": step.ask, "answer": step.answer}
    return {name: wording.text(language()) for name, wording in words.items()}
