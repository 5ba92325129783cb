"""Tables of the BytePiece page as HTML: every text of a reader is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bpe_core.runtime.glyphs import visible
from bpe_lab.text import language

Cell = tuple[str, str]  # class, HTML


def chips(pieces: Iterable[bytes]) -> str:
    """Pieces side by side, each in its box.

    >>> chips([b"a<"])
    '<span class="piece-chip">a&lt;</span>'
    """
    names = (escape(visible(piece)) for piece in pieces)
    return "".join(f'<span class="piece-chip">{piece}</span>' for piece in names)


def table(head: Sequence[Cell], rows: Iterable[Sequence[Cell]], *, name: str) -> str:
    """A table called ``name``; narrow, each row is a block of named values."""
    titles = "".join(f'<th scope="col" class="{kind}">{title}</th>' for kind, title in head)
    body = "".join(f"<tr>{_row(head, row)}</tr>" for row in rows)
    return (
        f'<div class="results pieces-table" lang="{language()}">'
        f'<table aria-label="{escape(name)}"><thead><tr>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(head: Sequence[Cell], row: Sequence[Cell]) -> str:
    return "".join(
        f'<td class="{kind}" data-label="{title}">{words}</td>'
        for (_, title), (kind, words) in zip(head, row, strict=True)
    )
