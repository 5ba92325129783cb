"""The charts of a page as the browser gets them."""

from __future__ import annotations

import json
from typing import Any

import altair as alt
import pyarrow as pa
from streamlit.testing.v1 import AppTest

Json = Any


def charts_of(at: AppTest) -> list[Json]:
    """The specification of every chart with its data as rows; each fits Vega-Lite's schema."""
    return [_whole(chart.proto) for chart in at.get("vega_lite_chart")]


def _whole(proto: Any) -> Json:
    spec = json.loads(proto.spec)
    rows = {each.name: rows_of(each.data.data) for each in proto.datasets}
    whole = {**spec, "datasets": rows}
    alt.Chart.from_dict({**whole, "datasets": {}}, validate=True)  # raises; rows may be any
    return whole


def rows_of(stream: bytes) -> list[dict[str, Any]]:
    """The rows of a table in Arrow's format."""
    rows: list[dict[str, Any]] = pa.ipc.open_stream(stream).read_all().to_pylist()
    return rows
