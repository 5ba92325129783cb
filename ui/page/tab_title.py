"""The browser tab's title: the page, and the text that it shows."""

from __future__ import annotations

from bpe_lab.text import t
from ui.page.arrival import VISIT
from ui.page.one_entry import in_one_entry

ABOUT = "text of the tab's title"
LONGEST = 32  # letters of a text in a title
CUT = "…"


def name_text(text: str) -> None:
    """Let the title of this page's tab name ``text``."""
    in_one_entry(VISIT)[ABOUT] = shortened(text)


def tab_title(page: str) -> str:
    """``page`` with the text that it showed last, if it shows one."""
    about = in_one_entry(VISIT).get(ABOUT)
    if about:
        return t("app.tab_about", page=page, about=about, name=t("app.name"))
    return t("app.tab", page=page, name=t("app.name"))


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
