"""Part of a text to be cut by a custom pattern, in this process or in another one.

No offset is known to be a safe cut for a custom pattern, so a task consists of whole parts:
special tokens, or texts between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.pretokenize.chains import split_custom
from bpe_core.pretokenize.guarded_split import Guard
from bpe_core.pretokenize.text_parts import ORDINARY, Parts, Text


class Task(NamedTuple):
    """Adjoining parts of a text, with all that is needed to cut them.

    ``ends`` count from the task's ``start`` in the text. ``seconds`` are what remains for the
    whole text; ``matched``: whether the pattern has matched anything in it before.
    """

    data: bytes
    ends: NDArray[np.int64]
    special: NDArray[np.int32]
    start: int
    pattern: str
    seconds: float
    matched: bool


class Cut(NamedTuple):
    """Where the pre-tokens of a task end in the text, negative for special tokens.

    ``used`` is the time taken, less the time that its length allows.
    """

    start: int
    ends: NDArray[np.int64]
    used: float


def run(task: Task) -> Cut:
    """Cut the parts of a task; raises the classes below ``PatternError``."""
    guard = Guard(task.seconds, task.matched)
    cuts: list[NDArray[np.int64]] = []
    start = 0
    for end, number in zip(task.ends.tolist(), task.special.tolist(), strict=True):
        offset = task.start + start
        if number != ORDINARY:
            cuts.append(np.array([-task.start - end], np.int64))
        else:
            part = task.data[start:end].decode()
            pre_tokens = split_custom(part, task.pattern, guard, offset)
            sizes = [len(pre_token.encode()) for pre_token, _ in pre_tokens]
            cuts.append(offset + np.cumsum(sizes, dtype=np.int64))
        start = end
    return Cut(task.start, np.concatenate(cuts), task.seconds - guard.seconds)


class Budget:
    """The time that a pattern may still take, over the tasks of one text."""

    def __init__(self) -> None:
        self.seconds = Guard().seconds

    def tasks(self, text: Text, parts: Parts, pattern: str, size: int) -> Iterator[Task]:
        """The parts in order, in tasks of about ``size`` bytes or of one longer part."""
        first, start, matched = 0, parts.start, False
        while first < len(parts.ends):
            last = int(np.searchsorted(parts.ends, start + size, "right"))
            last = max(last, first + 1)
            end, special = int(parts.ends[last - 1]), parts.special[first:last]
            data, ends = text[start:end].tobytes(), parts.ends[first:last] - start
            yield Task(data, ends, special, start, pattern, self.seconds, matched)
            matched |= bool((special == ORDINARY).any())
            first, start = last, end
