"""The page's frame in CSS: width, density and the present mode; the player has its own."""

from __future__ import annotations

import json

import streamlit as st

from bpe_lab.text import LANGUAGES, t
from ui.page.style_sheets import FRAME, style_of

# A clicker scrolls what has the focus; a player takes it for itself.
_SCROLLED_BY_KEYS = """
const main = document.querySelector('[data-testid="stMain"]');
if (main && document.activeElement === document.body) {
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
"""
# An uploader's button says "Upload" in every language; seen with Streamlit 1.67.
_UPLOAD = """
[data-testid="stFileUploaderDropzone"] button p { font-size: 0 !important; }
[data-testid="stFileUploaderDropzone"] button p::after {
  content: "WORD"; font-size: 1rem;
}
"""
PRESENT = ("page", "present")


def room_style(room: str, sheet: str = "style") -> None:
    """Put a page's own rules on it: ``sheet`` in its room of `ui`."""
    st.html(style_of((room, sheet)))


def page_style(*, presenting: bool, language: str) -> None:
    """Put the frame's rules on the page, those of the present mode, and its language.

    The language is for screen readers; Streamlit's page says English whatever stands on it.
    """
    words = _UPLOAD.replace("WORD", t("app.choose_file"))
    sheets = [FRAME, PRESENT] if presenting else [FRAME]
    st.html(style_of(*sheets, rules=words))
    script = f'document.documentElement.lang = "{LANGUAGES[language].tag}";'
    script += (
        f"document.documentElement.toggleAttribute('data-presents', {json.dumps(presenting)});"
    )
    if presenting:
        script += _SCROLLED_BY_KEYS
    # subtle: a block of its own, since a page runs it again at every return to the mode.
    st.html(f"<script>{{{script}}}</script>", unsafe_allow_javascript=True)
