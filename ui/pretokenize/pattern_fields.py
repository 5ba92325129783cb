"""Fields for patterns: a known one, the reader's own, another to compare with."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import (
    Notice,
    PatternError,
    PatternSyntaxError,
    PatternTooCostlyError,
    PatternUnsupportedError,
)
from bpe_core.pretokenize.custom_pattern import LONGEST
from bpe_core.pretokenize.patterns import CUSTOM, PATTERNS, is_custom
from bpe_lab.text import t
from ui.page.fields import choice
from ui.page.links import keep, seed

OWN, OFF = "custom", "off"
IN_PATTERN = (PatternSyntaxError, PatternUnsupportedError, PatternTooCostlyError)
FIRST = r"\w+|\s+|[^\w\s]+"  # the reader's pattern to begin with


def pattern_choice(notices: list[Notice]) -> str:
    """The name of the pattern that cuts the text, or ``custom``."""
    return choice("split", (*PATTERNS, OWN), notices, names="pattern")


def other_choice(notices: list[Notice]) -> str:
    """The pattern to compare with, or ``off``."""
    return choice("other", (OFF, *PATTERNS, OWN), notices, names="pattern")


def custom_pattern(notices: list[Notice]) -> str:
    """The reader's pattern as a name; it is checked where it is used."""
    label = t("input.custom")
    notices += seed(OWN, FIRST, param=OWN, label=label, read=_at_most)
    typed = st.text_input(
        label,
        key=OWN,
        max_chars=LONGEST,
        help=t("input.custom_help"),
        persist_state="session",
    )
    keep(OWN, typed if typed != FIRST else None)
    return CUSTOM + typed


def point_at(error: PatternError, patterns: tuple[str, ...]) -> None:
    """Mark the offset in the reader's pattern that an error names."""
    typed = next((each.removeprefix(CUSTOM) for each in patterns if is_custom(each)), "")
    position = error.values.get("position")
    if isinstance(error, IN_PATTERN) and isinstance(position, int):
        printable = "".join(c if c.isprintable() else "�" for c in typed)
        st.code(f"{printable}\n{' ' * position}^", language=None)


def _at_most(asked: str) -> str | None:
    return asked if len(asked) <= LONGEST else None
