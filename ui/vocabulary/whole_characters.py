"""Characters of several bytes that are one token, and since which merge."""

from __future__ import annotations

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_lab.scenes.token_table import Inventory
from bpe_lab.scenes.vocabulary.vocabulary_tables import (
    became_whole,
    looked_up,
    whole_characters,
)
from bpe_lab.text import t
from ui.charts.make_once import make_once
from ui.charts.merge_tables import INK
from ui.charts.plots import Plot, captioned
from ui.charts.specification import as_table, plot_of
from ui.serving.store import shared_store, vocabulary_store
from ui.vocabulary.columns import column

DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4])
HEIGHT = 300
MOST_CHARACTERS = 2000  # listed
COLUMNS = {  # what each is called, and its width in px
    "text": ("character", 60),
    "code": ("code", 100),
    "hex": ("hex", 90),
    "id": ("id", 66),
    "rank": ("rank", 124),
    "parts": ("parts", 70),
    "within": ("within", 108),
}


def characters(inventory: Inventory, *, widths: tuple[int, int]) -> None:
    """Which characters of several bytes are one token, and since which merge."""
    st.html(f'<h2 class="section">{t("vocabulary.characters")}</h2>')
    st.caption(t("vocabulary.characters_why"))
    table, curve = st.columns(widths, gap="large")
    store = vocabulary_store()
    whole, count = make_once(store, inventory, "characters", lambda: _listed(inventory))
    with table:
        _look_up(inventory)
        is_whole = count <= MOST_CHARACTERS
        key = "vocabulary.characters_all" if is_whole else "vocabulary.characters_first"
        if count:
            with st.expander(t(key, count=count, shown=MOST_CHARACTERS)):
                _frame(whole, ("text", "code", "hex", "id", "rank"), 320)
    with curve:
        plot = make_once(store, inventory, "became whole", lambda: _curve(inventory, count))
        if plot is not None:
            captioned(plot)


def _listed(inventory: Inventory) -> tuple[pa.Table, int]:
    """The first of the characters, and how many there are."""
    whole = whole_characters(inventory)
    return as_table(whole.head(MOST_CHARACTERS)), len(whole)


def _curve(inventory: Inventory, count: int) -> Plot | None:
    """The chart of the ``count`` characters, where any merge completes one."""
    lines = became_whole(inventory)
    if not len(lines):
        return None
    ends = lines.groupby("script", sort=False).tail(1)
    listing = ", ".join(
        f"{t(f'vocabulary.script.{script}')} {count:,}"
        for script, count in zip(ends["script"], ends["count"], strict=True)
    )
    described = t("vocabulary.curve_alt", list=listing)
    footer = t("vocabulary.curve_footer", count=count)
    return Plot(plot_of(whole_chart(lines)), described, footer)


def _look_up(inventory: Inventory) -> None:
    """Characters that the reader asks for."""
    typed = st.text_input(
        t("input.characters"),
        t("vocabulary.characters_start"),
        key="characters",
        max_chars=200,
        help=t("input.characters_help"),
        persist_state="session",
    )
    rows = make_once(
        shared_store(),
        inventory,
        ("characters", typed),
        lambda: as_table(looked_up(inventory, typed)),
    )
    if not len(rows):
        st.info(t("vocabulary.characters_none"))
        return
    _frame(rows, ("text", "hex", "id", "rank", "parts", "within"), 260)


def _frame(rows: pa.Table, columns: tuple[str, ...], height: int) -> None:
    config = {name: column(*COLUMNS[name]) for name in columns}
    st.dataframe(
        rows,
        hide_index=True,
        placeholder="",
        height=height,
        column_config=config,
        column_order=list(columns),
    )


def whole_chart(lines: pd.DataFrame) -> alt.Chart:
    """One step curve per script, distinguished by dashes, named at its end."""
    groups = list(dict.fromkeys(lines["script"]))
    names = [t(f"vocabulary.script.{name}") for name in groups]
    data = lines.assign(name=lines["script"].map(dict(zip(groups, names, strict=True))))
    rank, number = t("vocabulary.curve_rank"), t("vocabulary.curve_count")
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in DASHES[: len(names)]])
    base = alt.Chart(data, title=t("vocabulary.curve"), height=HEIGHT).encode(
        x=alt.X("rank", type="quantitative", title=rank),
        y=alt.Y("count", type="quantitative", title=number),
        tooltip=[
            alt.Tooltip("name", title=" "),
            alt.Tooltip("rank", title=rank, format=","),
            alt.Tooltip("count", title=number, format=","),
        ],
    )
    line: alt.Chart = base.mark_line(interpolate="step-after", strokeWidth=2, color=INK)
    return line.encode(
        strokeDash=alt.StrokeDash(
            "name",
            type="nominal",
            scale=dashes,
            sort=names,
            legend=alt.Legend(title=None, orient="top", symbolStrokeColor=INK),
        )
    )
