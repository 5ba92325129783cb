"""A lesson from the reader's own disk: read whole, and shown as a card or by its mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson
from bpe_lab.text import t
from ui.lecture.sources import name_upload
from ui.lessons.cards import lesson_card, say_problems
from ui.page.one_entry import in_one_entry

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MEGABYTES = 1  # Streamlit's own limit; a lesson's is smaller


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
    looked = in_one_entry("lesson file")
    if looked.get("id") != file.file_id:
        looked |= {"id": file.file_id, "reading": read_lesson(file.getvalue())}
    reading: Reading = looked["reading"]
    return reading
