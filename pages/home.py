"""The map: first steps, what is due again, lessons and pages; and the reader's progress."""

import streamlit as st

from bpe_lab.text import language
from ui.home.whole_map import home_html
from ui.lecture.running import running
from ui.page.look import room_style
from ui.page.presenting import is_presenting
from ui.progress.panel import again_panel, progress_panel
from ui.shell import SECTIONS


def main() -> None:
    """For whoever comes back, where to go on first; presenting, the beginning alone."""
    room_style("home")
    if is_presenting():
        room_style("home", "present")
    else:
        again_panel(is_led=running() is not None)
    st.html(home_html(language(), tuple(SECTIONS.items())))
    if not is_presenting():
        progress_panel()


main()
