"""The card as HTML, without script or style sheet: it stands in any page, light or dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bpe_core.runtime.glyphs import visible
from bpe_lab.html_pages import language_here, page_words, template

MOST_TOKENS = 12  # of the first and of the last ones


class Token(NamedTuple):
    """A token that merges made."""

    token_id: int
    data: bytes


def card_of(
    *,
    size: int,
    merges: Sequence[Token],
    special_tokens: Sequence[str],
    pattern: str,
    language: str | None = None,
) -> str:
    """HTML of a vocabulary of ``size`` tokens; its first merges, its last ones.

    Raises ``UnknownNameError`` for a ``language`` without words; None is the process's own.
    """
    words = page_words(__package__, "words", language or language_here())
    first = merges[:MOST_TOKENS]
    last = merges[max(len(first), len(merges) - MOST_TOKENS) :]
    return template(__package__, "card.html").render(
        words=words,
        size=size,
        merges=len(merges),
        special_tokens=special_tokens[:MOST_TOKENS],
        specials=len(special_tokens),
        pattern=pattern,
        rows=[(words[name], each) for name, each in (("first", first), ("last", last)) if each],
        visible=visible,
    )
