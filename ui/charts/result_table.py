"""A table of results as HTML, for all pages that measure.

Its roles stay where a narrow screen lays the rows out as cards; its region takes the keys that
scroll it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from bpe_lab.text import language


def results_html(title: str, heads: Mapping[str, str], body: str, *, kind: str = "") -> str:
    """``heads`` by column and ``body``, its rows, are HTML; ``title`` is text."""
    name = escape(title)
    head = "".join(
        f'<th scope="col" role="columnheader" class="{column}">{words}</th>'
        for column, words in heads.items()
    )
    return (
        f'<div class="results {kind}" role="region" tabindex="0" aria-label="{name}" '
        f'lang="{language()}"><table role="table" aria-label="{name}">'
        f'<caption class="visually-hidden">{name}</caption>'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></div>'
    )


def escaped(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles of columns as HTML."""
    return {column: escape(title) for column, title in titles.items()}


def row_html(head: str, cells: str, *, kind: str = "") -> str:
    """A row of HTML whose ``head`` names what it is about; ``kind`` is its class."""
    state = f' class="{kind}"' if kind else ""
    return (
        f'<tr role="row"{state}><th scope="row" role="rowheader" class="lane">{head}</th>'
        f"{cells}</tr>"
    )


def cell_html(column: str, title: str, content: str, *, hint: str = "") -> str:
    """A cell; on narrow screens a card's line, which says what it is.

    ``column`` is its class, ``content`` HTML, and ``hint`` what the pointer tells of it.
    """
    kind = f' class="{column}"' if column else ""
    tip = f' title="{escape(hint)}"' if hint else ""
    return f'<td role="cell"{kind}{tip} data-label="{escape(title)}">{content}</td>'
