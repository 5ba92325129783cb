"""Fields whose value is part of the link, so that every set-up of a page is one.

A field (`bpe_lab/fields.py`) is drawn by a widget: `begin` gives that its first value, `settle`
writes what it says into the address and remembers it for other pages.

subtle: Streamlit's own ``bind="query-params"`` writes a choice by its label, which would make
links depend on the language. Here a parameter holds the name of the choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.fields import (
    WITHOUT_TEXT,
    Choice,
    Field,
    Line,
    Number,
    PackedText,
    Several,
    Switch,
    refusal,
)
from bpe_lab.text import language, t
from ui.page.problems import show
from ui.page.session import held, is_first_run, notices_of, tell

Value = TypeVar("Value")
Option = TypeVar("Option", bound=str)
Visibility = Literal["visible", "collapsed"]


@dataclass(slots=True)
class Inputs:
    """What the session's fields hold, by the keys of their widgets.

    ``last``: what each was set to on any page; ``seeded``: those that this visit has given
    their first value; ``languages``: the one that each was drawn in; ``of_link``: what the
    session's first link was about, where a parameter belongs to that alone.
    """

    last: dict[str, Any] = field(default_factory=dict)
    seeded: set[str] = field(default_factory=set)
    languages: dict[str, str] = field(default_factory=dict)
    of_link: dict[str, str] = field(default_factory=dict)


def begin(
    asked: Field[Value], key: str = "", *, label: str, start: Value | None = None
) -> list[Notice]:
    """Give the widget ``key`` (else the parameter) its first value, once a visit.

    That is the one in the address, else the one remembered from another page, else ``start`` or
    the field's default.

    subtle: also what the session has already is set once a visit (`ui/page/visit.py`). At
    the first change of page Streamlit 1.67 has the value in the state, and draws the default.
    """
    key = key or asked.param
    relabel(key)
    inputs = held(Inputs)
    if has_begun(key):
        return notices_of(key)
    inputs.seeded.add(key)
    default = asked.default if start is None else start
    first = inputs.last.get(key, default)
    st.session_state[key] = st.session_state.get(key, first)
    linked = st.query_params.get(asked.param) if asked.param else None
    if linked is None or is_without_text(asked):
        return []
    value = asked.read(linked)
    if value is None:  # an empty parameter asks for nothing
        return tell(key, refusal(asked, label, linked)) if linked else []
    # A link that holds an empty text begins as one without a text does.
    st.session_state[key] = default if value == asked.default else value
    return []


def settle(asked: Field[Value], value: Value, key: str = "") -> Value:
    """Have the address say the ``value`` of a widget, and other pages begin with it.

    subtle: Streamlit itself carries over what was set by hand, and drops what came from a link.
    """
    link(asked.param, asked.write(value))
    remember(key or asked.param, value)
    return value


def is_without_text(asked: Field[Any]) -> bool:
    """Whether the address is that of a text too long for a link."""
    return isinstance(asked, PackedText) and st.query_params.get(asked.param) == WITHOUT_TEXT


def first_value(key: str, otherwise: Value) -> Value:
    """The first value as the widget's argument in a session's first run, later ``otherwise``.

    subtle: a value in the state is forced upon the browser, an argument is not. A server that
    was started anew gets the page of the session before: with its first message comes what a
    reader has typed or chosen since, which the address does not say yet.
    """
    if not is_first_run() or key not in st.session_state:
        return otherwise
    value: Value = st.session_state[key]
    del st.session_state[key]
    return value


def relabel(key: str) -> None:
    """After a switch of language, set a select box anew, so that it shows the new words.

    subtle: the browser holds the words of the chosen option, not the option.
    """
    drawn_in = held(Inputs).languages
    if drawn_in.get(key, language()) != language() and key in st.session_state:
        st.session_state[key] = st.session_state[key]
    drawn_in[key] = language()


def has_begun(key: str) -> bool:
    """Whether the widget has had its first value on this visit."""
    return key in held(Inputs).seeded and key in st.session_state


def remember(key: str, value: object) -> None:
    """Have the widget ``key`` begin with ``value`` on other pages."""
    held(Inputs).last[key] = value


def remember_typed(key: str) -> None:
    """Remember what was typed into the widget ``key``; for callbacks.

    subtle: a change of page breaks off the run that would have drawn and settled it.
    """
    remember(key, st.session_state[key])


def preset(values: dict[str, Any]) -> None:
    """Set fields of another page before the reader is led there."""
    for key, value in values.items():
        st.session_state[key] = value
        remember(key, value)


def forget_inputs() -> None:
    """Forget what any page was set to: what a link does not say is then its default."""
    inputs = held(Inputs)
    for key in (*inputs.last, *inputs.seeded):
        st.session_state.pop(key, None)
    inputs.last.clear()
    inputs.seeded.clear()


def link(param: str, value: str | None) -> None:
    """Write a parameter into the address, or remove it (None)."""
    if not param:
        return
    if value is None:
        st.query_params.pop(param, None)
    elif st.query_params.get(param) != value:
        st.query_params[param] = value


def select_box(
    asked: Choice[Option],
    notices: list[Notice],
    *,
    names: str = "",
    named: Callable[[str], str] | None = None,
    offers: Callable[[str], bool] = lambda _: True,
) -> Option:
    """A select box; the catalogue's section ``names`` (else the parameter) names the options.

    ``named`` names them otherwise. What is not offered is there for a link that asks for it.
    """
    key, label = asked.param, t(f"input.{asked.param}")
    notices += begin(asked, label=label)
    named = named or (lambda option: t(f"{names or key}.{option}"))
    now = st.session_state[key]
    options = [option for option in asked.options if option == now or offers(option)]
    titles = {option: named(option) for option in options}
    chosen: Option = st.selectbox(
        label,
        options,
        options.index(first_value(key, options[0])),
        format_func=titles.__getitem__,
        key=key,
        filter_mode=None,
        persist_state="session",
    )
    return settle(asked, chosen)


def view_switch(page: str, asked: Choice[Option]) -> Option:
    """Which of its views a page shows."""
    return segments(
        asked,
        f"{page}_view",
        label=t(f"{page}.view"),
        title=lambda view: t(f"{page}.views.{view}"),
    )


def drawing_switch(page: str, asked: Choice[Option]) -> Option:
    """One of a few ways to draw a page; their names are ``<page>.<parameter>.<option>``."""
    name = asked.param
    return segments(
        asked,
        f"{page}_{name}",
        label=t(f"{page}.{name}.label"),
        title=lambda option: t(f"{page}.{name}.{option}"),
    )


def segments(
    asked: Choice[Option],
    key: str,
    *,
    label: str,
    title: Callable[[Option], str],
    label_visibility: Visibility = "collapsed",
    about: str | None = None,
) -> Option:
    """The options side by side; they may be others than in the run before."""
    if st.session_state.get(key) not in asked.options:
        st.session_state.pop(key, None)
    for notice in begin(asked, key, label=label):
        show(notice)
    if st.session_state[key] not in asked.options:  # remembered of other options
        st.session_state[key] = asked.default
    titles = {option: title(option) for option in asked.options}
    clicked = st.segmented_control(
        label,
        asked.options,
        default=first_value(key, None),
        format_func=titles.__getitem__,
        key=key,
        required=True,
        label_visibility=label_visibility,
        help=about,
        persist_state="session",
    )
    return settle(asked, clicked if clicked in asked.options else asked.default, key)


def pills(
    asked: Several,
    key: str,
    notices: list[Notice],
    *,
    label: str,
    title: Callable[[str], str],
) -> tuple[str, ...]:
    """Some of the options, in their order; other numbers of a link are offered as well."""
    notices += begin(asked, key, label=label)
    st.session_state[key] = list(st.session_state[key])
    extra = [each for each in st.session_state[key] if each not in asked.options]
    offered = sorted([*asked.options, *extra], key=int) if extra else list(asked.options)
    titles = {option: title(option) for option in offered}
    picked = st.pills(
        label,
        offered,
        selection_mode="multi",
        format_func=titles.__getitem__,
        key=key,
        persist_state="session",
    )
    return settle(asked, tuple(each for each in offered if each in picked), key)


def number(asked: Number, notices: list[Notice]) -> int | None:
    """A number; an emptied field means the default."""
    key, label, default = asked.param, t(f"input.{asked.param}"), asked.default
    notices += begin(asked, label=label)
    typed = st.number_input(
        label,
        asked.low,
        asked.high,
        value=None,  # subtle: emptied, a field with a first value would have that again
        step=1,
        key=key,
        placeholder=None if default is None else str(default),
        help=t(f"input.{key}_help", limit=asked.high),
        on_change=remember_typed,
        args=(key,),
        persist_state="session",
    )
    settle(asked, typed)
    return default if typed is None else typed


def text_line(
    asked: Line,
    notices: list[Notice],
    *,
    key: str = "",
    label: str = "",
    placeholder: str | None = None,
    about: str | None = None,
    live: bool = False,
) -> str:
    """A line of free text."""
    key, label = key or asked.param, label or t(f"input.{asked.param}")
    notices += begin(asked, key, label=label)
    typed = st.text_input(
        label,
        first_value(key, ""),
        key=key,
        max_chars=asked.most,
        placeholder=placeholder,
        help=about,
        on_change=remember_typed,
        args=(key,),
        live=live,
        persist_state="session",
    )
    return settle(asked, typed, key)


def text_area(
    asked: PackedText,
    notices: list[Notice],
    *,
    start: str,
    label: str,
    about: str | None = None,
    height: int = 68,
    live: bool = False,
) -> str:
    """A longer text of the reader's, which begins with ``start``, applied as one types.

    After a pause, or ``live``: whenever what was typed before is answered.

    In the link while it is short enough for one; a link without its text is told of, unless
    the session or the browser still has that.
    """
    key = asked.param
    arrives = is_without_text(asked) and not has_begun(key)
    notices += begin(asked, label=label, start=start)
    how = "typed_live" if live else "typed"  # by which `front_page.js` applies it
    with st.container(key=f"{how}_{key}"):
        typed = st.text_area(
            label,
            first_value(key, ""),
            key=key,
            max_chars=asked.most,
            height=height,
            help=about,
            on_change=remember_typed,
            args=(key,),
            persist_state="session",
        )
    if arrives and typed == start:
        notices += tell(key, Notice("unlinked_text"))
    return settle(asked, typed)


def toggle(
    asked: Switch,
    notices: list[Notice],
    *,
    label: str,
    about: str | None = None,
    disabled: bool = False,
) -> bool:
    """On or off."""
    notices += begin(asked, label=label)
    on = st.toggle(
        label,
        first_value(asked.param, False),
        key=asked.param,
        help=about,
        disabled=disabled,
        persist_state="session",
    )
    return settle(asked, on)
