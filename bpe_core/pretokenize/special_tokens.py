"""Where special tokens stand in a text: from left to right, the longest of them first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain

import numpy as np
import regex
from numpy.typing import NDArray

# A search for one beginning is some 3 GB/s, for several at once a tenth of that.
MOST_SEARCHES = 8
MANY = 64  # tokens; `regex` tries them one after the other wherever one could begin

Places = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


def special_places(text: NDArray[np.uint8], special_tokens: Sequence[bytes]) -> Places:
    """Where special tokens start and end, and which ones they are.

    >>> text = np.frombuffer(b"a<|x|><|x|>b", np.uint8)
    >>> [found.tolist() for found in special_places(text, [b"<|x|>", b"<|x|><|x|>"])]
    [[1], [11], [1]]
    """
    by_first_byte: dict[int, list[bytes]] = {}
    for token in special_tokens:
        by_first_byte.setdefault(token[0], []).append(token)
    found = as_arrays([], special_tokens)
    if 0 < len(by_first_byte) <= MOST_SEARCHES:
        matches = (search(text, tokens) for tokens in by_first_byte.values())
        found = as_arrays(sorted(chain.from_iterable(matches)), special_tokens)
    starts, ends, _ = found
    # subtle: matches of one search hide no match of another where none overlap.
    if len(by_first_byte) > MOST_SEARCHES or (starts[1:] < ends[:-1]).any():
        found = as_arrays(search(text, special_tokens), special_tokens)
    return found


def search(text: NDArray[np.uint8], tokens: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """Where each one starts that stands behind the end of the one before."""
    if len(tokens) > MANY:
        return search_many(text, tokens)
    longest_first = sorted(tokens, key=len, reverse=True)
    pattern = regex.compile(b"|".join(map(regex.escape, longest_first)))
    matches = pattern.finditer(np.ascontiguousarray(text).data, concurrent=True)
    return [(match.start(), match.group()) for match in matches]


def search_many(text: NDArray[np.uint8], tokens: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """The same, in a time that hardly grows with the number of tokens.

    `regex` finds where one could begin, and tells it from the others by bisection.
    """
    data = np.ascontiguousarray(text).data
    in_order, longest = sorted(set(tokens)), max(map(len, tokens))
    shorter = beginnings_of(in_order)
    pattern = regex.compile(b"|".join(map(regex.escape, common_beginnings(in_order))))
    found: list[tuple[int, bytes]] = []
    end = 0
    for match in pattern.finditer(data, overlapped=True, concurrent=True):
        start = match.start()
        if start < end:
            continue
        here = bytes(data[start : start + longest])
        # The last one in order that is not behind `here` is its beginning, or has all tokens
        # that are as its own beginnings.
        k = bisect_right(in_order, here)
        token = in_order[k - 1] if k else None
        while token is not None and not here.startswith(token):
            token = shorter[token]
        if token is not None:
            found.append((start, token))
            end = start + len(token)
    return found


def beginnings_of(in_order: Sequence[bytes]) -> dict[bytes, bytes | None]:
    """For each token the longest other one that it begins with; none is there twice.

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


def as_arrays(found: list[tuple[int, bytes]], special_tokens: Sequence[bytes]) -> Places:
    number = {token: k for k, token in enumerate(special_tokens)}
    sizes = np.array([len(token) for token in special_tokens], np.int64)
    numbers = np.array([number[token] for _, token in found], np.int32)
    starts = np.array([start for start, _ in found], np.int64)
    return starts, starts + sizes[numbers], numbers
