"""Lessons written, packed into a link, found in a folder."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from bpe_core.errors import PackedLessonError, UnknownNameError
from bpe_core.lessons.lesson import Lesson
from bpe_core.lessons.packing import LINK_LIMIT, pack_lesson, unpack_lesson
from bpe_core.lessons.reading import SIZE_LIMIT, read_lesson
from bpe_core.lessons.shelf import FOLDER_VARIABLE, course, find_lesson, folder_lessons, shelf
from bpe_core.lessons.writing import write_lesson

every_lesson = pytest.mark.parametrize("lesson", course().values(), ids=course().keys())


@every_lesson
def test_what_is_written_reads_back_equal(lesson: Lesson) -> None:
    assert read_lesson(write_lesson(lesson).encode(), lesson.id).lesson == lesson


def test_a_short_lesson_travels_in_a_link() -> None:
    lesson = course()["ties"]
    packed = pack_lesson(lesson)
    assert packed is not None
    assert unpack_lesson(packed).lesson == replace(lesson, id="")


def packed_bytes(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "!",
        "A" * (LINK_LIMIT + 1),
        packed_bytes(write_lesson(course()["ties"]).encode())[:-40],
        packed_bytes(b"\xff"),
        packed_bytes(b"#" * (4 * SIZE_LIMIT)),
    ],
)
def test_what_holds_no_lesson_is_refused(packed: str) -> None:
    lesson, [problem] = unpack_lesson(packed)
    assert lesson is None
    assert isinstance(problem, PackedLessonError)


def test_a_folder_s_own_files_are_found_and_no_others(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "lessons", tmp_path / "secret.toml"
    folder.mkdir()
    elsewhere.write_text("version = 1", "utf-8")
    (folder / "led_away.toml").symlink_to(elsewhere)
    (folder / "below.toml").mkdir()
    (folder / "ties.toml").write_text(write_lesson(course()["ties"]), "utf-8")
    (folder / "broken.toml").write_text("version = 2", "utf-8")
    (folder / "large.toml").write_bytes(b"#" * 10**6)
    (folder / "notes.txt").write_text("", "utf-8")
    found = folder_lessons(folder)
    assert list(found) == ["broken", "large", "ties"]
    assert [name for name, reading in found.items() if reading.lesson] == ["ties"]


def test_the_server_s_folder_goes_before_what_comes_along(tmp_path: Path) -> None:
    (tmp_path / "ties.toml").write_text("version = 2", "utf-8")
    environment = {FOLDER_VARIABLE: str(tmp_path)}
    assert find_lesson("ties", environment).lesson is None
    assert find_lesson("ties", {}).lesson == course()["ties"]
    assert shelf({FOLDER_VARIABLE: str(tmp_path / "gone")}).keys() == course().keys()
    with pytest.raises(UnknownNameError, match="ties"):
        find_lesson("../ties", {})
