"""What a class takes home: a lesson's hand-out, below its card, and the code of the lessons."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from urllib.parse import urlsplit

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.shelf import course
from bpe_lab.player.file_names import file_name
from bpe_lab.text import language, number_text, t
from ui.lessons.hand_out import hand_out, page_count
from ui.page.markup import html_of
from ui.page.problems import show
from ui.page.progress_bar import Progress
from ui.page.session import held
from ui.serving.store import shared_store

MEGABYTE = 1_000_000
# The hall's tools draw codes (`ui/hall/window/code.js`): the browser alone knows its address.
_TELL = 'window.dispatchEvent(new Event("bpe-lab:codes"));'
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
        t("handout.make.html", size=number_text(len(page.encode()) / MEGABYTE, 1)),
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
    progress = Progress(
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
