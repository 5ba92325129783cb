"""The pages' style sheets by address: a browser loads each once, and a rerun names it.

Given the rules themselves, Streamlit (1.67) looks through all of them, 20 KB of the frame's
alone, through four patterns in every rerun, and hashes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ui.serving.component_files import File, route_of, style_file

FOLDER = "bpe-lab-styles"
ROOMS = Path(__file__).parents[1]
FRAME = ("page", "frame")


@cache
def style_of(*sheets: tuple[str, str], rules: str = "") -> str:
    """A style element that brings in the ``sheets``, each a room of `ui` and a file's stem.

    ``rules`` come after them.
    """
    imports = "".join(f'@import url("./{FOLDER}/{_sheet(*each).name}");' for each in sheets)
    return f"<style>{imports}{rules}</style>"


@cache
def head() -> str:
    """What has a page load the frame's rules before it draws, and the others while it waits."""
    frame = _sheet(*FRAME)
    return "\n".join(
        f'<link rel="{"stylesheet" if file is frame else "prefetch"}" '
        f'href="./{FOLDER}/{file.name}">'
        for file in files()
    )


@cache
def files() -> tuple[File, ...]:
    """All sheets, read once: what a name means may not change later."""
    paths = sorted(ROOMS.glob("*/*.css"))
    return tuple(_sheet(path.parent.name, path.stem) for path in paths)


@cache
def _sheet(room: str, stem: str) -> File:
    rules = (ROOMS / room / f"{stem}.css").read_text(encoding="utf-8")
    return style_file(f"{room}-{stem}", rules)


ROUTE = route_of(FOLDER, files)
