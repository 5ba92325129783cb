"""What the BytePiece page asks for: a short text, a model, which search to watch."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.text import beginning
from bpe_core.systems.bytepiece.bytepiece_texts import lines
from bpe_core.systems.bytepiece.lattice import arcs_from
from bpe_core.systems.bytepiece.unigram_model import UnigramModel, read_bytepiece
from bpe_core.texts.corpus import Corpus
from bpe_lab.pages import (
    BYTEPIECE_VIEW,
    FILE,
    OWN,
    OWN_PIECES,
    PAGES,
    PIECE_MODEL,
    PIECE_TEXT,
    ROBUST,
)
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.states_walk import states_walk
from bpe_lab.scenes.recording import Json
from bpe_lab.text import language, number_text, t
from ui.page.elements import as_code
from ui.page.fields import (
    begin,
    drawing_switch,
    first_value,
    link,
    remember_typed,
    select_box,
    settle,
    toggle,
)
from ui.serving.belongings import belongings
from ui.serving.kernels import have, seems_compiled
from ui.serving.memory import Parts, room, unigram_weight
from ui.serving.store import shared_store, tried, unwrap, vocabulary_store

TEXTS = {
    "english": "nowhere together",
    "chinese": "南京市长江大桥",
    "mixed": "在南京 the bridge 很长",
}
OF_THE_PAGE = {*PAGES["bytepiece"].options, "step", "at"}
CAP = 60  # bytes of a text that is drawn
MOST_ARCS = 400  # pieces that are drawn
PART = "bytepiece"  # of the compiled code
LESSON = "bytepiece lesson"
LIMIT = 16  # MB; a model of 100,000 pieces has about 8


@dataclass(frozen=True, slots=True)
class PieceInputs:
    """The settings; ``lesson`` if the model was trained here, so that its training is known."""

    view: str
    data: bytes
    model: UnigramModel
    lesson: Lesson | None
    robust: bool


def piece_inputs(notices: list[Notice]) -> PieceInputs | None:
    """The row of inputs; None while a file is still to be chosen."""
    with st.container(key="inputs"):
        left, middle, right = st.columns([4, 3, 5], vertical_alignment="bottom")
        with left:
            _begin_in_chinese()
            name = select_box(PIECE_TEXT, notices)
        with middle:
            source = select_box(PIECE_MODEL, notices)
        with right, st.container(horizontal=True, vertical_alignment="center"):
            is_ours = source != FILE
            view = (
                drawing_switch("bytepiece", BYTEPIECE_VIEW)
                if is_ours
                else BYTEPIECE_VIEW.default
            )
            robust = view == "states" and toggle(
                ROBUST, notices, label=t("bytepiece.robust"), about=t("bytepiece.robust_help")
            )
        text = _own(notices) if name == OWN else _preset(name)
        lesson = lesson_of_all() if is_ours else None
        model = lesson.model if lesson else loaded_pieces()
    if model is None:
        return None
    return PieceInputs(view, _drawn(text, model, notices), model, lesson, robust)


def _begin_in_chinese() -> None:
    """Who comes in Chinese begins with the Chinese text, unless a link says what to show.

    Such a link without a text has always meant the first one.
    """
    is_new = PIECE_TEXT.param not in st.session_state
    if is_new and language() == "zh" and st.query_params.keys().isdisjoint(OF_THE_PAGE):
        link(PIECE_TEXT.param, "chinese")


def _preset(name: str) -> str:
    link(OWN_PIECES.param, None)
    return TEXTS[name]


def _own(notices: list[Notice]) -> str:
    """A short text of the reader's, part of the link; raises ``InputError("empty_text")``."""
    label = t("input.own_pieces")
    notices += begin(OWN_PIECES, label=label, start=TEXTS["english"])
    typed = st.text_input(
        label,
        first_value(OWN_PIECES.param, ""),
        key=OWN_PIECES.param,
        max_chars=OWN_PIECES.most,
        help=t("input.own_pieces_help", limit=CAP),
        on_change=remember_typed,
        args=(OWN_PIECES.param,),
        live=True,
        persist_state="session",
    )
    return Corpus(settle(OWN_PIECES, typed)).text


def _drawn(text: str, model: UnigramModel, notices: list[Notice]) -> bytes:
    """The first line, composed, as far as it can be drawn in whole characters."""
    data = next(iter(lines(text)))
    size = len(data)
    drawn = beginning(data, CAP)
    while sum(1 for at in range(len(drawn)) for _ in arcs_from(model, drawn, at)) > MOST_ARCS:
        drawn = beginning(drawn, len(drawn) - 1)
    if len(drawn) < len(text.encode()):
        notices.append(Notice("line_cut", kept=len(drawn), size=max(size, len(text.encode()))))
    return drawn


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
    """Store it in the session, replacing the one there; raises ``AppError("no_room")`` too."""
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


def walk_of(inputs: PieceInputs) -> Json:
    """The search through the lattice or through the states."""
    lesson, model, data = inputs.lesson, inputs.model, inputs.data
    if inputs.view == "states" and lesson is not None:
        make = partial(states_walk, model, lesson.values, data, robust=inputs.robust)
    else:
        make = partial(lattice_walk, model, data)
    # The entry holds the model, so that its id cannot belong to another one meanwhile.
    key = ("bytepiece walk", inputs.view, id(model), data, inputs.robust)
    recording, _ = shared_store().get(key, lambda: (make(), model))
    return recording
