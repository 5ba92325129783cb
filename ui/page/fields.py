"""Single fields whose value is part of the link."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from bpe_core.errors import Notice
from ui.page.links import integer, keep, one_of, remember, seed
from ui.page.problems import show
from ui.text import language, t

Option = TypeVar("Option", bound=str)


def choice(
    key: str, options: tuple[Option, ...], notices: list[Notice], *, names: str = ""
) -> Option:
    """A select box; the catalogue's section ``names`` (else ``key``) names the options."""
    label = t(f"input.{key}")
    notices += seed(key, options[0], param=key, label=label, read=one_of(options))
    relabel(key)
    names_of_options = {option: t(f"{names or key}.{option}") for option in options}
    chosen = st.selectbox(
        label,
        options,
        format_func=names_of_options.__getitem__,
        key=key,
        filter_mode=None,
        persist_state="session",
    )
    keep(key, chosen if chosen != options[0] else None)
    remember(key, chosen)
    return chosen


def switch(page: str, name: str, options: tuple[Option, ...]) -> Option:
    """One of a few ways to draw a page, the first unless chosen.

    Their names are ``<page>.<name>.<option>``; the chosen one is in the link as ``name``.
    """
    key, label = f"{page}_{name}", t(f"{page}.{name}.label")
    for notice in seed(key, options[0], param=name, label=label, read=one_of(options)):
        show(notice)
    chosen = st.segmented_control(
        label,
        options,
        format_func=lambda option: t(f"{page}.{name}.{option}"),
        key=key,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    value = chosen if chosen in options else options[0]
    keep(name, value if value != options[0] else None)
    remember(key, value)
    return value


def relabel(key: str) -> None:
    """After a switch of language, set a select box anew, so that it shows the new words.

    subtle: the browser holds the words of the chosen option, not the option.
    """
    drawn = f"language of {key}"
    if st.session_state.get(drawn, language()) != language():
        st.session_state[key] = st.session_state[key]
    st.session_state[drawn] = language()


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
    remember(key, number)
    return default if number is None else number
