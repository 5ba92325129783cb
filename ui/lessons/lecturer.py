"""The lecturer's window: the notes of the lesson that the address names."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.fields import Number
from ui.lecture.notes import notes
from ui.lecture.running import SCENE, Running
from ui.lecture.sources import lesson_named
from ui.page.problems import show


def lecturer_view(name: str) -> None:
    """The notes, or why there are none."""
    lesson = lesson_named(name)
    if isinstance(lesson, Notice):
        show(lesson)
        return
    scene = Number(SCENE, 1, 1, len(lesson.steps)).read(st.query_params.get(SCENE, "1")) or 1
    notes(Running(name, lesson, scene - 1))
