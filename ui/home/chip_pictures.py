"""Small still pictures drawn with the same chips as the player's."""

from __future__ import annotations

import streamlit as st

from ui.text import t

ROWS = ("l o w e r", "lo w e r", "low e r", "low er")


def home_figure() -> None:
    """A word becoming two tokens, three merges from top to bottom."""
    rows = "".join(
        f"<div>{''.join(_chip(token) for token in row.split())}</div>" for row in ROWS
    )
    st.html(f'<div class="figure" role="img" aria-label="{t("home.figure")}">{rows}</div>')


def _chip(token: str) -> str:
    """A chip as wide as its bytes; learned tokens are tinted."""
    kind = "learned" if len(token) > 1 else "byte"
    return f'<span class="chip {kind}" style="--bytes:{len(token)}">{token}</span>'
