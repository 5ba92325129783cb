"""The address holds a page's set-up, so that every set-up is a link.

subtle: Streamlit's own ``bind="query-params"`` writes a choice by its label, which would make
links depend on the language. Here a parameter holds the name of the choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.packed_text import unpack
from ui.page.one_entry import in_one_entry, is_first_run
from ui.page.rerun import notices_of, tell

Value = TypeVar("Value")

SEEDED = "seeded on this visit"
OF_THE_LINK = "what the session's first link is about"


class UnknownChoiceNotice(Notice):
    """A link has an invalid value; the default is used."""

    message = "the link asks for {name}={value!r}, which does not exist"


class LongLinkNotice(Notice):
    """A link holds a longer text than its field takes; a part of it would be another one."""

    message = "the link's {name} has {size} characters; {limit} are allowed"


def seed(
    key: str, default: object, *, param: str, label: str, read: Callable[[str], object | None]
) -> list[Notice]:
    """Give a widget its first value: the one in the address, else ``default``.

    A value remembered from another page comes before the default (`remember`).

    subtle: once a visit (`ui/page/arrival.py`), and then also what the session has already. At
    the first change of page Streamlit 1.67 has the value in the state, and draws the default.

    ``read`` turns the parameter into the value, or into None where it is not valid; the
    notice then speaks of ``label``.
    """
    return _seed(
        key, default, param, read, lambda asked: UnknownChoiceNotice(name=label, value=asked)
    )


def seed_text(key: str, *, param: str, label: str, most: int) -> list[Notice]:
    """Give a field of free text its value from the address, whole or not at all."""

    def read(asked: str) -> str | None:
        return asked if len(asked) <= most else None

    def refused(asked: str) -> Notice:
        return LongLinkNotice(name=label, size=len(asked), limit=most)

    return _seed(key, "", param, read, refused)


def seed_own(key: str, start: str, *, param: str, label: str, most: int) -> list[Notice]:
    """Give a field of the reader's own text its value from the address, where it is packed.

    A link that holds an empty text shows ``start``, as one without a text does.
    """
    read = unpack(most)

    def asked_text(asked: str) -> str | None:
        text = read(asked) if asked else ""
        return start if text == "" else text

    return seed(key, start, param=param, label=label, read=asked_text)


def _seed(
    key: str,
    default: object,
    param: str,
    read: Callable[[str], object | None],
    refused: Callable[[str], Notice],
) -> list[Notice]:
    if has_seeded(key):
        return notices_of(key)
    in_one_entry(SEEDED)[key] = True
    remembered = in_one_entry("last values").get(key, default)
    st.session_state[key] = st.session_state.get(key, remembered)
    asked = st.query_params.get(param)
    if asked is None:
        return []
    value = read(asked)
    if value is None:  # an empty parameter asks for nothing
        return tell(key, refused(asked)) if asked else []
    st.session_state[key] = value
    return []


def first_value(key: str, otherwise: Value) -> Value:
    """The seeded value as the widget's argument in a session's first run, later ``otherwise``.

    subtle: a value in the state is forced upon the browser, an argument is not. A server that
    was started anew gets the page of the session before: with its first message comes what a
    reader has typed or chosen since, which the address does not say yet.
    """
    if not is_first_run() or key not in st.session_state:
        return otherwise
    value: Value = st.session_state[key]
    del st.session_state[key]
    return value


def has_seeded(key: str) -> bool:
    """Whether `seed` has given the widget its first value on this visit."""
    return key in in_one_entry(SEEDED) and key in st.session_state


def forget_inputs() -> None:
    """Forget what any page was set to: what a link does not say is then its default."""
    remembered, seeded = in_one_entry("last values"), in_one_entry(SEEDED)
    for key in (*remembered, *seeded):
        st.session_state.pop(key, None)
    remembered.clear()
    seeded.clear()


def remember(key: str, value: object) -> None:
    """Remember a widget's value for other pages.

    subtle: Streamlit itself carries over what was set by hand, and drops what came from a link.
    """
    in_one_entry("last values")[key] = value


def keep(param: str, value: str | None) -> None:
    """Write a parameter, or remove it where the value is the default (None)."""
    if value is None:
        st.query_params.pop(param, None)
    elif st.query_params.get(param) != value:
        st.query_params[param] = value


def one_of(options: tuple[str, ...]) -> Callable[[str], str | None]:
    """A reader that takes only these names."""
    return lambda asked: asked if asked in options else None


def integer(low: int, high: int) -> Callable[[str], int | None]:
    """A reader of integers from ``low`` to ``high``.

    >>> integer(1, 9)("7"), integer(1, 9)("10"), integer(1, 9)("x")
    (7, None, None)
    """

    def read(asked: str) -> int | None:
        if not (asked.isascii() and asked.isdecimal() and len(asked) <= 12):
            return None
        return int(asked) if low <= int(asked) <= high else None

    return read
