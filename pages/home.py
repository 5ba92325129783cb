"""What the lab is, in three sentences, and the way to the first walk."""

import streamlit as st

from ui.figures import home_figure
from ui.text import language, t


def main() -> None:
    """Lead, three sentences, a picture, two ways in."""
    sentences = "".join(f"<p>{t(f'home.sentence_{k}')}</p>" for k in (1, 2, 3))
    st.html(f'<div class="home" lang="{language()}"><h1>{t("home.lead")}</h1>{sentences}</div>')
    home_figure()
    with st.container(horizontal=True):
        if st.button(t("home.start"), type="primary", key="start"):
            st.switch_page("pages/train.py")


main()
