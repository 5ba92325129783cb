"""A chart of altair's as the browser gets it.

This stands for ``st.altair_chart``, which on every run holds the specification against the
whole schema of Vega-Lite, most of a run with charts, and meanwhile changes for all threads how
charts hold their data: a picture that another reader saved just then would have lost its own.
"""

from __future__ import annotations

import altair as alt
import pandas as pd
import pyarrow as pa
from altair.utils.schemapi import disable_debug_mode

from ui.charts.plots import Spec, arrow

alt.theme.enable("none")  # a chart's size is the page's
alt.data_transformers.disable_max_rows()
disable_debug_mode()  # it holds each part of a chart, its data too, against the schema


def plot_of(chart: alt.TopLevelMixin) -> Spec:
    """The specification for the browser. Not validated here; tests check every chart."""
    spec: Spec = chart.to_dict(validate=False)
    tables = {name: arrow(rows) for name, rows in spec.get("datasets", {}).items()}
    return {**spec, "datasets": tables}


def as_table(frame: pd.DataFrame) -> pa.Table:
    """A table for ``st.dataframe``, which then has nothing to convert; without its index."""
    return pa.Table.from_pandas(frame, preserve_index=False)
