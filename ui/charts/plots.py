"""A chart as it is sent to the browser: its specification, and its data in Arrow's format.

Whoever writes a specification by hand needs no more than this; altair's is made in
`specification.py`, which takes long to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import pyarrow as pa
import streamlit as st

Spec: TypeAlias = dict[str, Any]
Theme: TypeAlias = Literal["streamlit"] | None


class Plot(NamedTuple):
    """A chart with its words, in the reader's language."""

    spec: Spec
    described: str
    footer: str


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


def plotted(
    spec: Spec, *, described: str, key: str | None = None, theme: Theme = "streamlit"
) -> None:
    """Draw it; ``described`` is for those who do not see it."""
    st.vega_lite_chart(spec=spec, alt=described, key=key, theme=theme)


def captioned(plot: Plot) -> None:
    """Draw it, and below how it was counted."""
    plotted(plot.spec, described=plot.described)
    st.caption(plot.footer)
