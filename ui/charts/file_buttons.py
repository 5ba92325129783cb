"""Buttons for files that are made when they are pressed."""

from __future__ import annotations

import json
from collections.abc import Callable

import streamlit as st

from bpe_lab.text import t


def data_files(
    section: str,
    key: str,
    rows: Callable[[], bytes],
    record: Callable[[], object],
    *,
    names: tuple[str, str],
) -> None:
    """Two more: the figures as CSV, and the whole record as JSON; ``names`` are the files'."""

    def whole() -> bytes:
        return json.dumps(record(), ensure_ascii=False, indent=2, default=list).encode()

    csv, whole_file = names
    csv_button(t(f"{section}.file_csv"), rows, csv, key=f"{key}_csv")
    file_button(
        t(f"{section}.file_json"), whole, whole_file, "application/json", key=f"{key}_json"
    )


def csv_button(
    label: str, make: Callable[[], bytes], file: str, *, key: str | None = None
) -> None:
    """A file for spreadsheets (`record.py`), whose button says what is not exact in it."""
    file_button(label, make, file, "text/csv", key=key, about=t("app.csv_help"))


def file_button(
    label: str,
    make: Callable[[], bytes],
    file: str,
    kind: str | None,
    *,
    key: str | None,
    about: str | None = None,
) -> None:
    """A file that is made when its button is pressed; the page is not drawn anew."""
    st.download_button(label, make, file, kind, key=key, help=about, on_click="ignore")
