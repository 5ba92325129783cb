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
from bpe_core.pretokenize.patterns import CUSTOM, is_custom
from bpe_lab.pages import CUSTOM as OWN_PATTERN
from bpe_lab.text import t
from ui.page.fields import text_line

IN_PATTERN = (PatternSyntaxError, PatternUnsupportedError, PatternTooCostlyError)


def custom_pattern(notices: list[Notice]) -> str:
    """The reader's pattern as a name; it is checked where it is used."""
    return CUSTOM + text_line(OWN_PATTERN, notices, about=t("input.custom_help"))


def point_at(error: PatternError, patterns: tuple[str, ...]) -> None:
    """Mark the offset in the reader's pattern that an error names."""
    typed = next((each.removeprefix(CUSTOM) for each in patterns if is_custom(each)), "")
    position = error.values.get("position")
    if isinstance(error, IN_PATTERN) and isinstance(position, int):
        printable = "".join(c if c.isprintable() else "�" for c in typed)
        st.code(f"{printable}\n{' ' * position}^", language=None)
