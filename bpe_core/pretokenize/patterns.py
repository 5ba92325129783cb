"""The regular expressions that cut texts into pre-tokens, alternative by alternative.

At every offset the first alternative that matches wins, and its match is one pre-token; so the
order of alternatives matters as much as their content.

A name pinned to a version of Unicode, ``gpt2@16.0``, is gpt2 with the letters of 16.0. Patterns
ask for letters, numbers and marks, and each version of Unicode has more of them than the one
before. Without a version they are those of the installed `regex`; another library may have an
older table, and gives other ids for characters that are new to it. 16.0 is that of tiktoken.
Scanners read the table of the version (`kernels/scan/classes`). For `regex`, whose own table
cannot be changed, a text is shown with stand-ins: each character that is of another class in
the version is replaced by one that is of that class in both. Offsets in characters stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import regex

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.kernels.scan import PINNED_VERSIONS
from bpe_core.pretokenize.custom_pattern import check_pattern, split_alternatives

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PIN = "@"
CUSTOM = "custom:"
CHAIN = "chain:"
FIRST_STAND_IN = 0x250  # behind all characters that patterns name

BEHAVIORS = ("isolated", "contiguous", "merged_with_previous", "merged_with_next")
MOST_STEPS = 16


class Alternative(NamedTuple):
    """One branch of a pattern; ``name`` says what it matches, the same word in all patterns."""

    name: str
    source: str


class Step(NamedTuple):
    """A pattern's name, ours or a custom one, and what becomes of its matches."""

    pattern: str
    behavior: str = "isolated"
    inverted: bool = False


_CONTRACTION = Alternative("contraction", r"'(?:[sdmt]|ll|ve|re)")
_CONTRACTION_ANY_CASE = Alternative("contraction_any_case", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)")
_LETTERS = Alternative("letters_after_any", r"[^\r\n\p{L}\p{N}]?\p{L}+")
_UP_TO_THREE_DIGITS = Alternative("three_digits", r"\p{N}{1,3}")
_OTHERS_AND_NEWLINES = Alternative("others_and_newlines", r" ?[^\s\p{L}\p{N}]+[\r\n]*")
_NEWLINES = Alternative("newlines", r"\s*[\r\n]+")
# subtle: greedy, and not only at the end of the text. Before a word the look-ahead makes the
# run give back its last character, so that the word can take it.
_ALL_BUT_LAST = Alternative("all_but_last", r"\s+(?!\S)")
_SPACES = Alternative("spaces", r"\s+")
ALTERNATIVES: Mapping[str, tuple[Alternative, ...]] = {
    # openai/gpt-2, src/encoder.py, in the short form of CS336 and tiktoken
    "gpt2": (
        _CONTRACTION,
        Alternative("letters", r" ?\p{L}+"),
        Alternative("numbers", r" ?\p{N}+"),
        Alternative("others", r" ?[^\s\p{L}\p{N}]+"),
        _ALL_BUT_LAST,
        _SPACES,
    ),
    # tiktoken until 0.4, and Llama 3
    "cl100k": (
        _CONTRACTION_ANY_CASE,
        _LETTERS,
        _UP_TO_THREE_DIGITS,
        _OTHERS_AND_NEWLINES,
        _NEWLINES,
        _ALL_BUT_LAST,
        _SPACES,
    ),
    # tiktoken since 0.9. subtle: takes all white space at the end of a text, newlines included.
    "cl100k_tiktoken": (
        Alternative("contraction_any_case", r"'(?i:[sdmt]|ll|ve|re)"),
        Alternative("letters_after_any", r"[^\r\n\p{L}\p{N}]?+\p{L}++"),
        Alternative("three_digits", r"\p{N}{1,3}+"),
        Alternative("others_and_newlines", r" ?[^\s\p{L}\p{N}]++[\r\n]*+"),
        Alternative("spaces_at_end", r"\s++$"),
        Alternative("newlines", r"\s*[\r\n]"),
        _ALL_BUT_LAST,
        Alternative("one_space", r"\s"),
    ),
    # tiktoken: GPT-4o and later
    "o200k": (
        Alternative(
            "small_letters_last",
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        ),
        Alternative(
            "capitals_first",
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        ),
        _UP_TO_THREE_DIGITS,
        Alternative("others_and_slashes", r" ?[^\s\p{L}\p{N}]+[\r\n/]*"),
        _NEWLINES,
        _ALL_BUT_LAST,
        _SPACES,
    ),
    # QwenLM/Qwen2: cl100k with single digits
    "qwen2": (
        _CONTRACTION_ANY_CASE,
        _LETTERS,
        Alternative("one_digit", r"\p{N}"),
        _OTHERS_AND_NEWLINES,
        _NEWLINES,
        _ALL_BUT_LAST,
        _SPACES,
    ),
    "whitespace": (Alternative("no_spaces", r"\S+"), _SPACES),
    "none": (),  # the whole text between special tokens is one pre-token
}
PATTERNS: Mapping[str, str | None] = {
    name: "|".join(alternative.source for alternative in in_order) or None
    for name, in_order in ALTERNATIVES.items()
}

# Other texts that are known to make the same splits; the tests compare them.
SPELLINGS: Mapping[str, str] = {
    # GPT-2's own text, which Hugging Face's ByteLevel has built in
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2",
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2",
    # tiktoken's r50k since 0.9
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": "gpt2",
    # tiktoken's cl100k from 0.5 to 0.8
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+": "cl100k",
}


def pattern_text(name: str) -> str | None:
    """The regular expression called ``name``, or None for no splitting.

    A user's pattern has its text in its name, ``"custom:" + text``, and is checked. A name may
    be pinned to a version of Unicode, ``"gpt2@16.0"`` (see `as_pinned`); the text is the same.

    >>> pattern_text("custom:a|[^a]+")
    'a|[^a]+'
    >>> pattern_text("gpt5")
    Traceback (most recent call last):
    bpe_core.errors.UnknownNameError: no pattern named 'gpt5'; known: gpt2, cl100k, \
cl100k_tiktoken, o200k, qwen2, whitespace, none, custom:…
    """
    if is_chain(name):
        rule = "one pattern; this is a chain of several"
        raise OptionError(name="pattern", value=name, rule=rule)
    if is_custom(name):
        return check_pattern(name.removeprefix(CUSTOM))
    if base_name(name) not in PATTERNS:
        raise _unknown(name)
    version_of(name)
    return PATTERNS[base_name(name)]


def is_custom(name: str) -> bool:
    """Whether ``name`` contains a user's pattern, or a chain of several (see `custom_split`).

    No compiled scanner has these, and no offset is a safe cut. Raises ``UnknownNameError`` for
    no name.
    """
    if not isinstance(name, str):
        raise _unknown(name)
    return name.startswith((CUSTOM, CHAIN))


def is_chain(name: str) -> bool:
    """Whether ``name`` lists several patterns."""
    return isinstance(name, str) and name.startswith(CHAIN)


def chain_of(steps: Sequence[Step]) -> str:
    """The name of a pre-tokenizer of these steps.

    >>> chain_of([Step("custom:a"), Step("gpt2", "merged_with_next", True)])
    'chain:[["custom:a","isolated"],["gpt2","merged_with_next",true]]'
    """
    rows = [[*step[:2], *([True] if step.inverted else [])] for step in steps]
    return CHAIN + json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=32)
def steps_of(name: str) -> tuple[Step, ...]:
    """The steps that ``name`` lists; raises ``UnknownNameError`` and for a custom pattern.

    >>> steps_of('chain:[["custom:a","isolated"]]')
    (Step(pattern='custom:a', behavior='isolated', inverted=False),)
    """
    try:
        rows = json.loads(name.removeprefix(CHAIN))
        steps = tuple(Step(*row) for row in rows)
    except (ValueError, TypeError, RecursionError) as error:
        raise _no_chain(name) from error
    if not 0 < len(steps) <= MOST_STEPS or chain_of(steps) != name:
        raise _no_chain(name)
    for pattern, behavior, inverted in steps:
        if not isinstance(pattern, str) or type(inverted) is not bool:
            raise _no_chain(name)
        if behavior not in BEHAVIORS:
            raise UnknownNameError.among("behavior", behavior, BEHAVIORS)
        if pattern.startswith(CUSTOM):
            check_pattern(pattern.removeprefix(CUSTOM))
        elif not PATTERNS.get(pattern):
            raise _no_chain(name)
    return steps


def _no_chain(name: str) -> UnknownNameError:
    form = f"{CHAIN}[[PATTERN, BEHAVIOR], …], at most {MOST_STEPS}"
    return UnknownNameError.among("pattern", name, [form])


def check_name(name: str) -> None:
    """Raise for what names no pre-tokenizer: like `pattern_text` and `steps_of`."""
    if is_chain(name):
        steps_of(name)
    else:
        pattern_text(name)


def _unknown(name: object) -> UnknownNameError:
    return UnknownNameError.among("pattern", name, (*PATTERNS, f"{CUSTOM}…"))


def pattern_name(text: str) -> str:
    """The name of a known pattern with this text or an equal one; else it is a custom one.

    >>> pattern_name(r"\\S+|\\s+")
    'whitespace'
    """
    for name, known in PATTERNS.items():
        if text == known:
            return name
    return SPELLINGS.get(text) or CUSTOM + check_pattern(text)


def alternatives(name: str) -> tuple[Alternative, ...]:
    """The alternatives of a pattern in order; those of a custom one have no name.

    Of a chain the patterns of its steps.

    >>> alternatives("whitespace")[0]
    Alternative(name='no_spaces', source='\\\\S+')
    >>> [source for _, source in alternatives("custom:(?:a|b)|.")]
    ['(?:a|b)', '.']
    """
    if is_chain(name):
        patterns = [step.pattern for step in steps_of(name)]
        return tuple(Alternative("", str(pattern_text(pattern))) for pattern in patterns)
    text = pattern_text(name)
    if not is_custom(name):
        return ALTERNATIVES[base_name(name)]
    return tuple(Alternative("", source) for source in split_alternatives(text or ""))


@lru_cache(maxsize=32)
def compiled_pattern(name: str, *, by_alternative: bool = False) -> regex.Pattern[str] | None:
    """A named pattern, ready to match; ``by_alternative`` puts each into a group of its own.

    The number of the group that matched is the alternative's, from 1.
    """
    text = pattern_text(name)
    if by_alternative and (in_order := ALTERNATIVES.get(base_name(name))):
        return regex.compile("|".join(f"({alternative.source})" for alternative in in_order))
    return None if text is None else regex.compile(text)


def base_name(name: str) -> str:
    """The pattern's name without a version.

    >>> base_name("gpt2@16.0"), base_name("custom:a@b")
    ('gpt2', 'custom:a@b')
    """
    return name if is_custom(name) else name.partition(PIN)[0]


def version_of(name: str) -> str:
    """The version of Unicode that a pattern is pinned to; empty for the installed one.

    Raises ``UnknownNameError`` for a version without a table.

    >>> version_of("gpt2@16.0"), version_of("gpt2")
    ('16.0', '')
    """
    if is_custom(name) or PIN not in name:
        return ""
    version = name.partition(PIN)[2]
    if version not in PINNED_VERSIONS:
        raise UnknownNameError.among("Unicode version", version, PINNED_VERSIONS)
    return version


def pinned(name: str, version: str) -> str:
    """The pattern ``name`` with the classes of ``version``; raises ``OptionError`` if custom.

    >>> pinned("cl100k", "16.0")
    'cl100k@16.0'
    """
    if is_custom(name):
        rule = "not for a custom pattern, whose classes are those of `regex`"
        raise OptionError(name="unicode", value=version, rule=rule)
    name = f"{base_name(name)}{PIN}{version}"
    version_of(name)
    return name


def as_pinned(text: str, version: str) -> str:
    """``text`` with a stand-in for each character that is of another class in ``version``.

    >>> len(as_pinned("a\\U00011db0", "16.0"))
    2
    """
    if not version or text.isascii():
        return text
    import numpy as np  # most programs never come here

    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    replaced: bytes = _stand_ins(version)[points].tobytes()
    return replaced.decode("utf-32-le", "surrogatepass")


@cache
def _stand_ins(version: str) -> NDArray[np.uint32]:
    """By code point: itself, or what stands for it."""
    import numpy as np

    from bpe_core.kernels.scan.classes import classes

    ours, theirs = classes(), classes(version)
    stand_ins = np.arange(len(ours), dtype="<u4")
    for flags in np.unique(theirs):
        changed = (theirs == flags) & (ours != flags)
        if changed.any():
            same = (theirs[FIRST_STAND_IN:] == flags) & (ours[FIRST_STAND_IN:] == flags)
            stand_ins[changed] = FIRST_STAND_IN + int(np.argmax(same))
    stand_ins.flags.writeable = False
    return stand_ins


def unicode_version() -> str:
    """The Unicode version of the tables that split texts, as ``regex`` documents it.

    subtle: letters and digits depend on it, and it is not Python's own (``unicodedata``). The
    module has no attribute for it, only its description mentions it.
    """
    match = re.search(r"Unicode (\d+(?:\.\d+)+)", _about_regex())
    return match[1] if match else f"regex {regex.__version__}"


def _about_regex() -> str:
    """Its metadata, from the file beside it: asking Python for them imports half of `email`."""
    beside = [*Path(regex.__file__).parents[1].glob("regex-*.dist-info/METADATA")]
    if len(beside) == 1:
        return beside[0].read_text("utf-8")
    from importlib.metadata import distribution

    return distribution("regex").read_text("METADATA") or ""
