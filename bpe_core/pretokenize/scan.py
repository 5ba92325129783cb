"""Compiled pre-tokenization: where the pre-tokens of a text end, a batch of them at a time.

The same pre-tokens as `pre_tokens` gets from `regex`, as byte offsets. A batch is small
enough that its text and its ends are still in the processor's cache when they are used, and
large enough that handing arrays over to kernels, some 0.1 ms for each, does not count.

No scanner knows a pattern written by a user, so `regex` finds its pre-tokens here as well, in
batches like the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import UnknownNameError
from bpe_core.kernels.objects import can_run
from bpe_core.kernels.scan import PATTERN_NUMBERS
from bpe_core.kernels.scan.classes import classes
from bpe_core.kernels.scan.scan_batch import scan_batch
from bpe_core.kernels.scan.valid_utf8 import valid_until
from bpe_core.pretokenize.custom_split import Guard, split_custom
from bpe_core.pretokenize.patterns import base_name, is_custom, version_of
from bpe_core.pretokenize.text_parts import ORDINARY, Parts, Text, spans
from bpe_core.runtime.text import whole_characters

COMPILED_PATTERNS = tuple(PATTERN_NUMBERS)

BATCH = 2**17  # pre-tokens in a batch, at most
BYTES = 2**19  # bytes in a batch; its last pre-token may go beyond
LONG = 2**17  # bytes to check: fewer are not worth loading a kernel

Number = TypeVar("Number", bound=np.generic)


class Batch(NamedTuple):
    """Adjacent pre-tokens: the first starts at ``start``, the others where the one before ends.

    ``ends`` is overwritten by the next batch. A negative end is that of a special token; its
    number is in the parts that were scanned.
    """

    start: int
    ends: NDArray[np.int64]


def scan(
    text: Text, parts: Parts, pattern: str, *, most: int = BATCH, size: int = BYTES
) -> Iterator[Batch]:
    """The pre-tokens of ``parts`` in batches of at most ``most`` and about ``size`` bytes.

    ``text`` is not read beyond the part that a pre-token belongs to. The GIL is released
    within a batch. A custom pattern is scanned by `regex` and raises ``PatternError``; an
    unknown name raises ``UnknownNameError``.

    >>> from bpe_core.pretokenize.text_parts import parts_of
    >>> text = np.frombuffer(b"I'm  here", np.uint8)
    >>> [batch.ends.tolist() for batch in scan(text, parts_of(text), "gpt2", most=3)]
    [[1, 3, 4], [9]]
    """
    if is_custom(pattern):
        yield from scan_custom(text, parts, pattern, most=most, size=size)
        return
    table, rule = scanner_of(pattern)
    text = read_only(text)
    state = np.array([parts.start, 0], np.int64)
    start, end = parts.start, parts.end
    ends = np.empty(min(most, end - start), np.int64)
    while start < end:
        count = scan_batch(text, parts.ends, parts.special, table, rule, state, size, ends)
        yield Batch(start, ends[:count])
        start = int(state[0])


def scanner_of(pattern: str) -> tuple[NDArray[np.uint8], int]:
    """The classes and the number that kernels scan by; raises ``UnknownNameError``."""
    if base_name(pattern) not in PATTERN_NUMBERS:
        raise UnknownNameError.among("pattern", pattern, COMPILED_PATTERNS)
    return classes(version_of(pattern)), PATTERN_NUMBERS[base_name(pattern)]


def read_only(array: NDArray[Number]) -> NDArray[Number]:
    """A view of ``array`` in the one form that kernels are compiled for."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


def scan_custom(
    text: Text, parts: Parts, pattern: str, *, most: int, size: int
) -> Iterator[Batch]:
    """The batches of a custom pattern or a chain of them.

    No offset is known to be a safe cut, so each part is cut as a whole. The time that a pattern
    may take and its errors are those of ``pre_tokenize``, bytes counted from the start of
    ``text``.
    """
    guard = Guard()
    first, ends = parts.start, list[int]()
    for start, end, number in spans(parts):
        if number != ORDINARY:
            ends.append(-end)
        else:
            part = str(text[start:end].data, "utf-8")
            pre_tokens = split_custom(part, pattern, guard, start)
            sizes = (len(pre_token.encode()) for pre_token, _ in pre_tokens)
            ends += [*accumulate(sizes, initial=start)][1:]
        if end - first >= size or end == parts.end:
            yield from batches(first, np.array(ends, np.int64), most, size)
            first, ends = end, []


def batches(start: int, ends: NDArray[np.int64], most: int, size: int) -> Iterator[Batch]:
    """``ends`` in batches of at most ``most`` pre-tokens and ``size`` bytes, if none is longer.

    >>> [(start, ends.tolist()) for start, ends in batches(0, np.array([3, -5, 9]), 2, 4)]
    [(0, [3]), (3, [-5]), (5, [9])]
    """
    offsets = np.abs(ends)
    first = 0
    while first < len(ends):
        last = int(np.searchsorted(offsets, start + size, "right"))
        last = min(max(last, first + 1), first + most)
        yield Batch(start, ends[first:last])
        start, first = int(offsets[last - 1]), last


def checked_utf8(data: bytes | memoryview, *, start: int = 0, at_end: bool = True) -> int:
    """What ``whole_characters`` returns and raises, in less time if the text is long.

    >>> checked_utf8("né".encode()[:2], at_end=False)
    1
    """
    done = 0
    if len(data) >= LONG and can_run("texts"):
        done = valid_until(read_only(np.frombuffer(data, np.uint8)))
    rest = memoryview(data)[done:]
    return done + whole_characters(rest, start=start + done, at_end=at_end)
