"""A page that does nothing, with as many elements as one of ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

# The call that draws each kind; ``key`` keeps equal widgets apart. All others are Markdown, the
# cheapest of all: the measure is as strict as can be.
CALLS: Mapping[str, str] = {
    "button": "st.button('b', key=key)",
    "button_group": "st.segmented_control('c', ['a', 'b'], key=key)",
    "checkbox": "st.checkbox('c', key=key)",
    "download_button": "st.download_button('d', 'x', key=key)",
    "number_input": "st.number_input('n', key=key)",
    "selectbox": "st.selectbox('s', ['a', 'b'], key=key)",
    "slider": "st.slider('s', 0, 10, key=key)",
    "text_area": "st.text_area('t', key=key)",
    "text_input": "st.text_input('t', key=key)",
}
OTHERS = "st.markdown('x')"
BLOCK = "st.container()"
NAME = "bare.py"


def bare_page(folder: Path, elements: Mapping[str, int]) -> str:
    """Write the script that draws so many ``elements`` of each kind; its name."""
    lines = ["import streamlit as st", "st.set_page_config(layout='wide')"]
    for number, kind in enumerate(k for k, count in elements.items() for _ in range(count)):
        call = BLOCK if kind.startswith("block:") else CALLS.get(kind, OTHERS)
        lines.append(call.replace("key=key", f"key='{number}'"))
    (folder / NAME).write_text("\n".join(lines) + "\n", "utf-8")
    return NAME
