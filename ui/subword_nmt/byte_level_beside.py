"""The same text learned as bytes: the line in both, the alphabet of each, what each lacks."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_core.model import BPEModel
from bpe_core.runtime.glyphs import visible
from bpe_lab.scenes.subword_nmt.applied_codes import Beside, beside, byte_level, lanes_board
from bpe_lab.text import language, number_text, t
from ui.page.problems import show
from ui.player.player import board
from ui.serving.store import shared_store
from ui.subword_nmt.apply_codes import learned_codes
from ui.subword_nmt.learning_inputs import Learning

MOST_UNKNOWN = 12  # characters that are named


def beside_section(learning: Learning) -> None:
    """Two lanes, figures of both, and what the difference means."""
    st.html(f'<h2 class="section">{t("subword_nmt.beside.title")}</h2>')
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


def _table(both: Beside) -> str:
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
    names = [t("page.subword_nmt"), t("subword_nmt.lane.bytes")]
    rows = "".join(
        f'<tr><th scope="row">{t(f"subword_nmt.beside.row_{name}")}</th>'
        f'<td data-label="{names[0]}">{escape(codes[name])}</td>'
        f'<td data-label="{names[1]}">{escape(tokens[name])}</td></tr>'
        for name in codes
    )
    heads = "".join(f'<th scope="col">{name}</th>' for name in names)
    return (
        f'<table class="beside" lang="{language()}"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
