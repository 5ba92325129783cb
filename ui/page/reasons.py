"""Why a run failed: its process prints one line in English, readers get their own language."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from bpe_core import errors
from bpe_core.measure.endings import Ending
from ui.page.problems import JOINER, escaped, localized, message
from ui.text import t

OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate")


def sentence_of(reason: str) -> str | None:
    """A refusal of ours, or a lack of memory, as a message; None: `clause_of` it."""
    name, _, words = reason.partition(": ")
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, errors.BPELabError):
        match = pattern_of(kind.message).fullmatch(words)
        if match:
            return message(kind(**dict(_values(match))))
    if any(sign in reason for sign in OUT_OF_MEMORY):
        return t("reason.out_of_memory")
    return None


def clause_of(reason: str) -> str:
    """How a process ended, as a part of a message; unknown reasons stay as they are."""
    for key, template in Ending.english.items():
        match = pattern_of(template).fullmatch(reason)
        if match:
            return str(localized(Ending(key, dict(_values(match)))))
    return escaped(reason)


def plain(text: str) -> str:
    """A message for Markdown as one for HTML, which has signs of its own.

    >>> plain(escaped("a_b.txt"))
    'a_b.txt'
    """
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace(JOINER, "")


def pattern_of(template: str) -> re.Pattern[str]:
    """What texts made from a template look like; fields with a format of their own match none.

    >>> pattern_of("{n} of {m}").fullmatch("3 of 12").groupdict()
    {'n': '3', 'm': '12'}
    """
    parts = []
    for literal, name, spec, _ in string.Formatter().parse(template):
        parts.append(re.escape(literal))
        if name:
            parts.append("(?!)" if spec else f"(?P<{name}>.+?)")
    return re.compile("".join(parts))


def _values(match: re.Match[str]) -> Iterator[tuple[str, object]]:
    for name, value in match.groupdict().items():
        yield name, int(value) if value.isascii() and value.isdecimal() else value
