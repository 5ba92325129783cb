"""Hugging Face's pre-tokenizers, and our names for them.

Patterns run in Oniguruma there and in `regex` here. A pattern without a name may only use the
part of the language that means the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bpe_core.errors import FormatError, InputError
from bpe_core.formats.format_rules import at, broken
from bpe_core.pretokenize.patterns import PATTERNS, is_custom, pattern_name, pattern_text

KNOWN = "ByteLevel, Sequence (Split, ByteLevel)"
KEY = "pre_tokenizer"

# subtle: a possessive `{1,3}+` repeats the repetition in Oniguruma. Nothing follows it in its
# alternative, so a greedy one takes the same.
SPELLINGS: Mapping[str, str] = {
    "cl100k_tiktoken": str(PATTERNS["cl100k_tiktoken"]).replace("{1,3}+", "{1,3}"),
}

_SCRIPT = "Han|Hiragana|Katakana|Hangul|Latin|Cyrillic|Greek|Arabic|Hebrew|Thai|Devanagari"
_ESCAPE = rf"\\(?:[pP]\{{(?:[A-Z][a-z]?|{_SCRIPT})\}}|[sSdDnrtfv]|[^\w\s])"
# Not allowed: ^ $ \w \b, `{…}+`, sets within sets, named groups and flags other than i.
_SAME_IN_BOTH = re.compile(
    rf"{_ESCAPE}|\[\^?(?:{_ESCAPE}|[^\[\]\\&])+\]"
    r"|\((?:\?(?:[:=!>]|<[=!]|i:)|(?![?*]))|[)|.]|[*+?][+?]?|\{\d+(?:,\d*)?\}(?![+?])"
    r"|[^\\\[\](){}|.*+?^$]"
)


def pre_tokenizer_of(file: str, pattern: str) -> dict[str, Any]:
    """The component that splits as ``pattern`` does and maps bytes to characters."""
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    if pattern == "gpt2":
        return {**byte_level, "use_regex": True}
    text = SPELLINGS.get(pattern) or pattern_text(pattern)
    if text is None:
        return {**byte_level, "use_regex": False}
    if is_custom(pattern):
        _check_same_in_both(file, text)
    isolated = {"behavior": "Isolated", "invert": False}
    split = {"type": "Split", "pattern": {"Regex": text}, **isolated}
    return {"type": "Sequence", "pretokenizers": [split, {**byte_level, "use_regex": False}]}


def pattern_of(file: str, component: Any) -> str:
    """The name of the pattern; raises ``FormatError`` for what is not supported."""
    parts = [component]
    if isinstance(component, dict) and isinstance(component.get("pretokenizers"), list):
        parts = component["pretokenizers"]
    kinds = [part.get("type") if isinstance(part, dict) else None for part in parts]
    if kinds not in (["ByteLevel"], ["Split", "ByteLevel"]):
        raise broken(file, at("key", KEY), "one_of", known=KNOWN, value=repr(kinds))
    byte_level = parts[-1]
    if byte_level.get("add_prefix_space", True) is not False:
        raise _unsupported(file, "add_prefix_space")
    splits_again = byte_level.get("use_regex", True)
    if len(parts) == 1:
        return "gpt2" if splits_again else "none"
    if splits_again:
        raise _unsupported(file, "Split + use_regex")
    return _pattern_of_split(file, parts[0])


def _pattern_of_split(file: str, split: dict[str, Any]) -> str:
    """A pattern takes every character, so keeping the matches alone is keeping everything."""
    behaviour, inverted = split.get("behavior"), split.get("invert")
    if behaviour != "Isolated" and (behaviour, inverted) != ("Removed", True):
        raise _unsupported(file, f"{behaviour}, invert: {inverted}")
    pattern = split.get("pattern")
    text = pattern.get("Regex") if isinstance(pattern, dict) else None
    if not isinstance(text, str):
        raise _unsupported(file, repr(pattern))
    for name, spelling in SPELLINGS.items():
        if text == spelling:
            return name
    try:
        name = pattern_name(text)
    except InputError as error:
        raise broken(file, at("key", KEY), "pattern", problem=error) from error
    if is_custom(name) or name in SPELLINGS:
        _check_same_in_both(file, text)
    return name


def _check_same_in_both(file: str, text: str) -> None:
    end = 0
    while end < len(text):
        match = _SAME_IN_BOTH.match(text, end)
        if match is None:
            raise _unsupported(file, repr(text[end : end + 8]))
        end = match.end()


def _unsupported(file: str, value: str) -> FormatError:
    return broken(file, at("key", KEY), "unsupported", value=value)
