"""The page's frame in CSS: width, density and the present mode; the player has its own."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FRAME = (Path(__file__).parent / "frame.css").read_text(encoding="utf-8")
_PRESENT = (Path(__file__).parent / "present.css").read_text(encoding="utf-8")


def page_style(*, presenting: bool) -> None:
    """Put the frame's rules on the page, and those of the present mode."""
    st.html(f"<style>{_FRAME}{_PRESENT if presenting else ''}</style>")
