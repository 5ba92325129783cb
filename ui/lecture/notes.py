"""The lecturer's window: all notes of a lesson, sent once; the browser picks the scene."""

from __future__ import annotations

import json

import streamlit as st

from bpe_lab.lessons.lesson import Step
from bpe_lab.text import LANGUAGES, language, section, spacing
from ui.lecture.bar import scene_title
from ui.lecture.running import Running
from ui.lecture.served import loader

NAMED = ("lesson.", "player.spacing.")

_mount = st.components.v2.component("bpe_lab.notes", js=loader())


def notes(lesson: Running) -> None:
    """Draw the notes of ``lesson``, from its scene on."""
    texts = {**section(language(), "lesson"), **spacing(language())}
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in texts.items() if key.startswith(NAMED)},
        "lesson": lesson.name,
        "title": lesson.lesson.title.text(language()),
        "minutes": lesson.lesson.minutes,
        "scene": lesson.scene,
        "scenes": [
            {"where": scene_title(lesson, index), **_words(step)}
            for index, step in enumerate(lesson.lesson.steps)
        ],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    _mount(key="notes", data=written.encode(), height="content")


def _words(step: Step) -> dict[str, str]:
    words = {"text": step.text, "note": step.note, "ask": step.ask, "answer": step.answer}
    return {name: wording.text(language()) for name, wording in words.items()}
