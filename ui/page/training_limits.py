"""What trainings on pages may take: how large a vocabulary, and no memory that is not there.

A training waits while others use what it needs, and is refused where even alone it would not
have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Event

import streamlit as st

from bpe_core.errors import InputError
from bpe_lab.measure.room import free_memory
from ui.serving.memory_weights import MB

LARGEST = 100_000  # tokens of a vocabulary
EACH_BYTE = 48  # bytes of memory for a byte of text: 45 for Chinese characters at random
MOST_TOKEN_BYTES = 16 * MB  # of all tokens together; 100,000 of a language have 1 or 2
EACH_TOKEN_BYTE = 4  # bytes of memory: the token, what it is encoded and decoded by, its text
ANYWAY = 200 * MB + EACH_TOKEN_BYTE * MOST_TOKEN_BYTES  # and compiled code, small tables
LEFT_FREE = 256 * MB  # for everybody else on this server
PAUSE = 0.5  # seconds between two looks at what is free


class LittleMemoryError(InputError):
    message = "{need} MB of memory are needed and {free} MB are free"


def need_of(size: int) -> int:
    """Bytes of memory for a text of ``size`` bytes, rather too much than too little.

    >>> need_of(20 * MB) // MB
    1224
    """
    return EACH_BYTE * size + ANYWAY


@dataclass(slots=True)
class Memory:
    """What the trainings under way have asked for; ``free`` says what the machine has left."""

    free: Callable[[], int | None] = free_memory
    taken: dict[int, int] = field(default_factory=dict)
    changed: Condition = field(default_factory=Condition)

    @contextmanager
    def reserved(self, need: int, stop: Event) -> Iterator[None]:
        """Room for ``need`` bytes, waited for while others work and ``stop`` is not set.

        Raises `LittleMemoryError`. What others have asked for counts in full, also where they
        have it already: then one waits that need not, which does no harm.
        """
        me = object()
        with self.changed:
            while not stop.is_set() and not self._has(need):
                if not self.taken:
                    free = (self.free() or 0) - LEFT_FREE
                    raise LittleMemoryError(need=need // MB, free=max(0, free) // MB)
                self.changed.wait(PAUSE)
            self.taken[id(me)] = need
        try:
            yield
        finally:
            with self.changed:
                del self.taken[id(me)]
                self.changed.notify_all()

    def _has(self, need: int) -> bool:
        free = self.free()
        return free is None or free - LEFT_FREE - sum(self.taken.values()) >= need


@st.cache_resource
def training_memory() -> Memory:
    """The one of this server."""
    return Memory()
