"""The distinct pre-tokens of a text with their counts: a table, a file to download."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_core.runtime.glyphs import visible, visible_whole
from bpe_lab.measure.csv_text import csv_file
from bpe_lab.scenes.pretokenize.pretokens_board import Split
from bpe_lab.text import t
from ui.charts.file_buttons import csv_button
from ui.charts.make_once import make_once
from ui.charts.specification import as_table
from ui.serving.store import shared_store

MOST_ROWS = 1_000
COLUMNS = ("pre_token", "times", "bytes", "alternative")


def pretoken_table(split: Split, *, name: str) -> None:
    """The most frequent first; ``name`` distinguishes two tables of a page."""
    rows = make_once(shared_store(), split, "most frequent", lambda: most_frequent(split))
    st.dataframe(rows, hide_index=True, key=f"table_{name}")
    distinct = len(split.distinct)
    if len(rows) < distinct:
        st.caption(t("pretokenize.table.first", shown=len(rows), distinct=distinct))
    label, key = t("pretokenize.table.download"), f"download_{name}"
    csv_button(label, lambda: csv_of(split), "pre-tokens.csv", key=key)


def most_frequent(split: Split) -> pa.Table:
    """The rows that a page shows, under the titles of the reader's language."""
    frame = frame_of(split, MOST_ROWS)
    frame.columns = [t(f"pretokenize.table.{column}") for column in frame.columns]
    return as_table(frame)


def frame_of(split: Split, most: int | None = None) -> pd.DataFrame:
    """One row a pre-token, drawn so that none hides a space; alternatives count from 1."""
    rows = [
        (visible(data), times, len(data), ", ".join(str(number + 1) for number in numbers))
        for data, times, numbers in split.distinct[:most]
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    return frame if split.alternatives else frame[list(COLUMNS[:-1])]


def csv_of(split: Split) -> bytes:
    """All of them for spreadsheets, their bytes as hex beside the text to read."""
    frame = frame_of(split)
    frame["pre_token"] = [visible_whole(row.data) for row in split.distinct]
    frame["hex"] = [row.data.hex() for row in split.distinct]
    return csv_file(list(frame.columns), frame.itertuples(index=False))
