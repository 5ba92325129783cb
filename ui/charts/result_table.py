"""A table of results as HTML, for all pages that measure.

Its roles stay where a narrow screen lays the rows out as cards; its region takes the keys that
scroll it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ui.text import language


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
