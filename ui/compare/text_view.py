"""One text through all systems, side by side: the text, who cuts it, where they differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.compare.breaking import BREAKING
from bpe_core.compare.plan import ComparePlan
from bpe_core.errors import BPELabError, EmptyTextError, Notice
from bpe_core.runtime.utf8 import as_text
from ui.compare.compare_corpora import SMALL
from ui.compare.compare_inputs import installed
from ui.compare.compare_job import Comparing, Setup, session_small, session_table
from ui.compare.compare_live import progress
from ui.compare.compare_session import (
    cancel_button,
    is_under_way,
    last_table,
    stopped_here,
    trained_small,
)
from ui.compare.table_block import block_switch
from ui.compare.text_table import finding, text_table
from ui.compare.text_trial import Tried, tried
from ui.page.fields import choice
from ui.page.links import keep, pack, remember, seed, unpack
from ui.page.problems import show
from ui.page.redrawn import redrawn
from ui.page.text_inputs import OWN
from ui.player.player import board
from ui.scenes.compare.cuts import Row
from ui.scenes.compare.cuts_board import text_board
from ui.scenes.compare.system_looks import palette_index
from ui.scenes.recording import Json
from ui.serving.jobs import Job
from ui.serving.session_measurement import SessionMeasurement
from ui.serving.store import shared_store
from ui.text import t

LONGEST = 400  # characters; what is laid out piece by piece
SENTENCES = {
    "sentence": "Most tokenizers lose nothing. 无损重构：分词结果可以还原。",
    "code_line": "for name in sorted(names):\n    print(name, len(name))",
}
TOO_LONG = {name for name, text in BREAKING.items() if not 0 < len(text) <= LONGEST}
TEXTS = (*SENTENCES, *(name for name in BREAKING if name not in TOO_LONG), OWN)
TRAINED_ON = ("small", "table")
SIZE = 2000  # tokens that the systems get to learn from the small corpus


def small_setup() -> Setup:
    """What systems learn unless told otherwise: enough to differ, in seconds."""
    systems = installed()
    return Setup(
        ComparePlan(corpora=(SMALL,), systems=systems, vocab_sizes=(SIZE,), budget=60.0)
    )


def text_view(controls: DeltaGenerator) -> None:
    """The inputs, then the board; systems under training appear as they come.

    ``controls`` is the row above, where a training can be cancelled.
    """
    notices: list[Notice] = []
    text = None
    with st.container(key="inputs_compare_text"):
        left, right = st.columns([5, 4], vertical_alignment="bottom")
        with left:
            name = choice("compared_text", TEXTS, notices, names="breaking")
        with right:
            trained_on = choice("trained_on", TRAINED_ON, notices)
        try:
            text = _chosen_text(name, notices)
        except BPELabError as error:
            show(error)
    for notice in notices:
        show(notice)
    is_small = trained_on == "small"
    comparing = trained_small(small_setup()) if is_small else last_table()
    if comparing is None:
        st.info(t("compare.text.stopped" if is_small else "compare.text.no_table"))
    elif text is not None:
        session = session_small() if is_small else session_table()
        if is_under_way(session, comparing):
            cancel_button(controls, session, key="compare_cancel")
        _live_board(session, comparing, text)


def _chosen_text(name: str, notices: list[Notice]) -> str:
    """The text to cut; raises ``EmptyTextError``, ``LoneSurrogateError``."""
    if name != OWN:
        keep("own_compared", None)
        return SENTENCES.get(name) or BREAKING[name]
    label = t("input.own")
    start = t("input.own_start")
    notices += seed(
        "own_compared", start, param="own_compared", label=label, read=unpack(LONGEST)
    )
    typed = st.text_area(
        label, key="own_compared", max_chars=LONGEST, height=68, persist_state="session"
    )
    remember("own_compared", typed)
    text = as_text(typed)
    keep("own_compared", pack(text))
    if not text:
        raise EmptyTextError
    return text


def _live_board(
    session: SessionMeasurement[Comparing], comparing: Comparing, text: str
) -> None:
    """The board; drawn anew while its systems are trained."""
    corpus, size = block_switch(comparing.setup)
    job = session.job_of(comparing) if is_under_way(session, comparing) else None

    def draw() -> None:
        if job is not None:
            progress(session, comparing, job)
        _board(tried(comparing, corpus, size, text), text, job)

    with st.container(key="compare_text_live"):
        redrawn(draw, job)
    if job is None and not comparing.is_whole:
        stopped_here(session, comparing)


def _recording(text: str, rows: tuple[Row, ...]) -> Json:
    """The board's recording, once for all readers."""
    looks = {row.name: palette_index(row.name) for row in rows}
    return shared_store().get(("cuts", text, rows), lambda: text_board(text, rows, looks))


def _board(systems: Sequence[Tried], text: str, job: Job | None) -> None:
    rows = [each.row for each in systems if each.row is not None]
    if rows:
        finding(systems, text)
        board(
            _recording(text, tuple(rows)),
            key="compare_board",
            texts=("compare.text", "system"),
            name=t("compare.text.board"),
            leads=True,
        )
    text_table(systems, text, under_way=job is not None)
