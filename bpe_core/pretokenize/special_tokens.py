"""Where special tokens occur in a text: from left to right, the longest of them first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain

import numpy as np
import regex
from numpy.typing import NDArray

# A search for one prefix reads some 3 GB/s, for several at once a tenth of that.
MOST_SEARCHES = 8
MANY = 64  # tokens; `regex` tries them one after the other wherever one could start

Spans = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]  # starts, ends, numbers


def special_token_spans(text: NDArray[np.uint8], special_tokens: Sequence[bytes]) -> Spans:
    """Where special tokens start and end, and which ones they are.

    >>> text = np.frombuffer(b"a<|x|><|x|>b", np.uint8)
    >>> [spans.tolist() for spans in special_token_spans(text, [b"<|x|>", b"<|x|><|x|>"])]
    [[1], [11], [1]]
    """
    by_first_byte: dict[int, list[bytes]] = {}
    for token in special_tokens:
        by_first_byte.setdefault(token[0], []).append(token)
    spans = as_arrays([], special_tokens)
    if 0 < len(by_first_byte) <= MOST_SEARCHES:
        matches = (search(text, tokens) for tokens in by_first_byte.values())
        spans = as_arrays(sorted(chain.from_iterable(matches)), special_tokens)
    starts, ends, _ = spans
    # subtle: if no matches overlap, those of one search hide none of another.
    if len(by_first_byte) > MOST_SEARCHES or (starts[1:] < ends[:-1]).any():
        spans = as_arrays(search(text, special_tokens), special_tokens)
    return spans


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
