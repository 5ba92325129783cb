"""The door: one field in tokens as one types, three ways in, the pages; one's progress."""

import streamlit as st

from bpe_lab.text import language
from ui.home.door import door
from ui.home.whole_map import lead_html, pages_html, study_html, teach_html, use_html
from ui.lecture.running import running
from ui.page.look import room_style
from ui.page.presenting import is_presenting
from ui.progress.panel import again_panel, progress_panel
from ui.shell import SECTIONS


def main() -> None:
    """The field; below it who goes where, and for whoever comes back what is due."""
    room_style("home")
    room_style("counting")
    st.html(lead_html(language()))
    door()
    if is_presenting():
        room_style("home", "present")
        return
    with st.container(key="ways"):
        teach, study, use = st.columns(3, gap="large")
    with teach:
        st.html(teach_html(language()))
    with study:
        st.html(study_html(language()))
        again_panel(is_led=running() is not None)
    with use:
        st.html(use_html(language()))
    st.html(pages_html(language(), tuple(SECTIONS.items())))
    progress_panel()


main()
