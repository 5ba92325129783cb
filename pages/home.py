"""What the lab is, in three sentences, the way to the first walk, and the reader's progress."""

from pathlib import Path

import streamlit as st

from ui.home.chip_pictures import home_figure
from ui.page.presenting import is_presenting
from ui.progress.panel import progress_panel
from ui.text import language, t


def main() -> None:
    """Three sentences and the way in, beside a picture of what will be seen."""
    words, picture = st.columns([3, 2], gap="large", vertical_alignment="center")
    with words:
        sentences = "".join(f"<p>{t(f'home.sentence_{k}')}</p>" for k in (1, 2, 3))
        lead = f"<h1>{t('home.lead')}</h1>"
        st.html(f'<div class="home" lang="{language()}">{lead}{sentences}</div>')
        with st.container(horizontal=True):
            if st.button(t("home.start"), type="primary", key="start"):
                st.switch_page(str(Path(__file__).with_name("train.py")))
            if st.button(t("home.inside"), key="inside"):
                st.switch_page(str(Path(__file__).with_name("linked.py")))
            if st.button(t("home.lessons"), key="lessons"):
                st.switch_page(str(Path(__file__).with_name("lessons.py")))
    with picture:
        home_figure()
    if not is_presenting():
        with st.container(key="own_progress"):
            progress_panel()


main()
