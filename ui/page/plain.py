"""A reader's text or a token, drawn as it is where Streamlit draws Markdown.

Backslashes are not enough where a text stands for itself: Streamlit puts emoji, icons and
arrows into any text (``:smile:``, ``->``), escaped or not. Code is left alone.
"""

from __future__ import annotations

import re


def as_code(text: str) -> str:
    """``text`` as a code span, whatever backticks it holds.

    >>> as_code("__init__"), as_code("a`b"), as_code("`")
    ('`__init__`', '``a`b``', '`` ` ``')
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    # Markdown takes one space off both ends of such a span.
    space = " " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{space}{text}{space}{fence}" if text else ""
