"""The browser tab's title: the page, and the text that it shows."""

from __future__ import annotations

from functools import lru_cache

from bpe_lab.text import catalogue, fill, language
from ui.page.arrival import VISIT
from ui.page.one_entry import in_one_entry

ABOUT = "text of the tab's title"
LONGEST = 32  # letters of a text in a title
CUT = "…"
MOST = 1000  # titles kept: each run asks for the page's twice


def name_text(text: str) -> None:
    """Let the title of this page's tab name ``text``."""
    in_one_entry(VISIT)[ABOUT] = shortened(text)


def tab_title(page: str) -> str:
    """``page`` with the text that it showed last, if it shows one."""
    return _title(language(), page, in_one_entry(VISIT).get(ABOUT))


@lru_cache(MOST)
def _title(language: str, page: str, about: str | None) -> str:
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
