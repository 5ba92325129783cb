"""Where a text may be cut in two so that both halves have the pre-tokens of the whole.

A pattern looks ahead from where a pre-token starts, never back. So an offset is a safe
cut if a pre-token always ends there, and would end there if nothing followed. The characters
before and after the offset decide that:

    a b   before white space that follows something else. Newlines only if punctuation does
          not take them: ``!`` and a newline are one pre-token of cl100k.
    a,    between a letter and what is neither letter, mark (part of a word for o200k) nor
          apostrophe (may begin a contraction, part of the word for o200k).
    \\na   behind a newline, before what is not white space, in patterns whose pre-tokens end
          there. The slash: o200k takes newlines and slashes behind punctuation.

The rules are regular expressions that match the empty string at such an offset.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from bpe_core.pretokenize.pinned import as_pinned, base_name, version_of

BEFORE_WHITE_SPACE = r"(?<=\S)(?=\s)"
BEFORE_BLANK = r"(?<=\S)(?=[^\S\r\n])"
AFTER_LETTER = r"(?<=\p{L})(?=[^\p{L}\p{M}'])"
AFTER_NEWLINE = r"(?<=[\r\n])(?=[^\s/])"

_BY_LINES = f"{BEFORE_BLANK}|{AFTER_LETTER}|{AFTER_NEWLINE}"
SAFE_CUTS: Mapping[str, str | None] = {
    "gpt2": f"{BEFORE_WHITE_SPACE}|{AFTER_LETTER}",
    "cl100k": _BY_LINES,
    "cl100k_tiktoken": _BY_LINES,
    "o200k": _BY_LINES,
    "qwen2": _BY_LINES,
    "whitespace": BEFORE_WHITE_SPACE,
    "none": None,
}

WINDOW = 4_096  # bytes looked at first; most texts have a cut within a few words
WIDEST = 2**20


def first_cut(text: NDArray[np.uint8], pattern: str, start: int, end: int) -> int:
    """The first safe cut from ``start`` (at least 1) on, ``end`` where there is none before.

    >>> first_cut(np.frombuffer(b"one, two", np.uint8), "gpt2", 1, 8)
    3
    """
    rule, window = cut_rule(pattern, backwards=False), WINDOW
    while rule is not None and start < end:
        before = character_at(text, start - 1)
        after = min(next_character(text, start + window), end)
        cut = cut_in(text, rule, before, after, version_of(pattern))
        if cut is not None:
            return cut
        start, window = after, min(2 * window, WIDEST)
    return end


def last_cut(text: NDArray[np.uint8], pattern: str, start: int, end: int) -> int:
    """The last safe cut up to ``end``, ``start`` where there is none behind it.

    >>> last_cut(np.frombuffer(b"one, two", np.uint8), "gpt2", 0, 8)
    4
    """
    rule, window = cut_rule(pattern, backwards=True), WINDOW
    while rule is not None and start < end:
        before = max(character_at(text, end - window), start)
        after = next_character(text, end + 1)  # the characters behind an offset count, too
        cut = cut_in(text, rule, before, after, version_of(pattern))
        if cut is not None:
            return cut
        end, window = before, min(2 * window, WIDEST)
    return start


@cache
def cut_rule(pattern: str, *, backwards: bool) -> regex.Pattern[str] | None:
    """The rule to search with for a pattern; None if no offset is safe, as for custom ones."""
    rule = SAFE_CUTS.get(base_name(pattern))
    return None if rule is None else regex.compile(f"(?r){rule}" if backwards else rule)


def cut_in(
    text: NDArray[np.uint8], rule: regex.Pattern[str], start: int, end: int, version: str = ""
) -> int | None:
    """The first match of ``rule`` between two character borders, as an offset.

    ``version`` of Unicode, if not the installed one.
    """
    window = str(text[start:end].data, "utf-8")
    match = rule.search(as_pinned(window, version))
    return None if match is None else start + len(window[: match.start()].encode())


def character_at(text: NDArray[np.uint8], i: int) -> int:
    """The start of the character that contains byte ``i``; 0 before the text."""
    while i > 0 and is_continuation(text, i):
        i -= 1
    return max(i, 0)


def next_character(text: NDArray[np.uint8], i: int) -> int:
    """The first start of a character from ``i`` on; the text's end behind it."""
    while i < len(text) and is_continuation(text, i):
        i += 1
    return min(i, len(text))


def is_continuation(text: NDArray[np.uint8], i: int) -> bool:
    return bool(text[i] & 0xC0 == 0x80)
