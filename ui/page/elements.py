"""Elements that pages share: a fold, a bar of progress, code, a student's own code.

A reader's text or a token is drawn as code where Streamlit draws Markdown. Backslashes are not
enough where a text stands for itself: Streamlit puts emoji, icons and arrows into any text
(``:smile:``, ``->``), escaped or not. Code is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

import streamlit as st

from bpe_lab.text import t
from ui.page.presenting import is_presenting


def folded_away(title: str, draw: Callable[[], object], *, key: str) -> None:
    """A fold that is closed at first; whatever ``draw`` needs, a closed one never costs."""
    fold = st.expander(title, key=key, on_change="rerun")
    if fold.open:
        with fold:
            draw()


PATIENCE = 0.4  # seconds before the bar appears
PAUSE = 0.1  # seconds between two drawings


class Progress:
    """Told how far the work is; draws at most ten times a second.

    Drawing is also where Streamlit ends a run that the reader no longer wants, so changing
    an input cancels the work.
    """

    def __init__(self, label: Callable[[int], str], *, total: int) -> None:
        self._label, self._total = label, total
        self._next_drawing = monotonic() + PATIENCE
        self._container = st.empty()

    def reached(self, number: int) -> None:
        """``number`` of ``total`` parts are done."""
        if monotonic() >= self._next_drawing:
            share = min(1.0, (number + 1) / self._total)
            self._container.progress(share, self._label(number + 1))
            self._next_drawing = monotonic() + PAUSE

    def done(self) -> None:
        """Take the bar away."""
        self._container.empty()


COMMANDS = "pip install '.[check]'\nbpe-lab check bpe.py tokenizer.py"


def own_code() -> None:
    """What to type, and what it says; a hall needs neither."""
    if is_presenting():
        return
    with st.container(key="own_code"):
        st.markdown(f"**{t('own_code.title')}** {t('own_code.what')}")
        st.code(COMMANDS, language=None)  # its colours of a shell are too pale on light


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
