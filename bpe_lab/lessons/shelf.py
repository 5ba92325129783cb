"""Where lessons are found: those that come along, and those in a folder of the server's.

None is ever fetched from an address.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from bpe_core.errors import UnknownNameError
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.reading import SIZE_LIMIT, Reading, read_lesson

FOLDER_VARIABLE = "BPE_LAB_LESSONS"
ENDING = ".toml"
COURSE = "course-"  # begins the names of the self-study course, in its order
MOST_LISTED = 1000  # names that are looked at
MOST_LESSONS = 100


@cache
def course() -> Mapping[str, Lesson]:
    """The lessons that come along, by id."""
    lessons = {}
    folder = files(__package__) / "course"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(ENDING):
            name = file.name.removesuffix(ENDING)
            lesson, problems = read_lesson(file.read_bytes(), name)
            assert lesson, f"{file.name}: {problems}"
            lessons[name] = lesson
    return lessons


def next_in_course(lesson_id: str) -> str | None:
    """The lesson of the self-study course that comes after one, if any does.

    >>> next_in_course("course-01-tokens"), next_in_course("lecture")
    ('course-02-bytes', None)
    """
    path = [name for name in course() if name.startswith(COURSE)]
    return dict(pairwise(path)).get(lesson_id)


def folder_lessons(folder: Path) -> dict[str, Reading]:
    """The lesson files of ``folder``, by id; those with mistakes, too.

    Takes `MOST_LESSONS` at most, no other folder's, and no file that a link leads elsewhere.
    """
    return {path.stem: read_lesson(_read(path), path.stem) for path in _lesson_files(folder)}


def shelf(environment: Mapping[str, str] = os.environ) -> dict[str, Reading]:
    """All lessons by id: the server's folder, and what comes along.

    A file in the folder takes the place of a lesson of the same name.
    """
    lessons = {name: Reading(lesson) for name, lesson in course().items()}
    folder = environment.get(FOLDER_VARIABLE)
    return lessons | (folder_lessons(Path(folder)) if folder else {})


def find_lesson(lesson_id: str, environment: Mapping[str, str] = os.environ) -> Reading:
    """The lesson called ``lesson_id``; raises ``UnknownNameError``."""
    lessons = shelf(environment)
    if lesson_id not in lessons:
        raise UnknownNameError.among("lesson", lesson_id, lessons)
    return lessons[lesson_id]


def _lesson_files(folder: Path) -> list[Path]:
    try:
        within = folder.resolve(strict=True)
        names = sorted(_names(within))
    except OSError:
        return []
    paths = (within / name for name in names)
    return [path for path in paths if _is_inside(path, within)][:MOST_LESSONS]


def _names(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry, _ in zip(entries, range(MOST_LISTED), strict=False):
            if entry.name.endswith(ENDING) and not entry.name.startswith("."):
                yield entry.name


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether it is a file of the folder's own."""
    try:
        return path.resolve(strict=True).parent == folder and path.is_file()
    except OSError:
        return False


def _read(path: Path) -> bytes:
    """The file, or so much of it that it is too large."""
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError:
        return b""
