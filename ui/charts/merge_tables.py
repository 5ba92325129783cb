"""All merges of a walk: a table, the curve of tokens left, a download."""

from __future__ import annotations

from collections.abc import Callable

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_core.measure.csv_text import csv_file
from bpe_core.model import BPEModel
from ui.charts.chart_files import csv_button
from ui.charts.make_once import make_once
from ui.charts.specification import as_table, plot_of, plotted
from ui.scenes.glyphs import visible, visible_whole
from ui.scenes.recorded_walk import Walk
from ui.serving.store import Store, shared_store, vocabulary_store
from ui.text import t

INK = "#6B7A90"  # legible on both themes; no sub-goal's colour
MOST_LISTED = 1000  # merges of a whole vocabulary


def merge_list(walk: Walk) -> None:
    """Folded away below the player, since the player is the page."""
    store = shared_store()
    rows = make_once(store, walk, "merges", lambda: as_table(merges_frame(walk)))
    spec = make_once(store, walk, "token curve", lambda: plot_of(token_curve(walk)))
    with st.container(key="after"), st.expander(t("train.merges_and_curve")):
        table, curve = st.columns([3, 2], gap="large")
        with table:
            _table_and_file(rows, lambda: merges_csv(walk))
        with curve:
            plotted(spec, described=_described(walk))


def _table_and_file(rows: pa.Table, csv: Callable[[], bytes]) -> None:
    """Merges to look at, and all of them as a file, which is written on request."""
    st.dataframe(rows, hide_index=True, height=320)
    csv_button(t("train.download"), csv, "merges.csv")


def merges_frame(walk: Walk) -> pd.DataFrame:
    """One row a merge; tokens as they are drawn, so that none hides a space."""
    rows = []
    for merge in walk.merges:
        tokens = map(visible, (merge.left, merge.right, merge.token))
        rows.append((merge.rank, *tokens, merge.token_id, merge.count, merge.tokens))
    names = ("rank", "left", "right", "token", "id", "count", "tokens")
    return pd.DataFrame(rows, columns=[t(f"train.column_{name}") for name in names])


def merges_csv(walk: Walk) -> bytes:
    """The merges for spreadsheets: fixed names, tokens as hex beside the text to read."""
    frame = pd.DataFrame(walk.merges)
    for name in ("left", "right", "token"):
        frame[f"{name}_hex"] = frame[name].map(bytes.hex)
        frame[name] = frame[name].map(visible_whole)
    return csv_file(list(frame.columns), frame.itertuples(index=False))


def token_curve(walk: Walk) -> alt.Chart:
    """Tokens left in the text after each merge."""
    left = [walk.start_tokens, *(merge.tokens for merge in walk.merges)]
    data = pd.DataFrame({"merges": range(len(left)), "tokens": left})
    merges, tokens = t("train.curve_merges"), t("train.curve_tokens")
    whole = alt.Axis(tickMinStep=1, format=",d")
    chart = alt.Chart(data, title=t("train.curve_title"), height=300)
    line: alt.Chart = chart.mark_line(interpolate="step-after", strokeWidth=2, color=INK)
    return line.encode(
        x=alt.X("merges", type="quantitative", title=merges, axis=whole),
        y=alt.Y("tokens", type="quantitative", title=tokens),
        tooltip=[alt.Tooltip("merges", title=merges), alt.Tooltip("tokens", title=tokens)],
    )


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
