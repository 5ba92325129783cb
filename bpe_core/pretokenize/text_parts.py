"""A text cut where no pre-token may cross: at special tokens, between documents, for threads.

Texts are UTF-8 in ``uint8`` arrays, described by byte offsets. Nothing is copied.

Between special tokens a text may be cut at *safe* offsets, where both halves have the
pre-tokens of the whole. A pattern looks ahead from where a pre-token starts, never back. So an
offset is a safe cut if a pre-token always ends there, and would end there if nothing followed.
The characters before and after the offset decide that:

    a b   before white space that follows something else. Newlines only if punctuation does
          not take them: ``!`` and a newline are one pre-token of cl100k.
    a,    between a letter and what is neither letter, mark (part of a word for o200k) nor
          apostrophe (may begin a contraction, part of the word for o200k).
    \\na   behind a newline, before what is not white space, in patterns whose pre-tokens end
          there. The slash: o200k takes newlines and slashes behind punctuation.

The rules are regular expressions that match the empty string at such an offset.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, pairwise
from threading import Lock
from typing import NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from bpe_core.errors import PatternError
from bpe_core.pretokenize.patterns import as_pinned, base_name, version_of

Text = NDArray[np.uint8]
ORDINARY = -1  # instead of the index of a special token

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

WINDOW = 128  # bytes looked at; most texts have a cut within a few words

# A search for one prefix reads some 3 GB/s, for several at once a tenth of that.
MOST_SEARCHES = 8
MANY = 64  # tokens; `regex` tries them one after the other wherever one could start

Spans = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]  # starts, ends, numbers

IN_THE_TEXT = ("matches_empty", "matches_nothing", "skips_text", "too_slow")


class Parts(NamedTuple):
    """Adjacent parts, none empty: from the end before (or ``start``) to ``ends[k]``.

    ``special[k]`` is the index of the special token that the part is, in the order in which
    they were passed; ``ORDINARY`` for a text to be cut into pre-tokens on its own.
    """

    ends: NDArray[np.int64]
    special: NDArray[np.int32]
    start: int = 0

    @property
    def end(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else self.start


def spans(parts: Parts) -> Iterator[tuple[int, int, int]]:
    """Where each part starts and ends, and which special token it is, or ``ORDINARY``."""
    start = parts.start
    for end, number in zip(parts.ends.tolist(), parts.special.tolist(), strict=True):
        yield start, end, number
        start = end


class Block(NamedTuple):
    """A text, or a section of one that can be processed by itself, and its parts.

    ``items``: which texts of an iterable are in it.
    """

    text: Text
    parts: Parts
    items: Items | None = None


def parts_of(text: Text, special_tokens: Sequence[bytes] = ()) -> Parts:
    """The special tokens in ``text`` and what is between them, like ``split_special``.

    subtle: the longest special token wins where one is a prefix of another.

    >>> parts_of(np.frombuffer(b"a<|x|><|x|>b", np.uint8), [b"<|x|>", b"<|x|><|x|>"])
    Parts(ends=array([ 1, 11, 12]), special=array([-1,  1, -1], dtype=int32), start=0)
    """
    if not special_tokens:
        whole = [len(text)] if len(text) else []
        return Parts(np.array(whole, np.int64), np.array([ORDINARY] * len(whole), np.int32))
    starts, ends, numbers = special_token_spans(text, special_tokens)
    return between(starts, ends, numbers, len(text))


def between(
    starts: NDArray[np.int64], ends: NDArray[np.int64], numbers: NDArray[np.int32], size: int
) -> Parts:
    """Special tokens and the text around them, up to ``size``, as parts."""
    borders = np.empty(2 * len(starts) + 1, np.int64)
    borders[0:-1:2], borders[1::2], borders[-1] = starts, ends, size
    special = np.full(len(borders), ORDINARY, np.int32)
    special[1::2] = numbers
    full = np.diff(borders, prepend=0) > 0
    return Parts(borders[full], special[full])


def shares(text: Text, parts: Parts, pattern: str, count: int) -> list[Parts]:
    """``parts`` in ``count`` contiguous shares of about equal size, for as many threads.

    A part that crosses a border is cut in two at the next safe cut, so that all shares together
    have the pre-tokens of the whole. Where there is no safe cut there are fewer shares, none
    empty.
    """
    size = parts.end - parts.start
    borders = [parts.start]
    for k in range(1, count):
        aim = parts.start + size * k // count
        if aim > borders[-1]:
            borders.append(border_from(text, parts, pattern, aim))
    borders.append(parts.end)
    return [stretch(parts, start, end) for start, end in pairwise(borders) if start < end]


def border_from(text: Text, parts: Parts, pattern: str, aim: int) -> int:
    """The first offset from ``aim`` on where the text may be cut, at most a part's end."""
    k = int(np.searchsorted(parts.ends, aim))
    end = int(parts.ends[k])
    if parts.special[k] != ORDINARY or aim == end:
        return end
    start = int(parts.ends[k - 1]) if k else parts.start
    return first_cut(text, pattern, max(aim, start + 1), end)


def stretch(parts: Parts, start: int, end: int) -> Parts:
    """The section of ``parts`` between two offsets, neither inside a special token."""
    if (start, end) == (parts.start, parts.end):
        return parts
    first = int(np.searchsorted(parts.ends, start, "right"))
    last = int(np.searchsorted(parts.ends, end, "left"))
    ends = parts.ends[first : last + 1].copy()
    ends[-1] = end
    return Parts(ends, parts.special[first : last + 1], start)


def settled_parts(text: Text, pattern: str, special_tokens: Sequence[bytes] = ()) -> Parts:
    """The parts of the beginning of a stream that no further bytes can change.

    What follows ``parts.end`` has to wait for more bytes: it may be the beginning of a
    pre-token or of a special token. At the end of the stream use ``parts_of``.

    >>> settled_parts(np.frombuffer(b"to be or<|", np.uint8), "gpt2", [b"<|x|>"]).end
    5
    """
    starts, ends, numbers = special_token_spans(text, special_tokens)
    longest = max(map(len, special_tokens), default=1)
    # A match is certain where the longest token would be visible; later ones may still grow.
    certain = len(text) - longest + 1
    sure = int(np.searchsorted(starts, certain))
    last = int(ends[sure - 1]) if sure else 0
    cut = last_cut(text, pattern, last, max(last, certain))
    return between(starts[:sure], ends[:sure], numbers[:sure], cut)


class Untaken:
    """The middle of a text that is left; threads may take from it at the same time.

    Equal shares, one per thread, end at different times: other programs, other words. So
    stretches are taken as threads get to them, from the two ends of the text, and become
    smaller toward the end. Whoever takes from the front alone gets a beginning without gaps.

    All stretches together have the pre-tokens of the whole, and none is empty. What has no safe
    cut within comes in one.
    """

    def __init__(self, text: Text, parts: Parts, pattern: str, takers: int, least: int) -> None:
        """``takers``: how many threads; ``least``: bytes that are worth a visit."""
        self._text, self._parts, self._pattern = text, parts, pattern
        self._takers, self._least = takers, least
        self._start, self._end = parts.start, parts.end
        self._lock = Lock()

    def first(self) -> Parts | None:
        """The next stretch from the front, or None."""
        with self._lock:
            start = self._start
            self._start = self._cut_from(start + self._size())
            return self._between(start, self._start)

    def last(self) -> Parts | None:
        """The next stretch from the back, or None."""
        with self._lock:
            end, aim = self._end, self._end - self._size()
            border = self._cut_from(aim)
            self._end = border if border < end else self._cut_before(aim)
            return self._between(self._end, end)

    def _size(self) -> int:
        """Of the next stretch: half of what is left for each thread, or everything."""
        rest = self._end - self._start
        return rest if self._takers == 1 else max(self._least, rest // (2 * self._takers))

    def _cut_from(self, aim: int) -> int:
        """The first offset from ``aim`` on where what is left may be cut."""
        if not self._start < aim < self._end:
            return self._start if aim <= self._start else self._end
        return min(border_from(self._text, self._parts, self._pattern, aim), self._end)

    def _cut_before(self, aim: int) -> int:
        """The last offset up to ``aim`` where what is left may be cut; else its start."""
        if aim <= self._start:
            return self._start
        k = int(np.searchsorted(self._parts.ends, aim, "right"))
        start = max(int(self._parts.ends[k - 1]) if k else 0, self._start)
        if self._parts.special[k] != ORDINARY:
            return start
        return last_cut(self._text, self._pattern, start, aim)

    def _between(self, start: int, end: int) -> Parts | None:
        return stretch(self._parts, start, end) if start < end else None


def special_token_spans(text: NDArray[np.uint8], special_tokens: Sequence[bytes]) -> Spans:
    """Where special tokens start and end, and which ones they are.

    >>> text = np.frombuffer(b"a<|x|><|x|>b", np.uint8)
    >>> [spans.tolist() for spans in special_token_spans(text, [b"<|x|>", b"<|x|><|x|>"])]
    [[1], [11], [1]]
    """
    by_first_byte: dict[int, list[bytes]] = {}
    for token in special_tokens:
        by_first_byte.setdefault(token[0], []).append(token)
    result = as_arrays([], special_tokens)
    if 0 < len(by_first_byte) <= MOST_SEARCHES:
        matches = (search(text, tokens) for tokens in by_first_byte.values())
        result = as_arrays(sorted(chain.from_iterable(matches)), special_tokens)
    starts, ends, _ = result
    # subtle: if no matches overlap, those of one search hide none of another.
    if len(by_first_byte) > MOST_SEARCHES or (starts[1:] < ends[:-1]).any():
        result = as_arrays(search(text, special_tokens), special_tokens)
    return result


def search(text: NDArray[np.uint8], tokens: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """Each match that starts behind the end of the one before."""
    if len(tokens) > MANY:
        return search_many(text, tokens)
    longest_first = sorted(tokens, key=len, reverse=True)
    pattern = regex.compile(b"|".join(map(regex.escape, longest_first)))
    matches = pattern.finditer(np.ascontiguousarray(text).data, concurrent=True)
    return [(match.start(), match.group()) for match in matches]


def search_many(text: NDArray[np.uint8], tokens: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """The same, in a time that hardly grows with the number of tokens.

    `regex` finds where one could start; bisection finds which one it is.
    """
    data = np.ascontiguousarray(text).data
    in_order, longest = sorted(set(tokens)), max(map(len, tokens))
    shorter = beginnings_of(in_order)
    pattern = regex.compile(b"|".join(map(regex.escape, common_beginnings(in_order))))
    matches: list[tuple[int, bytes]] = []
    end = 0
    for match in pattern.finditer(data, overlapped=True, concurrent=True):
        start = match.start()
        if start < end:
            continue
        here = bytes(data[start : start + longest])
        # The last token in order that is not after `here` is a prefix of it, or has all
        # tokens that are prefixes of it as its own prefixes.
        k = bisect_right(in_order, here)
        token = in_order[k - 1] if k else None
        while token is not None and not here.startswith(token):
            token = shorter[token]
        if token is not None:
            matches.append((start, token))
            end = start + len(token)
    return matches


def beginnings_of(in_order: Sequence[bytes]) -> dict[bytes, bytes | None]:
    """For each token the longest other one that is a prefix of it; tokens are distinct.

    >>> beginnings_of([b"a", b"ab", b"b"])
    {b'a': None, b'ab': b'a', b'b': None}
    """
    shorter: dict[bytes, bytes | None] = {}
    open_ones: list[bytes] = []
    for token in in_order:
        while open_ones and not token.startswith(open_ones[-1]):
            open_ones.pop()
        shorter[token] = open_ones[-1] if open_ones else None
        open_ones.append(token)
    return shorter


def common_beginnings(tokens: Sequence[bytes]) -> list[bytes]:
    """The first bytes of all, up to eight, as many as leave few of them, at least one.

    >>> common_beginnings([b"<|%d|>" % k for k in range(100)])
    [b'<|']
    """
    size = min(8, *map(len, tokens))
    while size > 1 and len({token[:size] for token in tokens}) > MOST_SEARCHES:
        size -= 1
    return sorted({token[:size] for token in tokens})


def as_arrays(matches: list[tuple[int, bytes]], special_tokens: Sequence[bytes]) -> Spans:
    number = {token: k for k, token in enumerate(special_tokens)}
    sizes = np.array([len(token) for token in special_tokens], np.int64)
    numbers = np.array([number[token] for _, token in matches], np.int32)
    starts = np.array([start for start, _ in matches], np.int64)
    return starts, starts + sizes[numbers], numbers


def first_cut(text: NDArray[np.uint8], pattern: str, start: int, end: int) -> int:
    """A safe cut from ``start`` (at least 1) on, ``end`` where none before it is met.

    The first one, unless a window has none: then windows farther and farther away are looked
    at, since a pre-token of megabytes would take seconds to search.

    >>> first_cut(np.frombuffer(b"one, two", np.uint8), "gpt2", 1, 8)
    3
    """
    rule, gap = cut_rule(pattern, backwards=False), 0
    while rule is not None and start < end:
        before = character_at(text, start - 1)
        after = min(next_character(text, start + WINDOW), end)
        cut = cut_in(text, rule, before, after, version_of(pattern))
        if cut is not None:
            return cut
        start, gap = after + gap, 2 * gap + WINDOW
    return end


def last_cut(text: NDArray[np.uint8], pattern: str, start: int, end: int) -> int:
    """A safe cut up to ``end``, ``start`` where none behind it is met; as in `first_cut`.

    >>> last_cut(np.frombuffer(b"one, two", np.uint8), "gpt2", 0, 8)
    4
    """
    rule, gap = cut_rule(pattern, backwards=True), 0
    while rule is not None and start < end:
        before = max(character_at(text, end - WINDOW), start)
        after = next_character(text, end + 1)  # the characters behind an offset count, too
        cut = cut_in(text, rule, before, after, version_of(pattern))
        if cut is not None:
            return cut
        end, gap = before - gap, 2 * gap + WINDOW
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


class Items(NamedTuple):
    """The index of each text in its iterable, and where it ends in the block."""

    numbers: NDArray[np.int64]
    ends: NDArray[np.int64]


def note(number: int) -> str:
    """The note for an error that one text of many has raised."""
    return f"item {number} of the texts, counted from 0"


@contextmanager
def counted_from_item(items: Items | None) -> Iterator[None]:
    """Let errors of custom patterns count bytes from the start of their text, and name it.

    >>> items = Items(np.array([0, 2]), np.array([5, 9]))
    >>> with counted_from_item(items):
    ...     raise PatternError("skips_text", position=7, skipped="'!'")
    Traceback (most recent call last):
    bpe_core.errors.PatternError: the pattern skips '!' at byte 2
    item 2 of the texts, counted from 0
    """
    try:
        yield
    except PatternError as error:
        if items is None or error.rule not in IN_THE_TEXT:
            raise
        raise _from_item(error, items) from error


def _from_item(error: PatternError, items: Items) -> PatternError:
    position = error.values["position"]
    assert isinstance(position, int)
    k = min(int(np.searchsorted(items.ends, position, "right")), len(items.ends) - 1)
    start = int(items.ends[k - 1]) if k else 0
    relative = PatternError(error.rule, **{**error.values, "position": position - start})
    relative.add_note(note(int(items.numbers[k])))
    return relative
