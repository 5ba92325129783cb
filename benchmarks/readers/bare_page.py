"""A page that does nothing, among as many pages as ours, with as many elements of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bpe_lab.pages import PAGES

NAME, PARTS = "bare.py", "bare_parts.py"
START = """import streamlit as st
from bare_parts import player, table
pages = [st.Page(f"page_{k}.py", title=f"Page {k}") for k in range(PAGES)]
st.navigation(pages, position="top")
st.set_page_config(layout="wide")
"""
# In a module, so that they are made once a server, as a page's own are.
MADE_ONCE = """import pandas as pd
import streamlit as st
table = pd.DataFrame({"a": [1]})
player = st.components.v2.component("bare", js="export default () => {\\n};\\n")
"""
# The call that draws the least of each kind; ``KEY`` keeps equal widgets apart.
CALLS: Mapping[str, str] = {
    "bidi_component": "player(key=KEY, data={})",
    "button": "st.button('b', key=KEY)",
    "button_group": "st.segmented_control('c', ['a', 'b'], key=KEY)",
    "checkbox": "st.checkbox('c', key=KEY)",
    "code": "st.code('x')",
    "dataframe": "st.dataframe(table)",
    "download_button": "st.download_button('d', 'x', key=KEY)",
    "empty": "st.empty()",
    "file_uploader": "st.file_uploader('f', key=KEY)",
    "heading": "st.subheader('x')",
    "iframe": "st.iframe('<p>x</p>')",
    "html": "st.html('<p>x</p>')",
    "markdown": "st.markdown('x')",
    "number_input": "st.number_input('n', key=KEY)",
    "page_link": "st.page_link('https://example.org', label='l')",
    "progress": "st.progress(0.5)",
    "radio": "st.radio('r', ['a', 'b'], key=KEY)",
    "selectbox": "st.selectbox('s', ['a', 'b'], key=KEY)",
    "slider": "st.slider('s', 0, 10, key=KEY)",
    "text_area": "st.text_area('t', key=KEY)",
    "text_input": "st.text_input('t', key=KEY)",
    "vega_lite_chart": "st.vega_lite_chart({'mark': 'point', 'data': {'values': []}}, key=KEY)",
    "block:expandable": "st.expander('e')",
    "block:popover": "st.popover('p')",
}
BLOCK = "st.container()"  # and columns, which it takes no less to draw


def bare_page(folder: Path, elements: Mapping[str, int]) -> str:
    """Write the script that draws so many ``elements`` of each kind; its name.

    Raises ``KeyError`` for a kind whose call is not known.
    """
    lines = []
    for number, kind in enumerate(k for k, count in elements.items() for _ in range(count)):
        call = CALLS[kind] if kind in CALLS or not kind.startswith("block:") else BLOCK
        lines.append(call.replace("KEY", f"'{number}'"))
    (folder / PARTS).write_text(MADE_ONCE, "utf-8")
    for number in range(len(PAGES)):
        (folder / f"page_{number}.py").touch()
    start = START.replace("PAGES", str(len(PAGES)))
    (folder / NAME).write_text(start + "\n".join(lines) + "\n", "utf-8")
    return NAME
