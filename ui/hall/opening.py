"""What opens the hall's tools in a page, with their words."""

from __future__ import annotations

import json
from functools import cache

from bpe_lab.text import LANGUAGES, section, spacing
from ui.serving.static_files import WINDOW

NAMED = ("hall.", "player.blank", "player.cop", "player.close", "player.spacing.")


@cache
def head() -> str:
    """A script for the page's head: the browser picks the language."""
    words = {each.tag: _words(code) for code, each in LANGUAGES.items()}
    written = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    address = WINDOW.address(*WINDOW.files())
    opened = f'import {{ openTools }} from "{address}";\nopenTools({written});'
    return f'<script type="module">\n{opened}\n</script>'


def _words(code: str) -> dict[str, str]:
    text = {**section(code, "hall", "player"), **spacing(code)}
    return {key: words for key, words in text.items() if key.startswith(NAMED)}
