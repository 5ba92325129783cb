"""A page with every error and every notice there is, in every language, of hostile values.

`test_links.py` has a server draw it.
"""

from __future__ import annotations

import pkgutil
import string
from importlib import import_module
from typing import Any

import streamlit as st

import bpe_core
import ui
from bpe_core.errors import BPELabError
from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import escaped, message
from ui.page.plain import as_code
from ui.page.problems import show

HOSTILE = "Log in at https://evil.example/x or www.evil.example, a@evil.example"
LEFT_OUT = {"bpe_core.__main__", "ui.shell"}  # they do something when they are imported


def leaves(kind: type[BPELabError]) -> list[type[BPELabError]]:
    """All classes with a text."""
    below = kind.__subclasses__()
    return [leaf for sub in below for leaf in leaves(sub)] if below else [kind]


def problems(language: str) -> list[BPELabError]:
    """One of each class, every value a reader's; numbers where the text counts something."""
    made: list[BPELabError] = []
    for leaf in leaves(BPELabError):
        texts = [catalogue(language).get(f"{kind}.{leaf.__name__}", "") for kind in KINDS]
        counted = {
            name
            for text in (*texts, leaf.message)
            for _, name, spec, _ in string.Formatter().parse(text)
            if name and spec
        }
        names = {name for _, name, _, _ in string.Formatter().parse(leaf.message) if name}
        values: dict[str, Any] = {n: 3 if n in counted else HOSTILE for n in names}
        made.append(leaf(**values))
    return made


KINDS = ("error", "notice")


def main() -> None:
    """All of them, and what is drawn of a text beside messages."""
    for package in (bpe_core, ui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name not in LEFT_OUT:
                import_module(module.name)
    for language in LANGUAGES:
        st.session_state["lang"] = language
        for problem in problems(language):
            show(problem)
            st.caption(message(problem))
    for text in (escaped(HOSTILE), as_code(HOSTILE)):
        st.caption(text)
        st.markdown(text)
        st.pills(text, [text])
        st.checkbox(text, help=text)
    st.dataframe({HOSTILE: [HOSTILE]})
    st.html("<p id='end'></p>")


if __name__ == "__main__":
    main()
