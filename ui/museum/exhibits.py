"""An exhibit: its idea, its code to find the line at fault in, and why that is wrong."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

import streamlit as st

from bpe_lab.museum import BESIDES, Exhibit
from bpe_lab.text import t
from ui.page.elements import as_code
from ui.page.markup import html_of
from ui.page.session import held

HARD_SPACE = "\u00a0"


def title_of(exhibit: Exhibit) -> str:
    """Its number and name in the reader's language."""
    return f"{exhibit.number} · {t(f'museum.exhibit.{exhibit.name}.title')}"


def idea(exhibit: Exhibit) -> None:
    """What it is and what its author thought; nothing of the line at fault."""
    st.html(html_of("museum", "idea", exhibit, title_of(exhibit)))


def why_wrong(exhibit: Exhibit) -> None:
    """Why it is wrong, and where it was seen."""
    st.html(html_of("museum", "why_wrong", exhibit))


def besides() -> None:
    """What hangs there without code."""
    st.html(html_of("museum", "besides", BESIDES))


@cache
def choosable_lines(code: str) -> Mapping[int, str]:
    """The lines of a function by their number, from 1; no empty ones, no docstrings.

    Read once: an exhibit's code is the app's own.

    >>> choosable_lines('def f():\\n\\n    return 1\\n')
    {1: 'def f():', 3: '    return 1'}
    """
    docstrings = {
        line
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(code.splitlines(), 1)
    return {n: line for n, line in lines if n not in docstrings and line.strip()}


class LinesFound(set[str]):
    """The exhibits whose line at fault is known."""


def line_choice(exhibit: Exhibit) -> bool:
    """The code as a choice of one line; whether the line at fault is known now."""
    lines = choosable_lines(exhibit.code)
    solved = held(LinesFound)
    chosen = st.radio(
        t("museum.ask_convention" if exhibit.convention else "museum.ask"),
        list(lines),
        index=None,
        format_func=lambda line: _drawn(line, lines[line]),
        key=f"line_{exhibit.name}",
    )
    if chosen == exhibit.fault_line:
        solved.add(exhibit.name)
        st.success(t("museum.hit", line=chosen))
    elif exhibit.name in solved:
        st.info(t("museum.told", line=exhibit.fault_line))
    else:
        if chosen is not None:
            st.warning(t("museum.miss", line=chosen))
        st.button(
            t("museum.show"),
            key="show_line",
            type="tertiary",
            on_click=lambda: solved.add(exhibit.name),
        )
    return exhibit.name in solved


def _drawn(number: int, line: str) -> str:
    """A line of code with its number, as Markdown; its indentation stays."""
    text = line.lstrip()
    indent = HARD_SPACE * (len(line) - len(text) + 2)
    return as_code(f"{number:{HARD_SPACE}>2}{indent}{text}")
