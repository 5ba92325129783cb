"""The browser tab's title: the page, and the text that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bpe_lab.text import catalogue, fill, language
from ui.page.arrival import here

LONGEST = 32  # letters of a text in a title
CUT = "…"
MOST = 1000  # titles kept: each run asks for the page's twice


@dataclass(slots=True)
class Title:
    """The text that the page shows, as the tab's title names it."""

    about: str = ""


def name_text(text: str) -> None:
    """Let the title of this page's tab name ``text``."""
    here(Title).about = shortened(text)


def tab_title(page: str) -> str:
    """``page`` with the text that it showed last, if it shows one."""
    return _title(language(), page, here(Title).about)


@lru_cache(MOST)
def _title(language: str, page: str, about: str) -> str:
    text = catalogue(language)
    name = text["app.name"]
    if about:
        return fill(text["app.tab_about"], page=page, about=about, name=name)
    return fill(text["app.tab"], page=page, name=name)


def shortened(text: str) -> str:
    r"""The beginning of ``text`` in one line, without what has no shape of its own.

    >>> shortened("low  lower\n\u202enewest")
    'low lower newest'
    >>> shortened("a" * 40)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    seen = "".join(each if each.isprintable() else " " for each in text[: 4 * LONGEST])
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST else line[:LONGEST].rstrip() + CUT
