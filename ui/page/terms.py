"""A sentence of a page whose terms explain themselves, by pointer, by touch and by key."""

from __future__ import annotations

import re
from typing import NamedTuple

from bpe_lab.text import marked
from bpe_lab.text.terms import MARK
from ui.page.markup import Html, html_of

# What may not begin a line: beside a button the browser would break there.
CLOSING = re.compile("[,.;:!?)，。；：！？、）]*")


class Term(NamedTuple):
    """A term in a sentence: its key, its words there, and the stops behind them."""

    key: str
    words: str
    closing: str
    note_id: str


def explained(key: str, *, by_key: bool = True) -> Html:
    """The text of ``key``: each term a button that opens what it means.

    The browser does the rest (``popover``): Escape or a press elsewhere closes it. Without
    ``by_key`` the Tab key passes by, where it is on the way to what every reader is here for.
    """
    parts: list[str | Term] = []
    end = 0
    for number, mark in enumerate(MARK.finditer(text := marked(key))):
        parts.append(text[end : mark.start()])
        closing = CLOSING.match(text, mark.end())
        end = closing.end() if closing else mark.end()
        note_id = f"{key.replace('.', '-')}-{number}"
        parts.append(Term(mark[1], mark[2], text[mark.end() : end], note_id))
    return html_of("page", "explained", [*parts, text[end:]], by_key)
