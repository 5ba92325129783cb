"""Cut a text into pre-tokens: first at special tokens, then by a pattern.

No merge crosses the border of a pre-token. Every byte outside special tokens belongs to
exactly one pre-token, at a known byte offset; the offsets inside special tokens are gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import regex

from bpe_core.errors import InputError, OptionError
from bpe_core.pretokenize.custom_split import Guard, split_custom
from bpe_core.pretokenize.patterns import as_pinned, compiled_pattern, is_custom, version_of
from bpe_core.runtime.arguments import as_integer, check_type, has_items
from bpe_core.runtime.text import as_characters, as_text

WHOLE = -1  # instead of an alternative's number, where there is no pattern


class PreToken(NamedTuple):
    """Bytes (at least one), the offset of the first one, and how often they count."""

    data: bytes
    start: int
    weight: int = 1


def check_collection(name: str, value: object, also: str = "") -> None:
    """Raise ``OptionError`` for one text, or what is no collection; ``also`` ends the rule."""
    if isinstance(value, str | bytes) or not has_items(value):
        rule = f"a list of texts, such as ['<|endoftext|>']{also}"
        raise OptionError(name=name, value=value, rule=rule)


def check_special_tokens(special_tokens: Iterable[str]) -> tuple[str, ...]:
    """``special_tokens`` as a tuple; none empty, none twice, none a single byte.

    subtle: a str is a collection of its characters, and is refused.
    """
    check_collection("special_tokens", special_tokens)
    checked: dict[str, None] = {}  # a set that keeps their order
    for position, token in enumerate(special_tokens, 1):
        if not isinstance(token, str):
            raise OptionError(name="special_tokens", value=token, rule="every one a str")
        if not token:
            raise InputError("empty_special_token", position=position)
        if token in checked:
            raise InputError("duplicate_special_token", token=token)
        if len(as_text(token).encode()) == 1:
            raise InputError("special_token_taken", token=token)
        checked[token] = None
    return tuple(checked)


def split_special(text: str, special_tokens: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Parts of ``text`` in order, each with a flag: is it a special token?

    subtle: the longest special token wins where one is a prefix of another.

    >>> list(split_special("a<|x|><|x|>b", ["<|x|>", "<|x|><|x|>"]))
    [('a', False), ('<|x|><|x|>', True), ('b', False)]
    """
    tokens = tuple(special_tokens)
    parts = _search_for(tokens).split(text) if tokens else [text]
    for k, part in enumerate(parts):
        if part:
            yield part, k % 2 == 1


@lru_cache(maxsize=16)
def _search_for(tokens: tuple[str, ...]) -> regex.Pattern[str]:
    longest_first = sorted(tokens, key=len, reverse=True)
    return regex.compile(f"({'|'.join(map(regex.escape, longest_first))})")


def split_pattern(
    part: str, name: str, *, guard: Guard | None = None, start: int = 0
) -> Iterator[str]:
    """The pre-tokens of a text without special tokens.

    ``guard`` limits the time of a custom pattern over all parts of one text; its errors count
    bytes from ``start``; it raises ``PatternError``.

    >>> list(split_pattern("I'm  here", "gpt2"))
    ['I', "'m", ' ', ' here']
    """
    if is_custom(name):
        for pre_token, _ in split_custom(part, name, guard or Guard(), start):
            yield pre_token
    elif (pattern := compiled_pattern(name)) is None:
        yield part
    elif version := version_of(name):
        for match in pattern.finditer(as_pinned(part, version)):
            yield part[match.start() : match.end()]
    else:
        for match in pattern.finditer(part):
            yield match.group()


def split_by_alternative(
    part: str, name: str, *, guard: Guard | None = None, start: int = 0
) -> Iterator[tuple[str, int]]:
    """The same pre-tokens, each with the number (from 0) of the alternative that matched.

    Takes half as long again as ``split_pattern``, hence a function of its own.

    >>> list(split_by_alternative("I'm  here", "gpt2"))
    [('I', 1), ("'m", 0), (' ', 4), (' here', 1)]
    """
    if is_custom(name):
        yield from split_custom(part, name, guard or Guard(), start)
    elif (pattern := compiled_pattern(name, by_alternative=True)) is None:
        yield part, WHOLE
    else:
        for match in pattern.finditer(as_pinned(part, version_of(name))):
            yield part[match.start() : match.end()], (match.lastindex or 0) - 1


def pre_tokenize(
    text: str | bytes, *, pattern: str = "gpt2", special_tokens: Iterable[str] = ()
) -> Iterator[PreToken]:
    """Every pre-token at its byte offset in the UTF-8 text, weight 1 (the lecture's view).

    >>> [tuple(p) for p in pre_tokenize("ô<|x|> b", special_tokens=["<|x|>"])]
    [(b'\\xc3\\xb4', 0, 1), (b' b', 7, 1)]
    """
    guard = Guard()
    for start, part in ordinary_parts(text, special_tokens):
        for pre_token in split_pattern(part, pattern, guard=guard, start=start):
            data = pre_token.encode()
            yield PreToken(data, start)
            start += len(data)


def pre_tokenize_by_alternative(
    text: str | bytes, *, pattern: str = "gpt2", special_tokens: Iterable[str] = ()
) -> Iterator[tuple[PreToken, int]]:
    """Every pre-token as ``pre_tokenize`` gives it, with its alternative's number.

    >>> [(p.data, number) for p, number in pre_tokenize_by_alternative("ab 1")]
    [(b'ab', 1), (b' 1', 2)]
    """
    guard = Guard()
    for start, part in ordinary_parts(text, special_tokens):
        for pre_token, number in split_by_alternative(part, pattern, guard=guard, start=start):
            data = pre_token.encode()
            yield PreToken(data, start), number
            start += len(data)


def count_pre_tokens(
    text: str | bytes, *, pattern: str = "gpt2", special_tokens: Iterable[str] = ()
) -> dict[bytes, int]:
    """How often each distinct pre-token occurs, in the order of first occurrence.

    >>> count_pre_tokens("to be or not to be")
    {b'to': 1, b' be': 2, b' or': 1, b' not': 1, b' to': 1}
    """
    counts: Counter[str] = Counter()
    guard = Guard()
    for start, part in ordinary_parts(text, special_tokens):
        counts.update(split_pattern(part, pattern, guard=guard, start=start))
    return {pre_token.encode(): count for pre_token, count in counts.items()}


def ordinary_parts(
    text: str | bytes, special_tokens: Iterable[str]
) -> Iterator[tuple[int, str]]:
    """The texts between special tokens, each with the byte offset where it starts."""
    start, characters = 0, as_characters(text)
    for part, is_special in split_special(characters, check_special_tokens(special_tokens)):
        if not is_special:
            yield start, part
        start += len(part.encode())


def checked_counts(counts: Mapping[bytes, int]) -> dict[bytes, int]:
    """A copy of ``counts``; raises ``OptionError`` for what are no pre-tokens with counts.

    >>> checked_counts({b"to": 0})
    Traceback (most recent call last):
    bpe_core.errors.OptionError: count of b'to'=0: an integer of at least 1
    """
    rule = "a mapping from pre-tokens to their counts, or a PreTokenTable"
    check_type("counts", counts, Mapping, rule)
    plain: dict[bytes, int] = {}
    for data, count in counts.items():
        if not isinstance(data, bytes) or not data:
            raise OptionError(name="pre-token", value=data, rule="bytes, at least one")
        is_plain = type(count) is int and count > 0
        plain[data] = count if is_plain else as_integer(f"count of {data!r}", count, least=1)
    return plain


def lay_out(counts: Mapping[bytes, int]) -> Iterator[PreToken]:
    """Distinct pre-tokens end to end, weighted by their counts (the view of real training).

    >>> [tuple(p) for p in lay_out({b"to": 2, b" be": 1})]
    [(b'to', 0, 2), (b' be', 2, 1)]
    """
    start = 0
    for data, weight in counts.items():
        yield PreToken(data, start, weight)
        start += len(data)
