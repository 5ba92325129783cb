"""Lessons as one chooses them, a reader's own file, and what a class takes home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.fields import Number
from bpe_lab.lessons.lesson import MOST_LEVEL, Lesson
from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson
from bpe_lab.lessons.shelf import COURSE, course
from bpe_lab.pages import LESSONS_VIEW
from bpe_lab.player.parts import file_name
from bpe_lab.text import language, number_text, t
from bpe_lab.text.messages import escaped, message
from ui.drafting.drafts import copy_of, writing
from ui.lecture.bar import lesson_states, notes, scene_title
from ui.lecture.running import SCENE, Running, begin, lesson_named, name_upload
from ui.lessons.hand_out import hand_out, page_count
from ui.page.elements import ProgressBar
from ui.page.markup import html_of
from ui.page.problems import show
from ui.page.session import held
from ui.serving.store import shared_store

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MINE = LESSONS_VIEW.options[1]  # the lesson that the reader writes
VIEW_KEY = "lessons_view"
UPLOAD_MEGABYTES = 1  # Streamlit's own limit; a lesson's is smaller
# The hall's tools draw codes (`ui/hall/window/tools.js`): the browser alone knows its address.
_TELL = 'window.dispatchEvent(new Event("bpe-lab:codes"));'


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
        with st.container(
            key=f"head_of_card_{key}", horizontal=True, vertical_alignment="center"
        ):
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


@dataclass(slots=True)
class LessonFile:
    """The file that was read last, and what it holds."""

    id: str = ""
    reading: Reading | None = None


def own_file() -> None:
    """The field, folded away until it is wanted, and what its file holds."""
    label = t("lessons.upload", limit=SIZE_LIMIT // 1024)
    with st.container(key="own_lesson"):
        with st.expander(label):
            file = st.file_uploader(
                label,
                type=["toml"],
                key="lesson_file",
                help=t("lessons.upload_help"),
                max_upload_size=UPLOAD_MEGABYTES,
                label_visibility="collapsed",
            )
        if file is None:
            return
        reading = _reading(file)
        if reading.lesson is None:
            say_problems(reading.problems)
        else:
            lesson_card(name_upload(reading.lesson), reading.lesson)


def _reading(file: UploadedFile) -> Reading:
    """Read once, not in every run."""
    read = held(LessonFile)
    if read.reading is None or read.id != file.file_id:
        read.id, read.reading = file.file_id, read_lesson(file.getvalue())
    return read.reading


def lecturer_view(name: str) -> None:
    """The notes of the lesson that the address names, or why there are none."""
    lesson = lesson_named(name)
    if isinstance(lesson, Notice):
        show(lesson)
        return
    scene = Number(SCENE, 1, 1, len(lesson.steps)).read(st.query_params.get(SCENE, "1")) or 1
    notes(Running(name, lesson, scene - 1))


_one_at_a_time = Lock()  # each opens dozens of pages


@dataclass(slots=True)
class HandOut:
    """The card and the lesson that a hand-out was asked for last."""

    wanted: tuple[str, str] | None = None


def hand_out_button(key: str, lesson: Lesson) -> None:
    """The button that asks for it; ``key`` is that of its card."""
    label, about = t("handout.make.button"), t("handout.make.help")
    if st.button(label, key=f"hand out {key}", help=about, type="tertiary"):
        held(HandOut).wanted = (key, repr(lesson))


def hand_out_files(key: str, lesson: Lesson) -> None:
    """The file, if this is the lesson that was asked for last, as it still is."""
    if held(HandOut).wanted != (key, repr(lesson)):
        return
    try:
        with st.spinner(t("handout.make.opening")):
            page = _page(lesson)
    except BPELabError as error:
        held(HandOut).wanted = None
        show(error)
        return
    st.download_button(
        t("handout.make.html", size=number_text(len(page.encode()) / 1_000_000, 1)),
        page.encode,
        f"{lesson_file(lesson)}.html",
        "text/html",
        key=f"hand-out {key}",
        on_click="ignore",
    )
    st.caption(t("handout.make.about"))


def lesson_file(lesson: Lesson) -> str:
    """What its files are called, without the ending."""
    return file_name("lesson", lesson.id or lesson.title.text(language()))


def _page(lesson: Lesson) -> str:
    """Made once for all readers, with its progress; it takes a second or two per scene."""
    app, pages = _app(), page_count(lesson)
    progress = ProgressBar(
        lambda page: t("handout.make.progress", page=page, pages=pages), total=pages
    )

    def make() -> str:
        with _one_at_a_time:
            return hand_out(lesson, app=app, on_page=progress.reached)

    page: str = shared_store().get(("hand-out", repr(lesson), app), make)
    progress.done()
    return page


def _app() -> str:
    """Where the reader has the app, for the links of a hand-out; empty where nobody can say."""
    url = urlsplit(st.context.url or "")
    if url.scheme not in ("http", "https"):
        return ""
    return f"{url.scheme}://{url.netloc}{url.path.rpartition('/')[0]}"


def homework() -> None:
    """What a hall sees of the lessons: their code for a phone, and what is to be done."""
    count = sum(name.startswith("course-") for name in course())
    st.html(html_of("lessons", "homework", count))
    st.html(f"<script>{_TELL}</script>", unsafe_allow_javascript=True)
