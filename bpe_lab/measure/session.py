"""All runs of one measuring: a folder of their own, and an end however it comes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

from bpe_core.runtime.files import naming
from bpe_core.runtime.machine import temporary_folder
from bpe_lab.measure.endings import StoppedError
from bpe_lab.measure.machine import processor_time, taken_by_others

Event = TypeVar("Event")


def session(
    runs: Callable[[Path], Iterator[Event]], ended: Callable[[bool, float | None], Event]
) -> Generator[Event, None, None]:
    """The events of ``runs``, which read the folder that they get, then that of the end.

    ``ended`` takes whether they were stopped, and as many cores as other programs took on
    average meanwhile; nothing is left when it comes. An ``OSError`` of a full disk has the
    folder's name.
    """
    cancelled, before = False, processor_time()
    with temporary_folder() as folder, naming(folder):
        try:
            yield from runs(folder)
        except StoppedError:
            cancelled = True
    yield ended(cancelled, taken_by_others(before, processor_time()))
