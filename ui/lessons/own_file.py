"""A lesson from the reader's own disk: read whole, and shown as a card or by its mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson
from bpe_lab.text import t
from ui.lecture.sources import name_upload
from ui.lessons.cards import lesson_card, say_problems
from ui.page.session import held

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MEGABYTES = 1  # Streamlit's own limit; a lesson's is smaller


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
                max_upload_size=MEGABYTES,
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
