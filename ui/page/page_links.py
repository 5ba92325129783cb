"""Links in our own HTML from page to page, followed without a reload (`front_page.js`)."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode


def page_link(page: str, language: str, **query: str) -> str:
    """The attributes of a link to ``page``, the empty name for home.

    >>> page_link("train", "en", text="low")
    'href="./train?lang=en&amp;text=low" target="_self" data-page="train"'
    """
    address = f"./{page}?{urlencode({'lang': language, **query})}"
    return f'href="{escape(address)}" target="_self" data-page="{page or "home"}"'
