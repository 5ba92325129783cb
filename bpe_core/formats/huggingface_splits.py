"""Hugging Face's pre-tokenizers, and our names for them.

Patterns run in Oniguruma there and in `regex` here. A pattern without a name may only use the
part of the language that means the same in both.

One split alone is a pattern, of which one more alternative takes what it leaves between
matches (`taking_the_rest`); several are a chain (see `custom_split`), ``Digits`` and
``Punctuation`` among them. ``Removed`` loses text, which is refused, unless it is sure to
remove nothing. So is what stands behind ``ByteLevel``, as in Falcon: there a character is
already bytes, some of which look like digits, and would be cut within.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import at, broken, read_pattern
from bpe_core.pretokenize.custom_pattern import (
    character_class,
    compile_custom,
    split_alternatives,
)
from bpe_core.pretokenize.patterns import (
    CUSTOM,
    PATTERNS,
    Step,
    chain_of,
    is_chain,
    is_custom,
    pattern_name,
    pattern_text,
    steps_of,
)

KNOWN = "ByteLevel, Sequence (Split, Digits, Punctuation, and ByteLevel at its end)"
KEY = "pre_tokenizer"
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
BEHAVIORS: Mapping[str, str] = {
    "Isolated": "isolated",
    "Contiguous": "contiguous",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
}
DIGIT = rf"{CUSTOM}\p{{N}}"
PUNCTUATION = rf"{CUSTOM}[!-/:-@\[-`{{-~\p{{P}}]"

# subtle: a possessive `{1,3}+` repeats the repetition in Oniguruma. Nothing follows it in its
# alternative, so a greedy one takes the same.
SPELLINGS: Mapping[str, str] = {
    "cl100k_tiktoken": str(PATTERNS["cl100k_tiktoken"]).replace("{1,3}+", "{1,3}"),
}

_SCRIPT = "Han|Hiragana|Katakana|Hangul|Latin|Cyrillic|Greek|Arabic|Hebrew|Thai|Devanagari"
_POINT = "u[0-9A-Fa-f]{4}|x[0-7][0-9A-Fa-f]"
_ESCAPE = rf"\\(?:[pP]\{{(?:[A-Z][a-z]?|{_SCRIPT})\}}|[sSdDnrtfv]|{_POINT}|[^\w\s])"
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
    if pattern == "gpt2":
        return {**BYTE_LEVEL, "use_regex": True}
    if is_chain(pattern):
        steps = steps_of(pattern)
    elif pattern_text(pattern) is None:
        steps = ()
    else:
        steps = (Step(pattern),)
    if not steps:
        return {**BYTE_LEVEL, "use_regex": False}
    parts = [_split_of(file, step) for step in steps]
    return {"type": "Sequence", "pretokenizers": [*parts, {**BYTE_LEVEL, "use_regex": False}]}


def _split_of(file: str, step: Step) -> dict[str, Any]:
    text = SPELLINGS.get(step.pattern) or str(pattern_text(step.pattern))
    if is_custom(step.pattern):
        text = without_the_rest(text)
        _check_same_in_both(file, text)
    behavior = next(name for name, ours in BEHAVIORS.items() if ours == step.behavior)
    matches = {"behavior": behavior, "invert": step.inverted}
    return {"type": "Split", "pattern": {"Regex": text}, **matches}


def pattern_of(file: str, component: Any) -> str:
    """The name of the pre-tokenizer; raises ``FormatError`` for what is not supported."""
    parts = [*_flat(component)]
    kinds = [part.get("type") if isinstance(part, dict) else None for part in parts]
    if not kinds or kinds[-1] != "ByteLevel" or not {*kinds[:-1]} <= STEPS.keys():
        raise broken(file, at("key", KEY), "one_of", known=KNOWN, value=repr(kinds))
    *before, byte_level = parts
    if byte_level.get("add_prefix_space", True) is not False:
        raise _unsupported(file, "add_prefix_space")
    steps = [STEPS[part["type"]](file, part) for part in before]
    if byte_level.get("use_regex", True):
        steps.append(Step("gpt2"))
    if not steps:
        return "none"
    (pattern, behavior, _), *others = steps
    if others or behavior != "isolated":
        return chain_of(steps)
    if not is_custom(pattern) or takes_everything(text := pattern.removeprefix(CUSTOM)):
        return pattern
    return _checked(file, CUSTOM + taking_the_rest(text))


def _flat(component: Any) -> Iterator[Any]:
    """The pre-tokenizers within sequences, in order."""
    inner = component.get("pretokenizers") if isinstance(component, dict) else None
    if not isinstance(inner, list):
        yield component
    else:
        for each in inner:
            yield from _flat(each)


def _split_step(file: str, split: dict[str, Any]) -> Step:
    inverted = split.get("invert") is True
    pattern = _pattern_of_split(file, split.get("pattern"))
    behavior = split.get("behavior")
    if behavior == "Removed":
        # subtle: to remove what no match takes removes nothing if matches take everything.
        if not inverted:
            raise broken(file, at("key", KEY), "removes", value=repr(pattern))
        if is_custom(pattern) and not takes_everything(pattern.removeprefix(CUSTOM)):
            raise broken(file, at("key", KEY), "drops_text")
        return Step(pattern)
    matters = behavior not in ("Isolated", "Contiguous")  # these treat gaps as matches
    return Step(pattern, _behavior(file, behavior), inverted and matters)


def _behavior(file: str, behavior: Any) -> str:
    if behavior not in BEHAVIORS:
        raise _unsupported(file, repr(behavior))
    return BEHAVIORS[behavior]


def _digits_step(_: str, digits: dict[str, Any]) -> Step:
    return Step(DIGIT, "isolated" if digits.get("individual_digits") else "contiguous")


def _punctuation_step(file: str, punctuation: dict[str, Any]) -> Step:
    return Step(PUNCTUATION, _behavior(file, punctuation.get("behavior", "Isolated")))


STEPS: Mapping[str, Callable[[str, dict[str, Any]], Step]] = {
    "Split": _split_step,
    "Digits": _digits_step,
    "Punctuation": _punctuation_step,
}


def _pattern_of_split(file: str, pattern: Any) -> str:
    """The name of what a split searches for: a regular expression, or a text."""
    if not isinstance(pattern, dict):
        raise _unsupported(file, repr(pattern))
    if isinstance(text := pattern.get("String"), str) and text:
        return _checked(file, CUSTOM + "".join(map(_literal, text)))
    text = pattern.get("Regex")
    if not isinstance(text, str):
        raise _unsupported(file, repr(pattern))
    for name, spelling in SPELLINGS.items():
        if text == spelling:
            return name
    name = read_pattern(file, KEY, text, pattern_name)
    if is_custom(name) or name in SPELLINGS:
        _check_same_in_both(file, text)
    return name


def _literal(character: str) -> str:
    return character if re.match(r"[\w\s]", character) else "\\" + character


def _checked(file: str, name: str) -> str:
    read_pattern(file, KEY, name, pattern_text)
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
