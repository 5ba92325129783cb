"""Lessons as one chooses them: the course first, each a row with its way in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson
from bpe_lab.lessons.reading import Reading
from bpe_lab.lessons.shelf import COURSE
from bpe_lab.pages import LESSONS_VIEW
from bpe_lab.text import language, t
from bpe_lab.text.messages import escaped, message
from ui.drafting.writing import copy_of, writing
from ui.lecture.bar import lesson_states, scene_title, state_of
from ui.lecture.running import Running, begin
from ui.lessons.take_home import hand_out_button, hand_out_files

MINE = LESSONS_VIEW.options[1]  # the lesson that the reader writes
VIEW_KEY = "lessons_view"


def lesson_cards(lessons: Mapping[str, Reading]) -> None:
    """All of them by name: the course, then what else there is."""
    whole = {name: each.lesson for name, each in lessons.items() if each.lesson is not None}
    st.html(f"<style>{lesson_states(whole)}</style>")
    groups: dict[str, list[str]] = {"home.course": [], "lessons.others": []}
    for name in lessons:
        groups["home.course" if name.startswith(COURSE) else "lessons.others"].append(name)
    for title, names in groups.items():
        st.html(f'<h2 class="lessons-group" lang="{language()}">{t(title)}</h2>')
        for name in names:
            lesson, problems = lessons[name]
            if lesson is not None:
                lesson_card(name, lesson)
            else:
                broken_card(name, problems)


def lesson_card(name: str, lesson: Lesson) -> None:
    """The lesson that addresses call ``name``."""
    key, html = _digest(name), f'<section class="lesson-card" lang="{language()}">'
    with st.container(key=f"card_{key}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(f"{html}{_head(name, lesson)}</section>")
            st.button(
                t("lessons.begin"), key=f"begin {key}", on_click=begin, args=(name, lesson)
            )
        with st.expander(t("lessons.about")):
            st.html(f"{html}{_about(name, lesson)}</section>")
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


def _head(name: str, lesson: Lesson) -> str:
    """Title, facts, and how far this browser's reader has come."""
    facts = t(
        "lessons.facts",
        level=lesson.level,
        levels=MOST_LEVEL,
        minutes=lesson.minutes,
        count=len(lesson.steps),
    )
    attribute, holder = state_of(name)
    return (
        f"<h3>{escape(lesson.title.text(language()))}</h3>"
        f"<p class='facts' {attribute}>{facts} {holder}</p>"
    )


def _about(name: str, lesson: Lesson) -> str:
    titles = [scene_title(Running(name, lesson), index) for index in range(len(lesson.steps))]
    return (
        f"<p>{t('lessons.outcomes')}</p>"
        f"<ul>{_items(each.text(language()) for each in lesson.outcomes)}</ul>"
        f"<p>{t('lessons.scenes')}</p><ol>{_items(titles)}</ol>"
    )


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def _digest(name: str) -> str:
    """A name for widgets, whatever the lesson's is."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
