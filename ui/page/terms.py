"""A sentence of a page whose terms explain themselves, by pointer, by touch and by key."""

from __future__ import annotations

import re
from html import escape

from bpe_lab.text import marked, t
from bpe_lab.text.terms import MARK

# What may not begin a line: beside a button the browser would break there.
CLOSING = re.compile("[,.;:!?)，。；：！？、）]*")


def explained(key: str, *, by_key: bool = True) -> str:
    """The text of ``key`` as HTML: each term a button that opens what it means.

    The browser does the rest (``popover``): Escape or a press elsewhere closes it. Without
    ``by_key`` the Tab key passes by, where it is on the way to what every reader is here for.
    """
    parts: list[str] = []
    end = 0
    for number, mark in enumerate(MARK.finditer(text := marked(key))):
        parts.append(escape(text[end : mark.start()]))
        closing = CLOSING.match(text, mark.end())
        end = closing.end() if closing else mark.end()
        note_id = f"{key.replace('.', '-')}-{number}"
        parts.append(_term(mark[1], mark[2], note_id, text[mark.end() : end], by_key=by_key))
    return "".join((*parts, escape(text[end:])))


def _term(key: str, words: str, note_id: str, closing: str, *, by_key: bool) -> str:
    words, name, meaning = (
        escape(words),
        escape(t(f"term.{key}.name")),
        escape(t(f"term.{key}.meaning")),
    )
    passed = "" if by_key else ' tabindex="-1"'
    button = (
        f'<button type="button" class="term" popovertarget="{note_id}"{passed}>{words}</button>'
    )
    return (
        f'<span class="held">{button}{closing}</span>'
        f'<span popover class="term-note" id="{note_id}"><b>{name}</b> {meaning}</span>'
    )
