"""Terms within the catalogues' sentences: ``[[KEY|words]]`` are explained by `term.KEY`.

Who draws a sentence without explanations gets its words alone. subtle: where a value meets a
sentence is decided by the letters there (`typography.py`), so no term stands beside a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MARK = re.compile(r"\[\[(\w+)\|([^\]|]+)\]\]")


def plain(text: str) -> str:
    """A sentence without its marks.

    >>> plain("a [[heap|lazy heap]]")
    'a lazy heap'
    """
    return MARK.sub(r"\2", text) if "[[" in text else text


def terms_in(texts: Iterable[str]) -> Iterator[str]:
    """The terms that ``texts`` mark, one for each mark.

    >>> list(terms_in(["a [[heap|lazy heap]]", "no term"]))
    ['heap']
    """
    for text in texts:
        for mark in MARK.finditer(text):
            yield mark[1]
