"""How pages look: the frame's rules, those of the present mode and of single pages.

They are style sheets by address: a browser loads each once, and a rerun names it. Given the
rules themselves, Streamlit (1.67) looks through all of them, 20 KB of the frame's alone, by
four patterns in every rerun, and hashes them. The player has its own.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import streamlit as st

from bpe_lab.text import LANGUAGES, t
from ui.serving.static_files import File, Folder, style_file

ROOMS = Path(__file__).parents[1]
# Whose rules a page has besides its own.
SHARED_ROOMS = {"home": ("counting",), "tokens": ("counting",)}
FRAME, PRESENT = ("page", "frame"), ("page", "present")
# A clicker scrolls what has the focus; a player takes it for itself.
_SCROLLED_BY_KEYS = """
const main = document.querySelector('[data-testid="stMain"]');
if (main && document.activeElement === document.body) {
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
"""


@cache
def style_of(*sheets: tuple[str, str], rules: str = "") -> str:
    """A style element that brings in the ``sheets``, each a room of `ui` and a file's stem.

    ``rules`` come after them.
    """
    addresses = (STYLES.address(_sheet(*each)) for each in sheets)
    imports = "".join(f'@import url("{address}");' for address in addresses)
    return f"<style>{imports}{rules}</style>"


@cache
def style_links(page: str) -> str:
    """What has ``page`` load the frame's rules before it draws and its own before any script.

    It loads the others while it waits.
    """

    def way(file: File) -> str:
        if file is _sheet(*FRAME):
            return 'rel="stylesheet"'
        own = (page, *SHARED_ROOMS.get(page, ()))
        is_own = any(file.name.startswith(f"{room}-style-") for room in own)
        return 'rel="preload" as="style"' if is_own else 'rel="prefetch"'

    links = (f'<link {way(each)} href="{STYLES.address(each)}">' for each in STYLES.files())
    return "\n".join(links)


@cache
def _sheets() -> tuple[File, ...]:
    """All sheets, read once: what a name means may not change later."""
    paths = sorted(ROOMS.glob("*/*.css"))
    return tuple(_sheet(path.parent.name, path.stem) for path in paths)


@cache
def _sheet(room: str, stem: str) -> File:
    rules = (ROOMS / room / f"{stem}.css").read_text(encoding="utf-8")
    return style_file(f"{room}-{stem}", rules)


STYLES = Folder("bpe-lab-styles", _sheets)


def room_style(room: str, sheet: str = "style") -> None:
    """Put a page's own rules on it: ``sheet`` in its room of `ui`."""
    st.html(style_of((room, sheet)))


def page_style(*, presenting: bool, language: str) -> None:
    """Put the frame's rules on the page, those of the present mode, and its language.

    The language is for screen readers; Streamlit's page says English whatever stands on it.
    """
    # An uploader's button says "Upload" in every language (seen with Streamlit 1.67).
    words = f':root {{ --choose-file: "{t("app.choose_file")}"; }}'
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
