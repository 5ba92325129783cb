"""Look a vocabulary through: the fields of a search, and the tokens that it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa
import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.glyphs import visible
from bpe_lab.pages import FIND, FIND_BY, KIND, LENGTH, ORDER, SCRIPT
from bpe_lab.scenes.token_table import Inventory, Query, find, parts_of
from bpe_lab.scenes.vocabulary.vocabulary_tables import rows_of
from bpe_lab.text import t
from ui.charts.make_once import make_once
from ui.charts.specification import as_table
from ui.page.elements import as_code
from ui.page.fields import choice, text_line
from ui.serving.store import shared_store
from ui.vocabulary.columns import column

HEIGHT = 420  # px


def search_fields(notices: list[Notice]) -> Query:
    """The search and its order, all of it part of the link."""
    words, by, rest = st.columns([4, 3, 2], vertical_alignment="bottom")
    with words:
        typed = text_line(FIND, notices, about=t("input.find_help"))
    with by:
        how = choice(FIND_BY, notices, names="vocabulary.find_by")
    with rest, st.popover(t("vocabulary.filter"), width="stretch"):
        kind = choice(KIND, notices, names="vocabulary.kind")
        script = choice(SCRIPT, notices, names="vocabulary.script")
        length = choice(LENGTH, notices, names="vocabulary.length")
        order = choice(ORDER, notices, names="vocabulary.order")
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
