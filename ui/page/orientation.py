"""A line above every page: what it shows, and the pages before and after in the course.

One element of HTML: as elements of Streamlit's own it was a tenth of what a rerun costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from bpe_lab.text import LANGUAGES, language
from ui.page.page_links import page_link
from ui.page.terms import explained


def orientation(here: st.Page, pages: Sequence[st.Page], name: str) -> None:
    """The line for ``here``, whose name is ``name``, in the order of ``pages``."""
    index = [page.url_path for page in pages].index(here.url_path)
    before = pages[index - 1] if index else None
    after = pages[index + 1] if index + 1 < len(pages) else None
    sentence = f"<p>{explained(f'shows.{name}')}</p>"
    ways = (_way("before", "←", before), sentence, _way("after", "→", after))
    tag = LANGUAGES[language()].tag
    st.html(f'<nav class="orientation" lang="{tag}">{"".join(ways)}</nav>')


def _way(way: str, arrow: str, page: st.Page | None) -> str:
    """The way to ``page``; at the course's ends its room stays, so that nothing moves."""
    if page is None:
        return f'<i class="{way}"></i>'
    target = page_link(page.url_path, language())
    return f'<a class="{way}" {target}>{arrow} <span>{escape(page.title)}</span></a>'
