"""HTML of ours: each room draws with the macros of one template, `ui/ROOM/ROOM.html`.

What a macro is given is escaped by the template, but for `Markup`, which is HTML already. In
all of them ``t`` is a catalogue's text (`text_html`), ``language`` the reader's, ``page_link``
leads to another page, and a token is drawn by the filter ``visible``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup, escape

from bpe_core.runtime.text import visible
from bpe_lab.html_pages import environment, template
from bpe_lab.text import catalogue, fill, language, number_text


class Html(Markup):
    """HTML for ``st.html``, as it is to be sent.

    In a plain string Streamlit (1.67) looks for the name of a file, and for an indent of every
    line, which was a twentieth of the home page's rerun.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def html_of(room: str, macro: str, /, *values: object, **named: object) -> Html:
    """What ``macro`` of the room's template makes of the values.

    >>> html_of("page", "bar", "a < b", 0.5)[:66]
    Html('<div class="bar" role="progressbar" aria-label="a &lt; b" aria-val')
    """
    return Html(getattr(_macros(room), macro)(*values, **named))


@cache
def _macros(room: str) -> object:
    rooms = environment("ui")
    rooms.globals.update(t=text_html, language=language, page_link=page_link)
    rooms.filters.update(number=number_text, visible=_visible)
    return template("ui", f"{room}/{room}.html").module


def text_html(key: str, /, **values: object) -> Markup:
    """The text of ``key`` as HTML; `Markup` among its values stays what it is."""
    if not values:
        return _plain_text(language(), key)
    harmless = {
        name: value if isinstance(value, int | float) else escape(value)
        for name, value in values.items()
    }
    return Markup(fill(escape(catalogue(language())[key]), **harmless))


@cache
def _plain_text(language: str, key: str) -> Markup:
    return Markup(fill(escape(catalogue(language)[key])))


def page_title(key: str) -> None:
    """What a page is called, for screen readers: the navigation shows it."""
    st.html(html_of("page", "page_title", key))


def section_title(key: str) -> None:
    """The heading of a part of a page."""
    st.html(html_of("page", "section_title", key))


def page_link(page: str, **query: str) -> Markup:
    """The attributes of a link to ``page``, the empty name for home.

    `front_page.js` follows it without a reload.

    >>> page_link("train", text="low")
    Markup('href="./train?lang=en&amp;text=low" target="_self" data-page="train"')
    """
    address = f"./{page}?{urlencode({'lang': language(), **query})}"
    attributes = Markup('href="{}" target="_self" data-page="{}"')
    return attributes.format(address, page or "home")


def _visible(text: str | bytes) -> str:
    return visible(text.encode() if isinstance(text, str) else text)


class Column(NamedTuple):
    """A table's column: its heading, its class, and what a card calls its values by.

    Without a ``label`` that is the heading.
    """

    title: str
    kind: str = ""
    label: str = ""


class Cell(NamedTuple):
    """A value in a table, text or `Markup`, and its class.

    ``hint`` is what a pointer is told of it; the Tab key stops at it if it ``is_stop``.
    """

    content: str
    kind: str = ""
    hint: str = ""
    is_stop: bool = False


class TableRow(NamedTuple):
    """Values under the columns; with a ``head``, which names what they are of, under all but
    the first. The last of too few values spans what is left."""

    cells: Sequence[Cell]
    head: Cell | None = None
    kind: str = ""


def table(
    columns: Sequence[Column],
    rows: Iterable[TableRow],
    *,
    name: str = "",
    kind: str = "",
    caption: str = "",
    are_cards: bool = True,
) -> Html:
    """A table, in a block of class ``kind`` if that is given.

    One with a ``name`` is a result: keys scroll it, and it has the look of all results. Where
    its rows ``are_cards`` on a narrow screen, they stay rows to a screen reader and each value
    says what it is. Without a title the first column's heading is empty.
    """
    return html_of(
        "page", "table", columns, [*rows], name, kind, caption=caption, are_cards=are_cards
    )
