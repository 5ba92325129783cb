"""The bar above every page while a lesson runs: where one is, the scene's words, the ways."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from unicodedata import east_asian_width
from urllib.parse import urlencode

import streamlit as st

from bpe_lab.lessons.lesson import Lesson, Step
from bpe_lab.lessons.links import OWN_TEXTS
from bpe_lab.lessons.shelf import next_in_course
from bpe_lab.pages import OWN, PAGES, UPLOAD
from bpe_lab.text import LANGUAGES, language, section, spacing, t
from ui.lecture.running import (
    CHOSEN,
    LESSON,
    NOTES,
    SCENE,
    VIEW,
    Running,
    begin,
    end,
    go_to,
    lesson_named,
    query_of_step,
    running,
)
from ui.page.fields import relabel
from ui.page.leading import query_left
from ui.page.markup import Html, html_of
from ui.page.presenting import is_presenting
from ui.page.visit import page_here, show_scene
from ui.serving.static_files import window_part

# Names that a browser keeps places by (`ui/progress/panel/lesson-places.js`).
NAME = re.compile(r"[a-z0-9][\w-]{0,60}", re.ASCII | re.IGNORECASE)
LONG_QUESTION = 92  # columns: what a hall's headline holds in one line
# The page's window says where it is to the lecturer's (`ui/hall/window/lesson.js`).
_TELL = """
document.documentElement.dataset.lesson = %s;
window.dispatchEvent(new Event("bpe-lab:scene"));
"""
NAMED = ("lesson.", "player.spacing.")
MINUTES = re.compile(r"(\d+) ?(?:min\b|分钟)")  # with which a note may begin


def lesson_bar() -> bool:
    """Draw it if a lesson runs, and say whether one does."""
    lesson = running()
    is_here = lesson is not None and page_here() == lesson.step.page
    show_scene(lesson.as_scene() if lesson is not None and is_here else None)
    if lesson is None:
        return False
    with st.container(key="lesson", horizontal=True, vertical_alignment="center"):
        _way("back", lesson.scene - 1, is_there=lesson.scene > 0)
        _scenes(lesson)
        if is_here:
            st.html(_words(lesson))
        else:
            st.button(
                t("lesson.return"), key="lesson_return", on_click=go_to, args=(lesson.scene,)
            )
        _next(lesson)
        if any(step.note for step in lesson.lesson.steps):
            st.button(t("lesson.notes"), key="lesson_notes", type="tertiary")
        st.button(t("lesson.end"), key="lesson_end", type="tertiary", on_click=end)
    st.html(f"<script>{_TELL % _announced(lesson)}</script>", unsafe_allow_javascript=True)
    return True


def _way(way: str, scene: int, *, is_there: bool, label: str = "") -> None:
    """A button to ``scene``; at the lesson's ends its room stays."""
    st.button(
        t(f"lesson.{label or way}"),
        key=f"lesson_{way}",
        disabled=not is_there,
        on_click=go_to,
        args=(scene,),
    )


def _next(lesson: Running) -> None:
    """To the next scene; from the last one of the course's lessons, to the lesson after it."""
    following = next_in_course(lesson.name) if lesson.following is None else None
    if following is None:
        label = "next" if lesson.following else "last_scene"
        _way("next", lesson.scene + 1, is_there=lesson.following is not None, label=label)
        return
    label = t("lesson.next_lesson")
    st.button(label, key="lesson_next", on_click=_begin_next, args=(following,))


def _begin_next(name: str) -> None:
    lesson = lesson_named(name)
    if isinstance(lesson, Lesson):
        begin(name, lesson)


def _scenes(lesson: Running) -> None:
    """The list of all scenes, which shows the present one."""
    st.session_state[CHOSEN] = lesson.scene
    relabel(CHOSEN)
    titles = [scene_title(lesson, index) for index in range(lesson.count)]
    st.selectbox(
        t("lesson.scene"),
        range(lesson.count),
        format_func=titles.__getitem__,
        key=CHOSEN,
        filter_mode=None,
        label_visibility="collapsed",
        on_change=_go_to_chosen,
    )


def scene_title(lesson: Running, index: int) -> str:
    """Where a scene stands and what it is called: by its page, if nothing else."""
    step = lesson.lesson.steps[index]
    title = step.title.text(language()) or t(f"page.{step.page}")
    return t("lesson.where", number=index + 1, count=lesson.count, title=title)


def lesson_states(lessons: Mapping[str, Lesson]) -> Html:
    """The style by which an empty span says how far this browser's reader has come.

    It stands in an element whose ``data-lesson`` names the lesson. `ui/hall/window/lesson.js`
    writes on the document which lessons are begun or done, and how many scenes are answered.
    """
    rules = "".join(
        f'[data-lessons-{state}~="{name}"] [data-lesson="{name}"] span::before '
        f"{{content: {content}}}"
        for name, lesson in lessons.items()
        if NAME.fullmatch(name)
        for state, content in _states(name, len(lesson.asking)).items()
    )
    return Html(f"<style>{rules}</style>")


def _states(name: str, asking: int) -> dict[str, str]:
    before, after = t("home.partly", answered="\n", asked=asking).split("\n")
    return {
        "begun": f'"◐ {t("home.begun")}"',
        "partly": f'"◐ {before}" var(--answered-{name}) "{after}"',
        "done": f'"✓ {t("home.done")}"',
    }


def _go_to_chosen() -> None:
    # subtle: until the browser has heard of this scene its list shows the one before.
    chosen = st.session_state[CHOSEN]
    if query_left().get(SCENE) != str(chosen + 1):
        go_to(chosen)


def _words(lesson: Running) -> Html:
    """What the scene says to the reader; to a hall it rather puts its question.

    The answer is shown when it is asked for, here or in the lecturer's window.
    """
    words, step = lesson.lesson, lesson.step
    text, ask = step.text.text(language()), step.ask.text(language())
    if _is_about_own_text(lesson):
        text = t("lesson.of_its_text", text=text)
    shows_state = lesson.following is None and NAME.fullmatch(lesson.name)
    return html_of(
        *("lecture", "lesson_words"),
        lesson=lesson,
        title=words.title.text(language()),
        text=text,
        ask=ask,
        answer=step.answer.text(language()),
        is_long=_columns(ask) > LONG_QUESTION,
        is_presenting=is_presenting(),
        states=lesson_states({lesson.name: words}) if shows_state else "",
    )


def _columns(text: str) -> int:
    """How wide it is: a Chinese character as two letters."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def _is_about_own_text(lesson: Running) -> bool:
    """Whether the page shows a text of the reader's where the scene speaks of another."""
    linked, own = query_of_step(lesson.step), (OWN, UPLOAD)
    state, options = st.session_state, PAGES[lesson.step.page].options.keys()
    return any(
        state.get(name, st.query_params.get(name)) in own and linked.get(name) not in own
        for name in OWN_TEXTS.keys() & options
    )


def _announced(lesson: Running) -> str:
    """The lesson, the scene and where its notes are, as a string of JavaScript."""
    query = {LESSON: lesson.name, SCENE: lesson.scene + 1, VIEW: NOTES, "lang": language()}
    scene = {"lesson": lesson.name, "scene": lesson.scene, "count": lesson.count}
    scene["stays"] = lesson.following is not None and lesson.following.page == lesson.step.page
    scene["notes"] = urlencode(query)
    if not is_presenting():
        scene["asks"] = list(lesson.lesson.asking)
    return json.dumps(json.dumps(scene)).replace("<", "\\u003c")


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
            {"where": scene_title(lesson, index), "until": until, **_texts(step)}
            for index, (step, until) in enumerate(
                zip(lesson.lesson.steps, planned, strict=True)
            )
        ],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    window_part("notes")(key="notes", data=written.encode(), height="content")


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


def _texts(step: Step) -> dict[str, str]:
    words = {"text": step.text, "note": step.note, "ask": step.ask, "answer": step.answer}
    return {name: wording.text(language()) for name, wording in words.items()}
