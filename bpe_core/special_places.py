"""Where special tokens stand in a text: from left to right, the longest of them first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import regex
from numpy.typing import NDArray

# A search for one beginning is some 3 GB/s, for several at once a tenth of that.
MOST_SEARCHES = 8

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
    longest_first = sorted(tokens, key=len, reverse=True)
    pattern = regex.compile(b"|".join(map(regex.escape, longest_first)))
    matches = pattern.finditer(np.ascontiguousarray(text).data, concurrent=True)
    return [(match.start(), match.group()) for match in matches]


def as_arrays(found: list[tuple[int, bytes]], special_tokens: Sequence[bytes]) -> Places:
    number = {token: k for k, token in enumerate(special_tokens)}
    sizes = np.array([len(token) for token in special_tokens], np.int64)
    numbers = np.array([number[token] for _, token in found], np.int32)
    starts = np.array([start for start, _ in found], np.int64)
    return starts, starts + sizes[numbers], numbers
