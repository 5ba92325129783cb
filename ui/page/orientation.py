"""A line above every page: what it shows, and the pages before and after in the course.

One element of HTML: as elements of Streamlit's own it was a tenth of what a rerun costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TypeAlias

import streamlit as st

from bpe_lab.text import LANGUAGES, language
from ui.page.leading import page_link
from ui.page.terms import explained

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
def _line(language: str, name: str, before: Named | None, after: Named | None) -> str:
    """The line of the page ``name``, made once for all readers."""
    sentence = f"<p>{explained(f'shows.{name}', by_key=False)}</p>"
    ways = (
        _way(language, "before", "←", before),
        sentence,
        _way(language, "after", "→", after),
    )
    tag = LANGUAGES[language].tag
    return f'<nav class="orientation" lang="{tag}">{"".join(ways)}</nav>'


def _way(language: str, way: str, arrow: str, page: Named | None) -> str:
    """The way to ``page``; at the course's ends its room stays, so that nothing moves."""
    if page is None:
        return f'<i class="{way}"></i>'
    path, title = page
    target = page_link(path, language)
    return f'<a class="{way}" {target}>{arrow} <span>{escape(title)}</span></a>'
