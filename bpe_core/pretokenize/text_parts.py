"""A text cut where no pre-token may cross: at special tokens, between documents, for threads.

Texts are UTF-8 in ``uint8`` arrays, described by byte offsets. Nothing is copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.pretokenize.safe_cuts import first_cut, last_cut
from bpe_core.pretokenize.special_tokens import special_token_spans
from bpe_core.pretokenize.text_items import Items

Text = NDArray[np.uint8]
ORDINARY = -1  # instead of the index of a special token


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
    """
    starts, ends, numbers = special_token_spans(text, special_tokens)
    longest = max(map(len, special_tokens), default=1)
    # A match is certain where the longest token would be visible; later ones may still grow.
    certain = len(text) - longest + 1
    sure = int(np.searchsorted(starts, certain))
    last = int(ends[sure - 1]) if sure else 0
    cut = last_cut(text, pattern, last, max(last, certain))
    return between(starts[:sure], ends[:sure], numbers[:sure], cut)


def last_safe_cut(text: Text, pattern: str, special_tokens: Sequence[bytes] = ()) -> int:
    """How many of the first bytes of a stream are settled; 0 if none is certain.

    >>> last_safe_cut(np.frombuffer(b"to be or<|", np.uint8), "gpt2", [b"<|x|>"])
    5
    """
    return settled_parts(text, pattern, special_tokens).end
