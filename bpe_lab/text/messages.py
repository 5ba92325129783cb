"""Errors and notices as text in the reader's language.

subtle: Streamlit draws messages as Markdown, and their values come from users. Everything in
a value that Markdown could act on is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from bpe_core.errors import BPELabError, Notice, Phrase
from bpe_core.runtime.text import UNSHOWN
from bpe_lab.text import t

MAX_VALUE = 80  # characters of a value in a message
# What Streamlit draws as emoji, icons and arrows, escaped or not: split by an invisible
# character.
REPLACED = re.compile(r":(?=[^\s:]+:)|(?<!\S)[<>~-](?=(->|[-=>])(?!\S))")
# What Markdown makes a link of, escaped or not: addresses that begin so, and mail addresses.
LINKED = re.compile(r":(?=//)|www(?=\.)|@", re.IGNORECASE)
JOINER = "\u2060"


def message(problem: BPELabError) -> str:
    """The catalogue's text for the problem's class and rule, with its values made harmless."""
    is_notice = isinstance(problem, Notice)
    key = f"notice.{problem.rule}" if is_notice else f"error.{problem.name}"
    return t(key, **{name: localized(value) for name, value in problem.values.items()})


def localized(value: object) -> object:
    """A value of a message, in the reader's language and made harmless."""
    if isinstance(value, Phrase):
        return t(
            f"{value.section}.{value.key}", **{k: localized(v) for k, v in value.values.items()}
        )
    if isinstance(value, BPELabError):
        return message(value).rstrip(".。")
    if isinstance(value, StrEnum):
        return t(f"stop.{value}")
    return escaped(value) if isinstance(value, str) else value


def escaped(text: str) -> str:
    """``text`` shortened, without control characters and with Markdown's signs made inert.

    >>> escaped("![x](y)")
    '\\\\!\\\\[x\\\\]\\\\(y\\\\)'
    """
    if len(text) > MAX_VALUE:
        text = text[:MAX_VALUE] + "…"
    text = "".join("�" if c != " " and unicodedata.category(c) in UNSHOWN else c for c in text)
    for active in (REPLACED, LINKED):
        text = active.sub(lambda match: match[0] + JOINER, text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def plain(text: str) -> str:
    """A message for Markdown as one for HTML, which has signs of its own.

    >>> plain(escaped("a_b.txt"))
    'a_b.txt'
    """
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace(JOINER, "")
