"""The codes at work on a line of the reader's: filtered, with glossaries, with dropout.

Below it stands the same text learned as bytes: what each alphabet has, and what it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, InputError, Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.text import visible
from bpe_core.systems.subword_nmt import Codes, Segmenter, learn, read_codes, write_codes
from bpe_lab.exercises.subword_questions import dropout_pieces
from bpe_lab.pages import CODES_FROM, DROPOUT, DROPOUT_SEED, FILE, GLOSSARIES, LINE, THRESHOLD
from bpe_lab.scenes.recording import text
from bpe_lab.scenes.subword_nmt.applied_codes import (
    Beside,
    Lane,
    beside,
    byte_level,
    differing,
    lanes_board,
    line_pieces,
    piece_counts,
)
from bpe_lab.text import number_text, t
from ui.page.asking import asked_first, asking_switch
from ui.page.elements import as_code
from ui.page.fields import begin, link, number, select_box, text_line
from ui.page.markup import Cell, Column, Html, TableRow, section_title, table
from ui.page.problems import show
from ui.player.player import board
from ui.serving.store import shared_store
from ui.subword_nmt.learning_inputs import Learning

CODES_LIMIT = 500_000  # bytes of a file of codes
SAMPLES = 4
CERTAIN = 100  # percent: every merge is skipped
VEILED = 20  # rem, of what is not drawn while a question is open
MOST_UNKNOWN = 12  # characters that are named


@dataclass(frozen=True, slots=True)
class Settings:
    """The other settings of segmentation; ``dropout`` in percent."""

    glossaries: tuple[str, ...]
    threshold: int
    dropout: int
    seed: int


def apply_section(learning: Learning) -> bool:
    """Codes, a line, and its segmentation; False while that is asked for and not drawn."""
    section_title("subword_nmt.apply.title")
    notices: list[Notice] = []
    try:
        with st.container(key="inputs_apply"):
            first, second, third = st.columns([5, 2, 2], vertical_alignment="bottom")
            with first:
                line = line_field(learning, notices)
            with second:
                source = select_box(CODES_FROM, notices)
            codes = _codes(source, learning, third)
            settings = _settings(notices)
        for notice in notices:
            show(notice)
        if codes is not None and line:
            if not _is_answered(codes, line, settings):
                return False
            _segmented(learning, codes, line, settings)
    except BPELabError as error:
        show(error)
    return True


def _is_answered(codes: Codes, line: str, settings: Settings) -> bool:
    """Whether nothing is left to ask of dropout; a glossary would cut words before it."""
    if not 0 < settings.dropout < CERTAIN or settings.glossaries:
        return True
    asking_switch(has_key=False)
    return asked_first(
        "dropout",
        (codes, line),
        lambda: [dropout_pieces(codes, line.split())],
        _word,
        height=VEILED,
    )


def _word(name: str, value: object) -> object:
    """A piece as it is written, a number as it is."""
    return value if name == "code" else as_code(str(value))


def learned_codes(learning: Learning) -> Codes:
    """From all words, also where the walk takes only the most frequent."""

    def make() -> Codes:
        return learn(
            dict(learning.words),
            num_merges=learning.num_merges,
            min_frequency=learning.min_frequency,
        )

    codes: Codes = shared_store().get(("subword codes", learning), make)
    return codes


def line_field(learning: Learning, notices: list[Notice]) -> str:
    """The line; one that nobody has touched belongs to the text that is learned from."""
    key, label = LINE.param, t("input.line")
    before = st.session_state.get("line_example", learning.line)
    st.session_state["line_example"] = learning.line
    if key not in st.session_state:
        notices += begin(LINE, label=label)
        st.session_state[key] = st.session_state[key] or learning.line
    elif before != learning.line and st.session_state[key] == before:
        st.session_state[key] = learning.line
    typed = st.text_input(
        label, key=key, max_chars=LINE.most, live=True, persist_state="session"
    )
    link(key, typed if typed != learning.line else None)
    return typed


def _codes(
    source: str, learning: Learning, container: st.delta_generator.DeltaGenerator
) -> Codes | None:
    """The codes just learned, with a download, or those of a file; None without a file."""
    if source != FILE:
        codes = learned_codes(learning)
        container.download_button(
            t("subword_nmt.apply.download"),
            write_codes(codes),
            "codes.bpe",
            "text/plain",
            on_click="ignore",
            width="stretch",
        )
        return codes
    label = t("input.codes_file", limit=CODES_LIMIT // 1000)
    file = st.file_uploader(label, key="codes_file", max_upload_size=1)
    if file is None:
        st.info(t("subword_nmt.apply.wait"))
        return None
    data = file.getvalue()
    if len(data) > CODES_LIMIT:
        raise InputError("text_too_large", size=len(data), limit=CODES_LIMIT)
    return read_codes(data, file=file.name)


def _settings(notices: list[Notice]) -> Settings:
    """Glossaries, vocabulary filter, dropout; all off at first."""
    fields = st.columns([3, 2, 2, 2], vertical_alignment="bottom")
    with fields[0]:
        typed = text_line(GLOSSARIES, notices, about=t("input.glossaries_help"))
    with fields[1]:
        threshold = number(THRESHOLD, notices)
    with fields[2]:
        dropout = number(DROPOUT, notices)
    with fields[3]:
        chance = number(DROPOUT_SEED, notices)
    return Settings(tuple(typed.split()), threshold or 0, dropout or 0, chance or 0)


def _segmented(learning: Learning, codes: Codes, line: str, settings: Settings) -> None:
    """The line as lanes, and as the file that would be written."""
    segmenter = Segmenter(codes, glossaries=settings.glossaries)
    plain = line_pieces(segmenter, line)
    lanes = [Lane(text("subword_nmt.lane.plain"), plain)]
    if settings.threshold:
        lanes.append(_filtered(learning, codes, line, settings, lanes[0]))
    if settings.dropout:
        share = settings.dropout / 100
        for k in range(SAMPLES):
            pieces = line_pieces(segmenter, line, dropout=share, seed=settings.seed + k)
            title = text("subword_nmt.lane.dropout", seed=str(settings.seed + k))
            lanes.append(Lane(title, pieces, None, differing(pieces, plain)))
    recording = lanes_board(lanes, line, title="subword_nmt.apply.lanes")
    name = t("subword_nmt.apply.lanes")
    board(recording, key="subword_lanes", texts=("subword_nmt",), name=name)
    st.caption(t("subword_nmt.apply.written"))
    st.code(segmenter.segment(line), language=None, wrap_lines=True)


def _filtered(
    learning: Learning, codes: Codes, line: str, settings: Settings, plain: Lane
) -> Lane:
    """The line in pieces that the learned text holds often enough."""
    words = dict(learning.words)
    counts = piece_counts(Segmenter(codes, glossaries=settings.glossaries), words)
    known = {piece for piece, times in counts.items() if times >= settings.threshold}
    segmenter = Segmenter(codes, vocabulary=known, glossaries=settings.glossaries)
    pieces = line_pieces(segmenter, line)
    say = text("subword_nmt.lane.kept", kept=len(known), pieces=len(counts))
    title = text("subword_nmt.lane.filtered", threshold=settings.threshold)
    return Lane(title, pieces, say, differing(pieces, plain.pieces))


def beside_section(learning: Learning) -> None:
    """Two lanes, figures of both, and what the difference means."""
    section_title("subword_nmt.beside.title")
    line = str(st.session_state.get("line", "")).strip()
    try:
        if line:
            _drawn(
                beside(dict(learning.words), learned_codes(learning), _model(learning), line)
            )
    except BPELabError as error:
        show(error)


def _model(learning: Learning) -> BPEModel:
    make = partial(
        byte_level,
        dict(learning.words),
        num_merges=learning.num_merges,
        min_frequency=learning.min_frequency,
    )
    model: BPEModel = shared_store().get(("subword bytes", learning), make)
    return model


def _drawn(both: Beside) -> None:
    recording = lanes_board(both.lanes, both.line, title="subword_nmt.beside.lanes")
    name = t("subword_nmt.beside.lanes")
    board(recording, key="beside_lanes", texts=("subword_nmt", "page"), name=name)
    st.html(_table(both))


def _table(both: Beside) -> Html:
    """One row per question, one column per system."""
    unknown = " ".join(visible(p.encode()) for p in both.unknown[:MOST_UNKNOWN])
    codes = {
        "alphabet": t("subword_nmt.beside.characters", symbols=both.alphabet),
        "merges": number_text(both.merges),
        "pieces": number_text(len(both.lanes[0].pieces)),
        "border": t("subword_nmt.beside.border_codes"),
        "unknown": unknown or t("subword_nmt.beside.none"),
        "spaces": t("subword_nmt.beside.spaces_codes"),
    }
    tokens = {
        "alphabet": t("subword_nmt.beside.all_bytes"),
        "merges": number_text(both.byte_merges),
        "pieces": number_text(len(both.lanes[1].pieces)),
        "border": t("subword_nmt.beside.border_bytes"),
        "unknown": t("subword_nmt.beside.never"),
        "spaces": t("subword_nmt.beside.spaces_bytes"),
    }
    columns = [Column(""), Column(t("page.subword_nmt")), Column(t("subword_nmt.lane.bytes"))]
    rows = [
        TableRow(
            [Cell(codes[name]), Cell(tokens[name])], Cell(t(f"subword_nmt.beside.row_{name}"))
        )
        for name in codes
    ]
    return table(columns, rows, kind="beside")
