"""The way from a text in the museum to the walk of the right trainer."""

from __future__ import annotations

import streamlit as st

from bpe_lab.pages import OWN
from bpe_lab.text import t
from ui.page.fields import preset
from ui.page.leading import lead_to

# The right trainer's options, whatever the reader has chosen there before.
OPTIONS = {
    "text": OWN,
    "pattern": "gpt2",
    "tie_break": "greatest",
    "min_count": 1,
    "vocab_size": None,
    f"special_{OWN}": "",
}


def right_walk(text: str) -> None:
    """A button that opens the Train page on ``text``."""
    if st.button(t("museum.right_walk"), key="right_walk", type="tertiary"):
        preset({**OPTIONS, "own": text})
        lead_to("train")
