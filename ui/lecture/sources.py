"""A lesson by the name that an address has for it: on the shelf, whole in the name, or a file.

A reader's file that is too long for an address is held by the server for a while, under a name
that nobody can guess who has not read it.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from bpe_core.errors import Notice
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.packing import pack_lesson, unpack_lesson
from bpe_lab.lessons.reading import Reading
from bpe_lab.lessons.shelf import FOLDER_VARIABLE, course, shelf
from ui.serving.store import Store

PACKED, UPLOADED = "~", "-"  # begin a name that no file on the shelf has
MOST_UPLOADED = 32
_uploaded = Store(most=MOST_UPLOADED)
_shelves = Store(most=2)


class UnknownLessonNotice(Notice):
    """A link names a lesson that is not here."""

    message = "no lesson named {lesson!r}"


class ForgottenLessonNotice(Notice):
    """A link names a file that the server no longer holds."""

    message = "the file of this lesson is no longer held; open it again"


class BrokenLessonNotice(Notice):
    """A link names a lesson whose file has mistakes."""

    message = "the lesson {lesson!r} has {count} mistakes"


def lessons_here() -> dict[str, Reading]:
    """All lessons that can be chosen, by name; the server's folder is read when it changes."""
    readings: dict[str, Reading] = _shelves.get(_state_of_folder(), shelf)
    return readings


def name_upload(lesson: Lesson) -> str:
    """The name by which an address has a reader's own ``lesson`` from now on."""
    packed = pack_lesson(lesson)
    if packed is not None:
        return PACKED + packed
    name = UPLOADED + sha256(repr(lesson).encode()).hexdigest()[:32]
    _uploaded.get(name, lambda: lesson)
    return name


def lesson_named(name: str) -> Lesson | Notice:
    """The lesson, or what is to be said of its name."""
    if name.startswith(UPLOADED):
        uploaded = _uploaded.get(name, lambda: None) if _uploaded.has(name) else None
        return uploaded or ForgottenLessonNotice()
    if name.startswith(PACKED):
        reading = unpack_lesson(name.removeprefix(PACKED))
    elif name in course() and not os.environ.get(FOLDER_VARIABLE):
        return course()[name]
    else:
        reading = lessons_here().get(name, Reading(None))
    if reading.lesson is not None:
        return reading.lesson
    if reading.problems and not name.startswith(PACKED):
        return BrokenLessonNotice(lesson=name, count=len(reading.problems))
    return UnknownLessonNotice(lesson=name)


def _state_of_folder() -> tuple[object, ...]:
    """What differs once a file has come, gone or changed."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return ()
    try:
        with os.scandir(Path(folder)) as entries:
            stats = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        return (folder,)
    return (folder, *sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats))
