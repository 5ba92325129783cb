"""Short texts end to end in one block, so that each of a million costs little."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bpe_core.pretokenize.text_parts import (
    ORDINARY,
    Block,
    Items,
    Parts,
    Spans,
    Text,
    special_token_spans,
)


class Joined:
    """Builds a block; a text ends where a part ends.

    >>> block = Joined()
    >>> for text in (b"a<|", b"|><||>"):
    ...     block.add(np.frombuffer(text, np.uint8), 0)
    >>> text, parts, _ = block.as_block([b"<||>"])
    >>> text.tobytes(), parts.ends.tolist(), parts.special.tolist()
    (b'a<||><||>', [3, 5, 9], [-1, -1, 0])
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.borders = array("q")
        self.numbers = array("q")

    def add(self, text: Text, number: int) -> None:
        """Add a text of at least one byte, ``number`` of its iterable."""
        self.data += text.data
        self.borders.append(len(self.data))
        self.numbers.append(number)

    def as_block(self, special_tokens: Sequence[bytes]) -> Block:
        text = np.frombuffer(self.data, np.uint8)
        text.flags.writeable = False
        borders = np.frombuffer(self.borders, np.int64)
        spans = _within(
            text, borders, special_tokens, special_token_spans(text, special_tokens)
        )
        items = Items(np.frombuffer(self.numbers, np.int64), borders)
        return Block(text, _cut(borders, spans), items)


def _within(
    text: Text, borders: NDArray[np.int64], special_tokens: Sequence[bytes], spans: Spans
) -> Spans:
    """``spans`` as if each text had been searched alone.

    subtle: a match may cross the end of a text, and hide others. The texts that it touches are
    searched again one by one; for the others nothing changes, since the search entered and
    left them between two matches.
    """
    starts, ends, _ = spans
    first, last = np.searchsorted(borders, starts, "right"), np.searchsorted(borders, ends)
    across = first < last
    if not across.any():
        return spans
    ranges = zip(first[across].tolist(), last[across].tolist(), strict=True)
    touched = sorted({k for start, end in ranges for k in range(start, end + 1)})
    untouched = ~(across | np.isin(first, touched))
    again = [tuple(column[untouched] for column in spans)]
    for k in touched:
        start = int(borders[k - 1]) if k else 0
        starts, ends, numbers = special_token_spans(text[start : borders[k]], special_tokens)
        again.append((starts + start, ends + start, numbers))
    starts, ends, numbers = (np.concatenate(column) for column in zip(*again, strict=True))
    order = np.argsort(starts)
    return starts[order], ends[order], numbers[order]


def _cut(borders: NDArray[np.int64], spans: Spans) -> Parts:
    """Parts that end at every border and around every special token."""
    starts, ends, numbers = spans
    cuts = np.unique(np.concatenate((borders, starts, ends))) if len(starts) else borders
    cuts = cuts[cuts > 0]
    special = np.full(len(cuts), ORDINARY, np.int32)
    special[np.searchsorted(cuts, ends)] = numbers
    return Parts(cuts, special)
