"""A vocabulary as tables: the tokens that a search finds, and its whole characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.text import visible
from bpe_lab.pages import FIND, FIND_BY, KIND, LENGTH, ORDER, SCRIPT
from bpe_lab.scenes.token_table import Inventory, Query, find, parts_of
from bpe_lab.scenes.vocabulary.vocabulary_tables import (
    became_whole,
    looked_up,
    rows_of,
    whole_characters,
)
from bpe_lab.text import t
from ui.charts.chart_style import make_once
from ui.charts.merge_tables import INK
from ui.charts.plots import Plot, captioned
from ui.charts.specification import as_table, plot_of
from ui.page.elements import as_code
from ui.page.fields import select_box, text_line
from ui.page.markup import section_title
from ui.serving.store import shared_store, vocabulary_store

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig

HEIGHT = 420  # px
COLUMNS = {  # widths in px
    "id": 70,
    "text": 130,
    "rank": 130,
    "left": 90,
    "right": 90,
    "hex": 170,
    "bytes": 60,
    "characters": 80,
    "kind": 110,
    "script": 110,
}
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4])
CHARACTERS_HIGH = 300
MOST_CHARACTERS = 2000  # listed
CHARACTER_COLUMNS = {  # what each is called, and its width in px
    "text": ("character", 60),
    "code": ("code", 100),
    "hex": ("hex", 90),
    "id": ("id", 66),
    "rank": ("rank", 124),
    "parts": ("parts", 70),
    "within": ("within", 108),
}


def column(title: str, width: int) -> ColumnConfig:
    """Titled in the reader's language, ``width`` px wide.

    subtle: of `st.column_config.Column`, Streamlit copies all dozen fields deeply in each run.
    """
    return {"label": t(f"vocabulary.column.{title}"), "width": width}


def search_fields(notices: list[Notice]) -> Query:
    """The search and its order, all of it part of the link."""
    words, by, rest = st.columns([4, 3, 2], vertical_alignment="bottom")
    with words:
        typed = text_line(FIND, notices, about=t("input.find_help"))
    with by:
        how = select_box(FIND_BY, notices, names="vocabulary.find_by")
    with rest, st.popover(t("vocabulary.filter"), width="stretch"):
        kind = select_box(KIND, notices, names="vocabulary.kind")
        script = select_box(SCRIPT, notices, names="vocabulary.script")
        length = select_box(LENGTH, notices, names="vocabulary.length")
        order = select_box(ORDER, notices, names="vocabulary.order")
    return Query(typed, how, kind, script, length, order)


def hex_to_find(token: bytes) -> str | None:
    """The bytes as a search of them; None where the field and the link do not hold so many.

    >>> hex_to_find(b"ab"), hex_to_find(b"a" * 1000)
    ('61 62', None)
    """
    typed = token.hex(" ").upper()
    return typed if len(typed) <= FIND.most else None


class SearchResult(NamedTuple):
    """The first matching tokens as a table, their ids, and how many there are in all.

    ``parts``: the tokens of a searched text that is none itself; without a match, the rows.
    """

    rows: pa.Table
    ids: list[int]
    size: int
    parts: list[int]


def search_result(inventory: Inventory, query: Query) -> SearchResult:
    """The result of ``query``; raises what `find` raises."""
    matching, parts = find(inventory, query), parts_of(inventory, query)
    size = len(matching)
    rows = rows_of(
        inventory, matching if size else inventory.frame.loc[list(dict.fromkeys(parts))]
    )
    kinds = {name: t(f"vocabulary.kind.{name}") for name in KIND.options}
    scripts = {name: t(f"vocabulary.script.{name}") for name in SCRIPT.options}
    translated = rows.assign(kind=rows["kind"].map(kinds), script=rows["script"].map(scripts))
    return SearchResult(as_table(translated), rows["id"].tolist(), size, parts)


def token_table(inventory: Inventory, query: Query, *, choose: Callable[[int], None]) -> None:
    """The first matching tokens, or what `find` raises; clicking on a row chooses its token."""
    rows, ids, size, parts = make_once(
        shared_store(), inventory, ("found", query), lambda: search_result(inventory, query)
    )
    if parts:
        drawn = " ".join(as_code(visible(inventory.tokens[number])) for number in parts)
        st.info(t("vocabulary.in_parts", text=as_code(query.text), parts=drawn))
    if not ids:
        st.info(t("vocabulary.none", size=len(inventory.tokens)))
        return
    # A selection is a row number, so other rows need another table.
    key = f"tokens_{hash((id(inventory), query))}"

    def clicked() -> None:
        selected = st.session_state[key]["selection"]["rows"]
        if selected and selected[0] < len(ids):
            choose(ids[selected[0]])

    st.dataframe(
        rows,
        hide_index=True,
        placeholder="",  # else Streamlit writes None, in English
        height=HEIGHT,
        column_config={name: column(name, width) for name, width in COLUMNS.items()},
        column_order=list(COLUMNS),
        on_select=clicked,
        selection_mode="single-row",
        key=key,
    )
    if not size:
        st.caption(t("vocabulary.parts_listed"))
        return
    key_of_caption = "vocabulary.found" if len(rows) == size else "vocabulary.found_first"
    st.caption(t(key_of_caption, shown=len(rows), found=size, size=len(inventory.tokens)))


def characters(inventory: Inventory, *, widths: tuple[int, int]) -> None:
    """Which characters of several bytes are one token, and since which merge."""
    section_title("vocabulary.characters")
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
    config = {name: column(*CHARACTER_COLUMNS[name]) for name in columns}
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
    base = alt.Chart(data, title=t("vocabulary.curve"), height=CHARACTERS_HIGH).encode(
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
