"""What Streamlit's tools, hints, full fields, menu and lost server say, in all languages.

The words of all languages are in a script by address, which a browser loads once; a rerun names
the language alone. Script and words were 3 KB of every rerun.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from bpe_lab.text import LANGUAGES, catalogue
from ui.serving.static_files import File, Folder, module_file

SCRIPT = Path(__file__).with_suffix(".js")
TOOLS = (
    *("show_data", "show_chart", "download_png", "copy_spec", "copied", "fullscreen"),
    *("close_fullscreen", "columns", "search", "clear_selection"),
    *("enter_applies", "enter_submits", "ctrl_enter_applies", "ctrl_enter_submits"),
    *("command_enter_applies", "command_enter_submits"),
    *("system", "light", "dark", "print", "main_menu", "made_with"),
    *("close", "connecting", "stop", "stopping", "connection_error"),
)


@cache
def words() -> dict[str, dict[str, str]]:
    """By a language's tag, what is said there for each word of any language."""
    keys = [f"tools.{name}" for name in TOOLS]
    return {
        here.tag: {
            catalogue(each)[key]: catalogue(name)[key] for each in LANGUAGES for key in keys
        }
        for name, here in LANGUAGES.items()
    }


def by_tag(name: str) -> dict[str, str]:
    """What the lab itself says there, by a language's tag."""
    return {here.tag: catalogue(each)[f"tools.{name}"] for each, here in LANGUAGES.items()}


@cache
def _script() -> tuple[File, ...]:
    """The script with its words, read once: what a name means may not change later."""
    script = SCRIPT.read_text(encoding="utf-8")
    sentences = {"gone": by_tag("server_gone"), "overfull": by_tag("overfull")}
    data = json.dumps({"words": words(), **sentences}, ensure_ascii=False)
    return (module_file("tools", f"window.toolWords = {data};\n{script}"),)


def head() -> str:
    """What has a page load it."""
    return f'<script type="module" src="{WORDS.address(*WORDS.files())}"></script>'


WORDS = Folder("bpe-lab-words", _script)
