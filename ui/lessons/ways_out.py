"""What a draft is taken along as, once it lacks nothing: played, as a file, as a link.

Each way out takes the whole `Lesson`; what else a lesson can become stands in this row as well.
"""

from __future__ import annotations

import json
from urllib.parse import urlencode

import streamlit as st

from bpe_lab.lessons.draft import Draft
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.packing import pack_lesson
from bpe_lab.lessons.writing import write_lesson
from bpe_lab.text import LANGUAGES, language, section, spacing, t
from ui.lecture.running import LESSON, begin
from ui.lecture.sources import PACKED, name_upload
from ui.lessons.take_home import hand_out_button, hand_out_files, lesson_file
from ui.serving.window_module import loader

DRAFT = "draft"
NAMED = ("draft.copy_link", "player.copied", "player.copy_by_hand", "player.spacing.")

_mount = st.components.v2.component("bpe_lab.lesson_link", js=loader("lessonLink"))


def ways_out(draft: Draft, *, is_whole: bool) -> None:
    """The buttons in a row; they do nothing for a draft that lacks something."""
    lesson = draft.lesson
    st.button(
        t("draft.play"),
        key="draft_play",
        type="primary",
        disabled=not is_whole,
        on_click=play,
        args=(lesson,),
    )
    st.download_button(
        t("draft.download"),
        write_lesson(lesson).encode() if is_whole else b"",
        file_name=f"{lesson_file(lesson)}.toml",
        mime="application/toml",
        key="draft_download",
        on_click="ignore",
        disabled=not is_whole,
    )
    packed = pack_lesson(lesson) if is_whole else None
    with st.container(key="draft_link", width="content"):
        _mount(key="draft_link_button", data=_data(packed), height="content", width="content")
    if is_whole:
        hand_out_button(DRAFT, lesson)
    if is_whole and packed is None:
        st.caption(t("draft.too_long"))


def files(draft: Draft) -> None:
    """The hand-out, once it is asked for."""
    hand_out_files(DRAFT, draft.lesson)


def play(lesson: Lesson, scene: int = 0) -> None:
    """Have this run open a scene of ``lesson``, with the bar above it."""
    begin(name_upload(lesson), lesson, scene)


def _data(packed: str | None) -> bytes:
    text = {**section(language(), "draft", "player"), **spacing(language())}
    query = urlencode({LESSON: PACKED + packed, "lang": language()}) if packed else ""
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in text.items() if key.startswith(NAMED)},
        "query": query,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
