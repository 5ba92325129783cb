"""Which model the BytePiece page works with: trained here, or from the reader's file."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from bpe_core.systems.bytepiece.bytepiece_file import read_bytepiece
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.text import number_text, t
from ui.page.elements import as_code
from ui.serving.belongings import belongings
from ui.serving.kernels import have, seems_compiled
from ui.serving.memory import Parts, room, unigram_weight
from ui.serving.store import shared_store, tried, unwrap, vocabulary_store

PART = "bytepiece"  # of the compiled code
LESSON = "bytepiece lesson"
LIMIT = 16  # MB; a model of 100,000 pieces has about 8


@dataclass(frozen=True, eq=False)  # no slots: weakly held
class LoadedPieces:
    """The model of a reader's file, as `ui.serving.memory` counts it."""

    model: UnigramModel
    name: str

    @property
    def parts(self) -> Parts:
        """The memory that it takes."""
        return {id(self.model): unigram_weight(self.model)}


def lesson_of_all() -> Lesson:
    """The model that is trained here, once for all readers."""
    # A spinner is a thread of its own, also where there is nothing to wait for.
    is_there = shared_store().has(LESSON)
    with nullcontext() if is_there else st.spinner(t("bytepiece.lesson.training")):
        return lesson_in_store()


def lesson_in_store() -> Lesson:
    """The same, for whoever draws nothing."""
    lesson: Lesson = shared_store().get(LESSON, make_lesson)
    return lesson


def compiled() -> None:
    """Return when BytePiece's kernels are compiled; where they are, at once."""
    if not seems_compiled(PART):
        with st.spinner(t("bytepiece.lesson.compiling")):
            have(PART)


def loaded_pieces() -> UnigramModel | None:
    """The model of a file, kept for the session; raises ``FormatError`` for other files."""
    file = st.file_uploader(
        t("bytepiece.file.upload", limit=LIMIT),
        key="bytepiece_file",
        max_upload_size=LIMIT,
        help=t("bytepiece.file.upload_help"),
    )
    if file is not None:
        _hold(file.name, file.getvalue())
    loaded: LoadedPieces | None = belongings().held.get("bytepiece_loaded")
    if loaded is None:
        st.info(t("bytepiece.file.wait"))
        return None
    pieces = number_text(len(loaded.model.pieces))
    st.caption(t("bytepiece.lesson.file", file=as_code(loaded.name), pieces=pieces))
    return loaded.model


def _hold(name: str, data: bytes) -> None:
    """Store it in the session, replacing the one there; raises ``NoRoomError`` too."""
    key = ("bytepiece file", name, sha256(data).hexdigest())
    with st.spinner(t("tokenizer_file.reading")):
        outcome = vocabulary_store().get(
            key, lambda: tried(lambda: read_bytepiece({name: data}))
        )
    model: UnigramModel = unwrap(outcome)
    before: LoadedPieces | None = belongings().held.get("bytepiece_loaded")
    if before is None or before.model is not model or before.name != name:
        loaded = room().admit(LoadedPieces(model, name), instead_of=before)
        belongings().held["bytepiece_loaded"] = loaded
