"""All merges of a walk: a table, the curve of tokens left, a download."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pyarrow as pa
import streamlit as st

from bpe_core.model import BPEModel
from bpe_core.runtime.text import visible, visible_whole
from bpe_lab.measure.record import csv_file
from bpe_lab.scenes.recording import MergeRow, Walk
from bpe_lab.text import t
from ui.charts.chart_style import make_once
from ui.charts.file_buttons import csv_button
from ui.charts.plots import Spec, arrow, plotted
from ui.page.elements import folded_away
from ui.serving.store import Store, shared_store, vocabulary_store

INK = "#6B7A90"  # legible on both themes; no sub-goal's color
MOST_LISTED = 1000  # merges of a whole vocabulary


def merge_list(walk: Walk) -> None:
    """Folded away below the player, since the player is the page."""
    with st.container(key="after"):
        folded_away(t("train.merges_and_curve"), lambda: _unfolded(walk), key="merge_list")


def _unfolded(walk: Walk) -> None:
    store = shared_store()
    rows = make_once(store, walk, "merges", lambda: merges_table(walk))
    spec = make_once(store, walk, "token curve", lambda: token_curve(walk))
    table, curve = st.columns([3, 2], gap="large")
    with table:
        _table_and_file(rows, lambda: merges_csv(walk))
    with curve:
        plotted(spec, described=_described(walk))


def _table_and_file(rows: pa.Table, csv: Callable[[], bytes]) -> None:
    """Merges to look at, and all of them as a file, which is written on request."""
    st.dataframe(rows, hide_index=True, height=320)
    csv_button(t("train.download"), csv, "merges.csv")


def merges_table(walk: Walk) -> pa.Table:
    """One row a merge; tokens as they are drawn, so that none hides a space."""
    merges = walk.merges
    columns = {
        "rank": [merge.rank for merge in merges],
        "left": [visible(merge.left) for merge in merges],
        "right": [visible(merge.right) for merge in merges],
        "token": [visible(merge.token) for merge in merges],
        "id": [merge.token_id for merge in merges],
        "count": [merge.count for merge in merges],
        "tokens": [merge.tokens for merge in merges],
    }
    return pa.table({t(f"train.column_{name}"): cells for name, cells in columns.items()})


def merges_csv(walk: Walk) -> bytes:
    """The merges for spreadsheets: fixed names, tokens as hex beside the text to read."""
    names = [field.name for field in fields(MergeRow)]
    rows = []
    for merge in walk.merges:
        cells = [getattr(merge, name) for name in names]
        drawn = [visible_whole(cell) if isinstance(cell, bytes) else cell for cell in cells]
        rows.append([*drawn, *(cell.hex() for cell in cells if isinstance(cell, bytes))])
    in_hex = ("left_hex", "right_hex", "token_hex")
    return csv_file([*names, *in_hex], rows)


def token_curve(walk: Walk) -> Spec:
    """Tokens left in the text after each merge.

    A specification by hand: the page with the walk need not wait for altair.
    """
    left = [walk.start_tokens, *(merge.tokens for merge in walk.merges)]
    data = arrow([{"merges": k, "tokens": tokens} for k, tokens in enumerate(left)])
    merges = {"field": "merges", "type": "quantitative", "title": t("train.curve_merges")}
    tokens = {"field": "tokens", "type": "quantitative", "title": t("train.curve_tokens")}
    return {
        "title": t("train.curve_title"),
        "height": 300,
        "data": {"name": "curve"},
        "datasets": {"curve": data},
        "mark": {
            "type": "line",
            "interpolate": "step-after",
            "strokeWidth": 2,
            "color": INK,
        },
        "encoding": {
            "x": {**merges, "axis": {"tickMinStep": 1, "format": ",d"}},
            "y": tokens,
            "tooltip": [merges, tokens],
        },
    }


def _described(walk: Walk) -> str:
    last = walk.merges[-1]
    return t("train.curve_alt", start=walk.start_tokens, end=last.tokens, last=last.rank + 1)


def model_merges(model: BPEModel) -> None:
    """A model's merges, folded away: the first to look at, all of them to download."""
    with st.expander(t("workshop.merges", count=len(model.merges))):
        rows = first_merges(vocabulary_store(), model)
        if len(rows) < len(model.merges):
            st.caption(t("workshop.merges_first", shown=len(rows)))
        names = [t(f"train.column_{name}") for name in rows.column_names]
        _table_and_file(rows.rename_columns(names), lambda: _listed_csv(model))


def first_merges(store: Store, model: BPEModel) -> pa.Table:
    """The first merges of a model, tokens as they are drawn; computed once for all readers."""
    return store.value_of(model, "first merges", lambda: _listed(model))


def _listed(model: BPEModel) -> pa.Table:
    tokens, first = model.vocabulary.tokens, model.merges[:MOST_LISTED]
    drawn = {
        name: [visible(tokens[merge[k]]) for merge in first]
        for k, name in enumerate(("left", "right", "token"))
    }
    ranks, ids = list(range(len(first))), [merge.new_id for merge in first]
    return pa.table({"rank": ranks, **drawn, "id": ids})


def _listed_csv(model: BPEModel) -> bytes:
    """As `merges_csv`, of a model alone: without counts."""
    tokens = model.vocabulary.tokens
    rows = []
    for rank, merge in enumerate(model.merges):
        parts = [tokens[number] for number in merge]
        cells = [text for part in parts for text in (visible_whole(part), part.hex())]
        rows.append((rank, *cells, merge.new_id))
    names = [name for part in ("left", "right", "token") for name in (part, f"{part}_hex")]
    return csv_file(["rank", *names, "token_id"], rows)
