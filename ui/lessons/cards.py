"""A lesson as one chooses it: what it is, what one can do afterwards, and the way in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson
from bpe_lab.text import language, t
from bpe_lab.text.messages import escaped, message
from ui.drafting.writing import copy_of, writing
from ui.lecture.bar import scene_title
from ui.lecture.running import Running, begin
from ui.lessons.take_home import hand_out_button, hand_out_files

VIEWS = HERE, MINE = "here", "mine"  # of the page: what one can choose, what one writes
VIEW_KEY = "lessons_view"


def lesson_card(name: str, lesson: Lesson) -> None:
    """The lesson that addresses call ``name``."""
    key, about = _digest(name), _about(name, lesson)
    with st.container(key=f"card_{key}"):
        st.html(f'<section class="lesson-card" lang="{language()}">{about}</section>')
        with st.container(horizontal=True):
            st.button(
                t("lessons.begin"), key=f"begin {key}", on_click=begin, args=(name, lesson)
            )
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


def _about(name: str, lesson: Lesson) -> str:
    facts = t(
        "lessons.facts",
        level=lesson.level,
        levels=MOST_LEVEL,
        minutes=lesson.minutes,
        count=len(lesson.steps),
    )
    titles = [scene_title(Running(name, lesson), index) for index in range(len(lesson.steps))]
    return (
        f"<h2>{escape(lesson.title.text(language()))}</h2><p class='facts'>{facts}</p>"
        f"<p>{t('lessons.outcomes')}</p>"
        f"<ul>{_items(each.text(language()) for each in lesson.outcomes)}</ul>"
        f"<details><summary>{t('lessons.scenes')}</summary><ol>{_items(titles)}</ol></details>"
    )


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def _digest(name: str) -> str:
    """A name for widgets, whatever the lesson's is."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
