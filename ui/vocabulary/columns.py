"""The columns of the tables of tokens and characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_lab.text import t

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig


def column(title: str, width: int) -> ColumnConfig:
    """Titled in the reader's language, ``width`` px wide.

    subtle: of `st.column_config.Column`, Streamlit copies all dozen fields deeply in each run.
    """
    return {"label": t(f"vocabulary.column.{title}"), "width": width}
