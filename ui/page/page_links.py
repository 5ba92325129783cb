"""Links in our own HTML from page to page, followed without a reload (`front_page.js`)."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from bpe_lab.text import t
from ui.page.presenting import MODE, PRESENT


def page_link(page: str, language: str, **query: str) -> str:
    """The attributes of a link to ``page``, the empty name for home.

    >>> page_link("train", "en", text="low")
    'href="./train?lang=en&amp;text=low" target="_self" data-page="train"'
    """
    address = f"./{page}?{urlencode({'lang': language, **query})}"
    return f'href="{escape(address)}" target="_self" data-page="{page or "home"}"'


def hall_link(lesson: str, language: str) -> str:
    """A link that opens ``lesson`` as a hall sees it, over the whole screen.

    `ui/hall/window/scene-change.js` fills the screen, since only the press may.
    """
    opened = page_link("", language, lesson=lesson, **{MODE: PRESENT})
    return f'<a class="in-hall" data-in-hall {opened}>{escape(t("app.in_hall"))}</a>'
