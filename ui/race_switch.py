"""A switch between a few ways to draw a race; the chosen one is part of the link."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from ui.links import keep, one_of, remember, seed
from ui.problems import show
from ui.text import t

Option = TypeVar("Option", bound=str)


def switch(name: str, options: tuple[Option, ...]) -> Option:
    """One of ``options``, the first unless chosen; their names are ``race.<name>.<option>``."""
    key, label = f"race_{name}", t(f"race.{name}.label")
    for notice in seed(key, options[0], param=name, label=label, read=one_of(options)):
        show(notice)
    chosen = st.segmented_control(
        label,
        options,
        format_func=lambda option: t(f"race.{name}.{option}"),
        key=key,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    found = chosen or options[0]
    keep(name, found if found != options[0] else None)
    remember(key, found)
    return found
