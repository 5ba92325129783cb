"""A short lesson as a parameter of an address, and back."""

from __future__ import annotations

from bpe_core.errors import PackedLessonError
from bpe_core.runtime.text import pack, unpack
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson
from bpe_lab.lessons.writing import write_lesson

LINK_LIMIT = 6000  # characters of the parameter; servers take addresses of 8 KB


def pack_lesson(lesson: Lesson) -> str | None:
    """The lesson's file as a parameter; None where it is too long for an address."""
    return pack(write_lesson(lesson), LINK_LIMIT)


def unpack_lesson(packed: str) -> Reading:
    """The lesson that a parameter holds, checked like any file; inflates no more than one."""
    text = unpack(SIZE_LIMIT)(packed) if len(packed) <= LINK_LIMIT else None
    if text is None:
        return Reading(None, (PackedLessonError(size=len(packed), limit=LINK_LIMIT),))
    return read_lesson(text.encode())
