"""Hugging Face's pre-tokenizers, and our names for them.

Patterns run in Oniguruma there and in `regex` here. A pattern without a name may only use the
part of the language that means the same in both.

A pattern need not take every character there. ``Isolated`` keeps what it leaves, as pieces of
their own: here one more alternative takes them (`taking_the_rest`). ``Removed`` with ``invert``
drops it, which is refused, unless the pattern is sure to leave nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from bpe_core.errors import FormatError, InputError
from bpe_core.formats.format_rules import at, broken
from bpe_core.pretokenize.character_classes import character_class
from bpe_core.pretokenize.custom_pattern import compile_custom, split_alternatives
from bpe_core.pretokenize.patterns import (
    CUSTOM,
    PATTERNS,
    is_custom,
    pattern_name,
    pattern_text,
)

KNOWN = "ByteLevel, Sequence (Split, ByteLevel)"
KEY = "pre_tokenizer"

# subtle: a possessive `{1,3}+` repeats the repetition in Oniguruma. Nothing follows it in its
# alternative, so a greedy one takes the same.
SPELLINGS: Mapping[str, str] = {
    "cl100k_tiktoken": str(PATTERNS["cl100k_tiktoken"]).replace("{1,3}+", "{1,3}"),
}

_SCRIPT = "Han|Hiragana|Katakana|Hangul|Latin|Cyrillic|Greek|Arabic|Hebrew|Thai|Devanagari"
_ESCAPE = rf"\\(?:[pP]\{{(?:[A-Z][a-z]?|{_SCRIPT})\}}|[sSdDnrtfv]|[^\w\s])"
# Not allowed: ^ $ \w \b, `{…}+`, named groups and flags other than i.
_SAME_IN_BOTH = re.compile(
    rf"{_ESCAPE}"
    r"|\((?:\?(?:[:=!>]|<[=!]|i:)|(?![?*]))|[)|.]|[*+?][+?]?|\{\d+(?:,\d*)?\}(?![+?])"
    r"|[^\\\[\](){}|.*+?^$]"
)
_SAME_IN_CLASS = re.compile(rf"(?:{_ESCAPE}|\[(?!:)|[^\[\\])+")
# An alternative whose match of one character is a match whatever follows.
_CONTEXT = re.compile(r"\(\?(?!:|i:)|[*+?]\+")
# Beyond these, characters are of no script; those of planes 4 to 13 and 15 to 16 are alike.
_LAST = 0x32400
_CHARACTERS = [range(0xD800), range(0xE000, _LAST), range(0xE0000, 0xE0200)]
_ALIKE = (0x40000, 0xE0FFF, 0xF0000, 0xFFFFF, 0x10FFFF)


def pre_tokenizer_of(file: str, pattern: str) -> dict[str, Any]:
    """The component that splits as ``pattern`` does and maps bytes to characters."""
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    if pattern == "gpt2":
        return {**byte_level, "use_regex": True}
    text = SPELLINGS.get(pattern) or pattern_text(pattern)
    if text is None:
        return {**byte_level, "use_regex": False}
    if is_custom(pattern):
        text = without_the_rest(text)
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
    if not is_custom(name) or takes_everything(text):
        return name
    if behaviour != "Isolated":
        raise broken(file, at("key", KEY), "drops_text")
    return _checked(file, CUSTOM + taking_the_rest(text))


def _checked(file: str, name: str) -> str:
    try:
        pattern_text(name)
    except InputError as error:
        raise broken(file, at("key", KEY), "pattern", problem=error) from error
    return name


def taking_the_rest(text: str) -> str:
    r"""The pattern ``text``, and behind it an alternative for what lies between its matches.

    >>> taking_the_rest("a+")
    'a+|(?:(?!a+)[\\s\\S])++'
    """
    # subtle: not `(?s:.)` around it, where a dot in ``text`` would take line ends as well.
    return rf"{text}|(?:(?!{text})[\s\S])++"


def without_the_rest(text: str) -> str:
    """The pattern of which `taking_the_rest` made ``text``; ``text`` itself if it did not.

    >>> without_the_rest(taking_the_rest("a+")), without_the_rest("a|b")
    ('a+', 'a|b')
    """
    bare = text[: max(0, len(text) - len(taking_the_rest(""))) // 2]
    return bare if bare and taking_the_rest(bare) == text else text


@lru_cache(maxsize=16)
def takes_everything(text: str) -> bool:
    r"""Whether a pattern is sure to match at every character, whatever stands around it.

    It is if each character is a match of an alternative that does not look around.

    >>> takes_everything(r"a+(?!b)|[^b]+|b"), takes_everything(r"a|(?!a)[\s\S]")
    (True, False)
    """
    free = [source for source in split_alternatives(text) if not _CONTEXT.search(source)]
    if not free or max(text) >= chr(_LAST):
        return False
    match = compile_custom("|".join(free))[0].fullmatch
    return all(match(chr(point)) for point in chain(_ALIKE, *_CHARACTERS))


def _check_same_in_both(file: str, text: str) -> None:
    end = 0
    folds: list[bool] = []  # for each open group, whether upper and lower case are alike in it
    while end < len(text):
        start = end
        if text[start] == "[":
            end = _end_of_class(text, start, folds=any(folds))
        elif (match := _SAME_IN_BOTH.match(text, start)) is not None:
            end = match.end()
            if text[start] == "(":
                folds.append(match.group() == "(?i:")
            elif text[start] == ")":
                folds.pop()
        if end == start:
            raise _unsupported(file, repr(text[end : end + 8]))


def _end_of_class(text: str, start: int, *, folds: bool) -> int:
    """Where a class ends that means the same in both; ``start`` for another one.

    subtle: where case does not count, Oniguruma folds a class after what is within it.
    """
    read = character_class(text, start)
    if read is None or not _SAME_IN_CLASS.fullmatch(text[start : read.end]):
        return start
    return start if folds and read.size > 1 else read.end


def _unsupported(file: str, value: str) -> FormatError:
    return broken(file, at("key", KEY), "unsupported", value=value)
