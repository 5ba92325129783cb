"""Hand the marks of questions before figures to the browser, which keeps the progress."""

from __future__ import annotations

import json

import streamlit as st

from ui.page.marks import marks
from ui.serving.static_files import loader

_mount = st.components.v2.component("bpe_lab.marks", js=loader("marks"))


def hand_over_marks() -> None:
    """Mount what notes them, once there are any; it draws nothing."""
    noted = marks()
    if noted:
        with st.container(key="marks"):
            _mount(key="noted_marks", data=json.dumps(noted).encode(), height="content")
