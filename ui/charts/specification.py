"""A chart as the browser gets it: its specification, and its data in Arrow's format.

This stands for ``st.altair_chart``, which on every run holds the specification against the
whole schema of Vega-Lite, most of a run with charts, and meanwhile changes for all threads how
charts hold their data: a picture that another reader saved just then would have lost its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st
from altair.utils.schemapi import disable_debug_mode

Spec: TypeAlias = dict[str, Any]
Theme: TypeAlias = Literal["streamlit"] | None

alt.theme.enable("none")  # a chart's size is the page's
alt.data_transformers.disable_max_rows()
disable_debug_mode()  # it holds each part of a chart, its data too, against the schema


class Plot(NamedTuple):
    """A chart with its words, in the reader's language."""

    spec: Spec
    described: str
    footer: str


def plot_of(chart: alt.TopLevelMixin) -> Spec:
    """The specification for the browser. Not validated here; tests check every chart."""
    spec: Spec = chart.to_dict(validate=False)
    tables = {name: arrow(rows) for name, rows in spec.get("datasets", {}).items()}
    return {**spec, "datasets": tables}


def arrow(rows: Sequence[Mapping[str, object]]) -> bytes:
    """A table, given row by row, as an Arrow stream.

    >>> data = arrow([{"x": 1, "y": "a"}, {"x": 2, "y": None}])
    >>> pa.ipc.open_stream(data).read_all().to_pylist()
    [{'x': 1, 'y': 'a'}, {'x': 2, 'y': None}]
    """
    table = pa.Table.from_pylist(list(rows))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def as_table(frame: pd.DataFrame) -> pa.Table:
    """A table for ``st.dataframe``, which then has nothing to convert; without its index."""
    return pa.Table.from_pandas(frame, preserve_index=False)


def plotted(
    spec: Spec, *, described: str, key: str | None = None, theme: Theme = "streamlit"
) -> None:
    """Draw it; ``described`` is for those who do not see it."""
    st.vega_lite_chart(spec=spec, alt=described, key=key, theme=theme)


def captioned(plot: Plot) -> None:
    """Draw it, and below how it was counted."""
    plotted(plot.spec, described=plot.described)
    st.caption(plot.footer)
