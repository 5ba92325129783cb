"""A line above every page: what it shows, and the pages before and after in the course.

One element of HTML: as elements of Streamlit's own it was a tenth of what a rerun costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import streamlit as st

from bpe_lab.text import LANGUAGES, language
from ui.page.markup import Html, html_of
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
def _line(language: str, name: str, before: Named | None, after: Named | None) -> Html:
    """The line of the page ``name``, made once for all readers."""
    sentence = explained(f"shows.{name}", by_key=False)
    return html_of("page", "orientation", LANGUAGES[language].tag, sentence, before, after)
