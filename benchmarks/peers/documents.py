"""A text cut into documents where that changes no pre-token: some libraries want several."""

from __future__ import annotations

from collections.abc import Iterator

import regex

# subtle: safe under GPT-2's pattern alone. Every piece that holds a letter ends at the last of
# its letters, whatever follows; pieces without letters are not cut.
_CUT = regex.compile(r"\p{L}(?!\p{L})")


def documents(text: str, size: int) -> Iterator[str]:
    """``text`` in order, cut behind the first word that ends ``size`` characters on or later.

    >>> list(documents("low lower lowest", 4))
    ['low lower', ' lowest']
    >>> list(documents("aaaa", 2))
    ['aaaa']
    """
    start = 0
    while start < len(text):
        cut = _CUT.search(text, start + size - 1)
        end = cut.end() if cut else len(text)
        yield text[start:end]
        start = end


def shares(text: str, count: int) -> list[str]:
    """``text`` in ``count`` documents of about equal length, fewer where it has fewer cuts.

    >>> shares("low lower lowest newest", 2)
    ['low lower lowest', ' newest']
    """
    return list(documents(text, max(1, -(-len(text) // count))))
