"""Elements that pages share: a fold, progress, code, explained terms, the line above a page.

A reader's text or a token is drawn as code where Streamlit draws Markdown. Backslashes are not
enough where a text stands for itself: Streamlit puts emoji, icons and arrows into any text
(``:smile:``, ``->``), escaped or not. Code is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from time import monotonic
from typing import NamedTuple, TypeAlias

import streamlit as st

from bpe_lab.text import LANGUAGES, language, marked, t
from bpe_lab.text.terms import MARK
from ui.page.markup import Html, html_of
from ui.page.presenting import is_presenting

PATIENCE = 0.4  # seconds before the bar appears
PAUSE = 0.1  # seconds between two drawings
COMMANDS = "pip install '.[check]'\nbpe-lab check bpe.py tokenizer.py"
# What may not begin a line: beside a button the browser would break there.
CLOSING = re.compile("[,.;:!?)，。；：！？、）]*")


def folded_away(title: str, draw: Callable[[], object], *, key: str) -> None:
    """A fold that is closed at first; whatever ``draw`` needs, a closed one never costs."""
    fold = st.expander(title, key=key, on_change="rerun")
    if fold.open:
        with fold:
            draw()


class ProgressBar:
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


def own_code() -> None:
    """What to type, and what it says; a hall needs neither."""
    if is_presenting():
        return
    with st.container(key="own_code"):
        st.markdown(f"**{t('own_code.title')}** {t('own_code.what')}")
        st.code(COMMANDS, language=None)  # its colors of a shell are too pale on light


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


def plan_html(page: str, title: str, aside: str, steps: Iterable[str], *, tag: str) -> Html:
    """What will be run, before it is; ``tag`` is the list of its steps."""
    return html_of("page", "plan", page, title, aside, [*steps], tag)


def step_html(title: str, text: str, *, mark: str = "", is_now: bool = False) -> Html:
    """A step with its explanation or its state."""
    return html_of("page", "step", title, text, mark, is_now)


def bar_html(sentence: str, share: float) -> Html:
    """A bar that is filled from 0 to 1; ``sentence`` is what it measures."""
    return html_of("page", "bar", sentence, share)


class Term(NamedTuple):
    """A term in a sentence: its key, its words there, and the stops behind them."""

    key: str
    words: str
    closing: str
    note_id: str


def explained(key: str, *, by_key: bool = True) -> Html:
    """The text of ``key``: each term a button that opens what it means.

    The browser does the rest (``popover``): Escape or a press elsewhere closes it. Without
    ``by_key`` the Tab key passes by, where it is on the way to what every reader is here for.
    """
    parts: list[str | Term] = []
    end = 0
    for number, mark in enumerate(MARK.finditer(text := marked(key))):
        parts.append(text[end : mark.start()])
        closing = CLOSING.match(text, mark.end())
        end = closing.end() if closing else mark.end()
        note_id = f"{key.replace('.', '-')}-{number}"
        parts.append(Term(mark[1], mark[2], text[mark.end() : end], note_id))
    return html_of("page", "explained", [*parts, text[end:]], by_key)


Named: TypeAlias = tuple[str, str]  # a page's path and its title


def orientation(here: st.Page, pages: Sequence[st.Page], name: str) -> None:
    """The line for ``here``, whose name is ``name``, in the order of ``pages``."""
    index = [page.url_path for page in pages].index(here.url_path)
    before = _named(pages[index - 1]) if index else None
    after = _named(pages[index + 1]) if index + 1 < len(pages) else None
    st.html(_line(language(), name, before, after))


def _named(page: st.Page) -> Named:
    return page.url_path, page.title


@cache
def _line(language: str, name: str, before: Named | None, after: Named | None) -> Html:
    """The line of the page ``name``, made once for all readers."""
    sentence = explained(f"shows.{name}", by_key=False)
    return html_of("page", "orientation", LANGUAGES[language].tag, sentence, before, after)
