"""The BytePiece page: the same text segmented at random, again and again."""

from __future__ import annotations

import streamlit as st

from bpe_core.runtime.glyphs import visible
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.scenes.bytepiece.pieces import DRAWS, Samples, Share, samples
from bpe_lab.text import joined, number_text, t
from ui.bytepiece.piece_tables import Cell, chips, table
from ui.charts.make_once import make_once
from ui.page.links import integer, keep, one_of, remember, seed
from ui.page.plain import as_code
from ui.serving.store import shared_store

ALPHAS = ("0", "0.1", "0.2", "0.5", "1", "2")
START = "0.2"
MOST_SEED = 10**9


def sampled(model: UnigramModel, data: bytes) -> None:
    """Alpha and seed, then the likeliest ways: drawn and expected."""
    st.html(f'<h2 class="section">{t("bytepiece.sample.title")}</h2>')
    with st.container(key="piece_chance", horizontal=True, vertical_alignment="bottom"):
        alpha, chosen_seed = _alpha(), _seed()
    result = shared_store().value_of(
        model,
        ("bytepiece samples", data, alpha, chosen_seed),
        lambda: samples(model, data, alpha=alpha, seed=chosen_seed),
    )
    _shares(result, data)


def _alpha() -> float:
    label = t("bytepiece.sample.alpha")
    seed("alpha", START, param="alpha", label=label, read=one_of(ALPHAS))
    chosen = st.segmented_control(
        label,
        ALPHAS,
        key="alpha",
        required=True,
        help=t("bytepiece.sample.alpha_help"),
        persist_state="session",
    )
    value = chosen or START
    keep("alpha", value if value != START else None)
    remember("alpha", value)
    return float(value)


def _seed() -> int:
    label = t("bytepiece.sample.seed")
    seed("seed", 1, param="seed", label=label, read=integer(0, MOST_SEED))
    number = st.number_input(
        label,
        0,
        MOST_SEED,
        step=1,
        key="seed",
        help=t("bytepiece.sample.seed_help"),
        persist_state="session",
        width=160,
    )
    keep("seed", str(number) if number != 1 else None)
    remember("seed", number)
    return int(number)


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
