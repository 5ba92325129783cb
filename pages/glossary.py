"""The words of the field, each explained in a sentence or two and seen at work."""

from collections.abc import Mapping

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.runtime.utf8 import as_text
from bpe_lab.pages import SEARCH
from bpe_lab.text import language, t
from ui.glossary.entries import Scene, entry, groups_with
from ui.page.elements import as_code
from ui.page.fields import text_line
from ui.page.leading import PAGE_FILES
from ui.page.look import room_style
from ui.page.markup import page_title, section_title
from ui.page.problems import show


def main() -> None:
    """A field to search in, then the terms group by group."""
    room_style("glossary")
    page_title("glossary.title")
    typed = search()
    groups = list(groups_with(typed, language()))
    for name, terms in groups:
        draw_group(name, terms)
    if not groups:
        st.markdown(t("glossary.none", text=as_code(typed)))


def search() -> str:
    """What to look for; in the link as ``find``."""
    notices: list[Notice] = []
    with st.container(key="inputs"):
        typed = text_line(
            SEARCH,
            notices,
            key="glossary_find",
            label=t("glossary.search"),
            placeholder=t("glossary.search_hint"),
        )
    for notice in notices:
        show(notice)
    try:
        return as_text(typed)
    except BPELabError as error:
        show(error)
        return ""


def draw_group(name: str, terms: Mapping[str, Scene]) -> None:
    """One group under its heading."""
    section_title(f"glossary.group.{name}")
    for key, scene in terms.items():
        with st.container(key=f"term_{key}", horizontal=True):
            st.html(entry(key, language()))
            st.page_link(
                str(PAGE_FILES / f"{scene.page}.py"),
                label=f"{t(f'page.{scene.page}')} →",
                help=t("glossary.see", term=t(f"term.{key}.name")),
                query_params=scene.query,
            )


main()
