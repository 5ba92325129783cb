"""The BytePiece page: the same text segmented at random, again and again."""

from __future__ import annotations

import streamlit as st

from bpe_core.runtime.glyphs import visible
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.pages import ALPHA, SAMPLING_SEED
from bpe_lab.scenes.bytepiece.pieces import DRAWS, Samples, Share, samples
from bpe_lab.text import joined, number_text, t
from ui.bytepiece.piece_tables import Cell, chips, table
from ui.charts.make_once import make_once
from ui.page.elements import as_code
from ui.page.fields import begin, segments, settle
from ui.serving.store import shared_store


def sampled(model: UnigramModel, data: bytes) -> None:
    """Alpha and seed, then the likeliest ways: drawn and expected."""
    st.html(f'<h2 class="section">{t("bytepiece.sample.title")}</h2>')
    with st.container(key="piece_chance", horizontal=True, vertical_alignment="bottom"):
        alpha = segments(
            ALPHA,
            ALPHA.param,
            label=t("bytepiece.sample.alpha"),
            title=str,
            label_visibility="visible",
            about=t("bytepiece.sample.alpha_help"),
        )
        seed = _seed()
    result = shared_store().value_of(
        model,
        ("bytepiece samples", data, alpha, seed),
        lambda: samples(model, data, alpha=float(alpha), seed=seed),
    )
    _shares(result, data)


def _seed() -> int:
    asked, label = SAMPLING_SEED, t("bytepiece.sample.seed")
    begin(asked, label=label)
    typed = st.number_input(
        label,
        asked.low,
        asked.high,
        step=1,
        key=asked.param,
        help=t("bytepiece.sample.seed_help"),
        persist_state="session",
        width=160,
    )
    settle(asked, typed)
    return typed


def _shares(result: Samples, data: bytes) -> None:
    ways = number_text(result.ways) if result.ways < 10**9 else f"{result.ways:.1e}"
    text = as_code(visible(data))
    st.markdown(t("bytepiece.sample.lead", drawn=number_text(DRAWS), ways=ways, text=text))
    st.html(make_once(shared_store(), result, "shares", lambda: _table(result)))
    listed = [t("bytepiece.sample.listed", ways=ways)] if result.is_listed else []
    st.caption(joined([*listed, t("bytepiece.sample.foot", seen=number_text(result.seen))]))


def _table(result: Samples) -> str:
    most = max((max(s.probability, s.drawn / DRAWS) for s in result.shares), default=1.0)
    head = [
        ("", t("bytepiece.sample.way")),
        ("share", ""),
        ("median", t("bytepiece.sample.found")),
        ("median", t("bytepiece.sample.exact")),
    ]
    rows = [_row(share, most) for share in result.shares]
    return table(head, rows, name=t("bytepiece.sample.title"))


def _row(share: Share, most: float) -> list[Cell]:
    drawn, exact = share.drawn / DRAWS, share.probability
    widths = f"--drawn:{drawn / most:.4f};--exact:{exact / most:.4f}"
    bar = f'<span class="share-bar" style="{widths}"><i></i><b></b></span>'
    return [
        ("", chips(share.way)),
        ("share", bar),
        ("median", f"{drawn:.1%}"),
        ("median", f"{exact:.1%}" if exact >= 0.0005 else "&lt; 0.1%"),
    ]
