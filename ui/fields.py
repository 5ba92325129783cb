"""Single fields whose value is part of the link."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from bpe_core.errors import Notice
from ui.links import integer, keep, one_of, seed
from ui.text import t

Option = TypeVar("Option", bound=str)


def choice(
    key: str, options: tuple[Option, ...], notices: list[Notice], *, names: str = ""
) -> Option:
    """A select box; the catalogue's section ``names`` (else ``key``) names the options."""
    label = t(f"input.{key}")
    notices += seed(key, options[0], param=key, label=label, read=one_of(options))
    shown = {option: t(f"{names or key}.{option}") for option in options}
    chosen = st.selectbox(
        label,
        options,
        format_func=shown.__getitem__,
        key=key,
        filter_mode=None,
        persist_state="session",
    )
    keep(key, chosen if chosen != options[0] else None)
    return chosen


def number(
    key: str, default: int | None, low: int, high: int, notices: list[Notice]
) -> int | None:
    """A number; an emptied field means the default."""
    label = t(f"input.{key}")
    notices += seed(key, default, param=key, label=label, read=integer(low, high))
    number = st.number_input(
        label,
        low,
        high,
        value=None,
        step=1,
        key=key,
        placeholder=None if default is None else str(default),
        help=t(f"input.{key}_help", limit=high),
        persist_state="session",
    )
    keep(key, str(number) if number not in (None, default) else None)
    return default if number is None else number
