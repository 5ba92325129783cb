"""The words of the field: the notes on all terms, each with where it is seen at work."""

import streamlit as st

from bpe_lab.pages import SEARCH
from bpe_lab.text import language
from ui.glossary.entries import glossary_html, terms_with
from ui.page.look import room_style
from ui.page.markup import page_title

# subtle: the terms come long after the address, too late for the browser to find its anchor.
TO_WHAT_IS_ASKED = """
if (location.hash) location.replace(location.hash);
else document.querySelector(".glossary .asked")?.scrollIntoView();
"""


def main() -> None:
    """All terms; a link may ask for some, by words that they have or by an anchor."""
    room_style("glossary")
    page_title("glossary.title")
    asked = SEARCH.read(st.query_params.get(SEARCH.param, "")) or ""
    st.html(glossary_html(language(), terms_with(asked, language())))
    st.html(f"<script>{{{TO_WHAT_IS_ASKED}}}</script>", unsafe_allow_javascript=True)


main()
