"""A sentence of a page whose terms explain themselves, by pointer, by touch and by key."""

from __future__ import annotations

from html import escape

from ui.text import marked, t
from ui.text.terms import MARK


def explained(key: str) -> str:
    """The text of ``key`` as HTML: each term a button that opens what it means.

    The browser does the rest (``popover``): Escape or a press elsewhere closes it.
    """
    parts: list[str] = []
    end = 0
    for number, mark in enumerate(MARK.finditer(text := marked(key))):
        parts.append(escape(text[end : mark.start()]))
        parts.append(_term(mark[1], mark[2], f"{key.replace('.', '-')}-{number}"))
        end = mark.end()
    return "".join((*parts, escape(text[end:])))


def _term(key: str, words: str, note_id: str) -> str:
    words, name, meaning = (
        escape(words),
        escape(t(f"term.{key}.name")),
        escape(t(f"term.{key}.meaning")),
    )
    return (
        f'<button type="button" class="term" popovertarget="{note_id}">{words}</button>'
        f'<span popover class="term-note" id="{note_id}"><b>{name}</b> {meaning}</span>'
    )
