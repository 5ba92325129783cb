"""Single fields whose value is part of the link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.text import language, t
from ui.page.links import first_value, integer, keep, one_of, remember, seed
from ui.page.one_entry import in_one_entry
from ui.page.problems import show

Option = TypeVar("Option", bound=str)


def choice(
    key: str,
    options: tuple[Option, ...],
    notices: list[Notice],
    *,
    names: str = "",
    named: Callable[[str], str] | None = None,
    start: Option | None = None,
) -> Option:
    """A select box; the catalogue's section ``names`` (else ``key``) names the options.

    ``named`` names them otherwise. It begins with ``start``, else with the first of them, and
    a link leaves that one out.
    """
    start = options[0] if start is None else start
    label = t(f"input.{key}")
    notices += seed(key, start, param=key, label=label, read=one_of(options))
    relabel(key)
    named = named or (lambda option: t(f"{names or key}.{option}"))
    names_of_options = {option: named(option) for option in options}
    chosen = st.selectbox(
        label,
        options,
        options.index(first_value(key, options[0])),
        format_func=names_of_options.__getitem__,
        key=key,
        filter_mode=None,
        persist_state="session",
    )
    keep(key, chosen if chosen != start else None)
    remember(key, chosen)
    return chosen


def view_switch(page: str, views: tuple[Option, ...]) -> Option:
    """Which of its views a page shows, the first unless chosen; in the link as ``view``."""
    return segments(
        f"{page}_view",
        views,
        param="view",
        label=t(f"{page}.view"),
        title=lambda view: t(f"{page}.views.{view}"),
    )


def switch(page: str, name: str, options: tuple[Option, ...]) -> Option:
    """One of a few ways to draw a page, the first unless chosen.

    Their names are ``<page>.<name>.<option>``; the chosen one is in the link as ``name``.
    """
    return segments(
        f"{page}_{name}",
        options,
        param=name,
        label=t(f"{page}.{name}.label"),
        title=lambda option: t(f"{page}.{name}.{option}"),
    )


def segments(
    key: str,
    options: tuple[Option, ...],
    *,
    param: str,
    label: str,
    title: Callable[[Option], str],
    label_visibility: Literal["visible", "collapsed"] = "collapsed",
) -> Option:
    """One of ``options`` side by side, which may be others than in the run before."""
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)
    for notice in seed(key, options[0], param=param, label=label, read=one_of(options)):
        show(notice)
    if st.session_state[key] not in options:  # remembered of other options
        st.session_state[key] = options[0]
    relabel(key)
    titles = {option: title(option) for option in options}
    clicked = st.segmented_control(
        label,
        options,
        default=first_value(key, None),
        format_func=titles.__getitem__,
        key=key,
        required=True,
        label_visibility=label_visibility,
        persist_state="session",
    )
    chosen = clicked if clicked in options else options[0]
    keep(param, chosen if chosen != options[0] else None)
    remember(key, chosen)
    return chosen


def pills(
    key: str, options: Sequence[str], *, label: str, title: Callable[[str], str]
) -> list[str]:
    """Some of ``options``; the field is seeded already, and the caller links its value."""
    relabel(key)
    titles = {option: title(option) for option in options}
    picked: list[str] = st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=titles.__getitem__,
        key=key,
        persist_state="session",
    )
    remember(key, list(picked))
    return picked


def relabel(key: str) -> None:
    """After a switch of language, set a select box anew, so that it shows the new words.

    subtle: the browser holds the words of the chosen option, not the option.
    """
    drawn = in_one_entry("languages drawn")
    if drawn.get(key, language()) != language():
        st.session_state[key] = st.session_state[key]
    drawn[key] = language()


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
        value=None,  # subtle: emptied, a field with a first value would have that again
        step=1,
        key=key,
        placeholder=None if default is None else str(default),
        help=t(f"input.{key}_help", limit=high),
        persist_state="session",
    )
    keep(key, str(number) if number not in (None, default) else None)
    remember(key, number)
    return default if number is None else number
