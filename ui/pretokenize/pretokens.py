"""Around the board of pre-tokens: a reader's own pattern, notes, the table of distinct ones."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_core.errors import Notice, PatternError
from bpe_core.pretokenize.patterns import CUSTOM, is_custom
from bpe_core.runtime.text import visible, visible_whole
from bpe_lab.measure.record import csv_file
from bpe_lab.pages import OWN_PATTERN
from bpe_lab.scenes.pretokenize.pretokens_board import PreTokens, Split, short_title_of
from bpe_lab.text import t
from ui.charts.chart_style import make_once
from ui.charts.file_buttons import csv_button
from ui.charts.specification import as_table
from ui.page.fields import text_line
from ui.page.markup import html_of
from ui.serving.store import shared_store

IN_PATTERN = ("syntax", "unsupported", "too_costly")
MOST_QUOTED = 6  # pre-tokens of a stretch where two patterns part
LONGEST_QUOTED = 40  # bytes of each
TRAP = "all_but_last"
MOST_ROWS = 1_000
COLUMNS = ("pre_token", "times", "bytes", "alternative")


def custom_pattern(notices: list[Notice]) -> str:
    """The reader's pattern as a name; it is checked where it is used."""
    return CUSTOM + text_line(OWN_PATTERN, notices, about=t("input.custom_help"))


def point_at(error: PatternError, patterns: tuple[str, ...]) -> None:
    """Mark the offset in the reader's pattern that an error names."""
    typed = next((each.removeprefix(CUSTOM) for each in patterns if is_custom(each)), "")
    position = error.values.get("position")
    if error.rule in IN_PATTERN and isinstance(position, int):
        printable = "".join(c if c.isprintable() else "�" for c in typed)
        st.code(f"{printable}\n{' ' * position}^", language=None)


def parting_note(drawn: PreTokens) -> None:
    """Where two patterns first cut a text differently."""
    left, right = (t(short_title_of(split.pattern)) for split in drawn.splits)
    parting = drawn.parting
    if parting is None:
        st.html(html_of("pretokenize", "same_note", left, right))
        return
    one, other = _quoted(parting.left), _quoted(parting.right)
    st.html(html_of("pretokenize", "parting_note", left, right, parting.start, one, other))


def trap_note(drawn: PreTokens) -> None:
    """A note on what is often misread in these patterns, if one has it."""
    for split in drawn.splits:
        for alternative in split.alternatives:
            if alternative.name == TRAP:
                text, cut = _quoted([b"a   b"]), _quoted([b"a", b"  ", b" b"])
                st.html(html_of("pretokenize", "trap_note", alternative.source, text, cut))
                return


def _quoted(pre_tokens: Sequence[bytes]) -> tuple[list[str], bool]:
    """The first few as they are drawn, of each the beginning; whether there are more."""
    return list(map(_beginning, pre_tokens[:MOST_QUOTED])), len(pre_tokens) > MOST_QUOTED


def _beginning(pre_token: bytes) -> str:
    if len(pre_token) <= LONGEST_QUOTED:
        return visible(pre_token)
    return visible(pre_token[:LONGEST_QUOTED].decode("utf-8", "ignore").encode()) + "…"


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
