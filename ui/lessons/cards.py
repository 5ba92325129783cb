"""Lessons as one chooses them: the course first, each a row with its way in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson
from bpe_lab.lessons.reading import Reading
from bpe_lab.lessons.shelf import COURSE
from bpe_lab.pages import LESSONS_VIEW
from bpe_lab.text import t
from bpe_lab.text.messages import escaped, message
from ui.drafting.writing import copy_of, writing
from ui.lecture.bar import lesson_states, scene_title
from ui.lecture.running import Running, begin
from ui.lessons.take_home import hand_out_button, hand_out_files
from ui.page.markup import html_of

MINE = LESSONS_VIEW.options[1]  # the lesson that the reader writes
VIEW_KEY = "lessons_view"


def lesson_cards(lessons: Mapping[str, Reading]) -> None:
    """All of them by name: the course, then what else there is."""
    whole = {name: each.lesson for name, each in lessons.items() if each.lesson is not None}
    st.html(lesson_states(whole))
    groups: dict[str, list[str]] = {"home.course": [], "lessons.others": []}
    for name in lessons:
        groups["home.course" if name.startswith(COURSE) else "lessons.others"].append(name)
    for title, names in groups.items():
        st.html(html_of("lessons", "group", title))
        for name in names:
            lesson, problems = lessons[name]
            if lesson is not None:
                lesson_card(name, lesson)
            else:
                broken_card(name, problems)


def lesson_card(name: str, lesson: Lesson) -> None:
    """The lesson that addresses call ``name``."""
    key = _digest(name)
    titles = [scene_title(Running(name, lesson), index) for index in range(len(lesson.steps))]
    with st.container(key=f"card_{key}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(html_of("lessons", "card", name, lesson, MOST_LEVEL))
            st.button(
                t("lessons.begin"), key=f"begin {key}", on_click=begin, args=(name, lesson)
            )
        with st.expander(t("lessons.about")):
            st.html(html_of("lessons", "about", lesson, titles))
            with st.container(horizontal=True):
                st.button(
                    t("draft.copy"),
                    key=f"copy {key}",
                    type="tertiary",
                    help=t("draft.copy_help"),
                    on_click=_copy,
                    args=(lesson,),
                )
                hand_out_button(key, lesson)
        hand_out_files(key, lesson)


def _copy(lesson: Lesson) -> None:
    """The lesson to be changed, on the view that this takes place in."""
    writing().replace(copy_of(lesson))
    st.session_state[VIEW_KEY] = MINE


def broken_card(name: str, problems: Sequence[BPELabError]) -> None:
    """A file of the server's that is no lesson yet, with every mistake."""
    with st.expander(t("lessons.broken", name=escaped(name))):
        say_problems(problems)


def say_problems(problems: Sequence[BPELabError]) -> None:
    """Each with its line and key, in one box."""
    st.error("\n\n".join(message(problem) for problem in problems))


def _digest(name: str) -> str:
    """A name for widgets, whatever the lesson's is."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
