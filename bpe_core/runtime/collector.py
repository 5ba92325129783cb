"""Python's search for garbage, paused where it can find none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 10_000  # new objects


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection while many objects are made at once, all of which stay.

    Python collects after every 700 new objects, and now and then goes through all that exist:
    with numba imported, a tenth of a second for the merges of one vocabulary. It is the whole
    process that pauses; of two that overlap, the first to end ends it for both. Where many were
    made, all that is there at its end counts as old at once: Python would go through it three
    times to see that.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # subtle: what somebody froze stays frozen, and to count it takes longer than to
            # look through a few new objects.
            if gc.get_count()[0] > MANY and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
