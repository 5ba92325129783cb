"""Compiled pre-tokenization: where the pre-tokens of a text end, a batch of them at a time.

The same pre-tokens as `pre_tokens` gets from `regex`, as byte offsets. A batch is small
enough that its text and its ends are still in the processor's cache when they are used, and
large enough that handing arrays over to kernels, some 0.1 ms for each, does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import UnknownNameError
from bpe_core.kernels.scan import PATTERN_NUMBERS
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.pinned import base_name, version_of
from bpe_core.pretokenize.text_parts import Parts, Text

COMPILED_PATTERNS = tuple(PATTERN_NUMBERS)

BATCH = 2**17  # pre-tokens in a batch, at most
BYTES = 2**19  # bytes in a batch; its last pre-token may go beyond

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
    within a batch. A custom pattern is scanned by `regex`, in processes for long texts, and
    raises the classes below ``PatternError``; an unknown name raises ``UnknownNameError``.

    >>> from bpe_core.pretokenize.text_parts import parts_of
    >>> text = np.frombuffer(b"I'm  here", np.uint8)
    >>> [batch.ends.tolist() for batch in scan(text, parts_of(text), "gpt2", most=3)]
    [[1, 3, 4], [9]]
    """
    if is_custom(pattern):
        from bpe_core.pretokenize.custom_scan import scan_custom

        with closing(scan_custom(text, parts, pattern, most=most, size=size)) as batches:
            for start, ends in batches:
                yield Batch(start, ends)
        return
    from bpe_core.kernels.scan.scan_batch import scan_batch

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
    from bpe_core.kernels.scan.classes import classes

    if base_name(pattern) not in PATTERN_NUMBERS:
        raise UnknownNameError.among("pattern", pattern, COMPILED_PATTERNS)
    return classes(version_of(pattern)), PATTERN_NUMBERS[base_name(pattern)]


def read_only(array: NDArray[Number]) -> NDArray[Number]:
    """A view of ``array`` in the one form that kernels are compiled for."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view
