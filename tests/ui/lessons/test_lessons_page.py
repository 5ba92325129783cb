"""The page of lessons: those that are here, a reader's file, and a lecturer's window."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bpe_core.errors import Notice
from bpe_lab.lessons.reading import SIZE_LIMIT, read_lesson, write_lesson
from bpe_lab.lessons.shelf import FOLDER_VARIABLE, course
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import open_page, param, said
from ui.lecture.running import MOST_UPLOADED, lesson_named, name_upload

TIES = course()["ties"]
FILE = write_lesson(TIES)
BROKEN = FILE.replace('"merge 1, count"', '"merge 1, dance<b>"').replace(
    "/linked?", "/nowhere?"
)


def uploaded(language: str, content: bytes) -> Any:
    at = open_page("lessons", language)
    at = at.file_uploader(key="lesson_file").upload("mine.toml", content, "text/plain").run()
    assert not at.exception, at.exception
    return at


def long_lesson(words: int) -> str:
    """Too long for an address, since its notes do not compress well."""
    notes = " ".join(f"{k * k * 7919 % 99991:x}" for k in range(words))
    lines = [f'note.en = "{notes[:3900]}"', f'note.zh = "{notes[3900:7700]}"']
    before, last = FILE.rsplit("[[step]]\n", 1)
    return before + "[[step]]\n" + "\n".join(lines) + "\n" + last


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_of_a_file_is_said_by_line_and_key(language: str) -> None:
    at = uploaded(language, BROKEN.encode())
    [box] = at.error
    assert len(box.value.split("\n\n")) == len(read_lesson(BROKEN.encode()).problems) == 2
    assert said(language, "error.LessonError.unknown_page") in box.value
    assert "<b>" not in box.value.replace("\\<b\\>", "")


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"version = 2", b"[[[", b"#" * (SIZE_LIMIT + 1), b""]
)
def test_what_is_no_lesson_is_refused(content: bytes) -> None:
    assert len(uploaded("en", content).error) == 1


def test_a_short_file_runs_and_is_whole_in_the_address() -> None:
    at = uploaded("zh", FILE.encode())
    *_, begin = [e for e in at.button if e.label == catalogue("zh")["lessons.begin"]]
    at = begin.click().run()
    assert not at.exception
    again = open_page("home", "en", lesson=param(at, "lesson"), scene="3")
    assert TIES.steps[2].title.text("en") in again.selectbox(key="lesson_scene").options[2]


def test_a_long_file_is_held_by_the_server_for_a_while() -> None:
    lesson, problems = read_lesson(long_lesson(2000).encode())
    assert lesson, problems
    name = name_upload(lesson)
    assert len(name) < 40
    assert lesson_named(name) == lesson
    for minutes in range(1, MOST_UPLOADED + 1):
        other = long_lesson(2000).replace("minutes = 12", f"minutes = {minutes + 20}")
        read, _ = read_lesson(other.encode())
        assert read
        name_upload(read)
    answer = lesson_named(name)
    assert isinstance(answer, Notice)
    assert answer.rule == "forgotten_lesson"


def test_the_server_s_folder_is_listed_with_what_its_files_have_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "good.toml").write_text(FILE.replace("Ties", "<i>Mine</i>"), "utf-8")
    (tmp_path / "bad.toml").write_text(BROKEN, "utf-8")
    at = open_page("lessons")
    drawn = " ".join(element.value for element in at.get("html"))
    assert "<h3>&lt;i&gt;Mine&lt;/i&gt;</h3>" in drawn
    assert len(at.error) == 1
    (tmp_path / "bad.toml").write_text(FILE, "utf-8")
    assert not at.run().error


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lecturer_s_window_has_every_scene_and_runs_no_lesson(language: str) -> None:
    at = open_page("lessons", language, lesson="ties", scene="2", view="notes")
    assert not at.exception
    assert not [each for each in at.button if each.key == "lesson_next"]
    [notes] = at.get("bidi_component")
    sent = unescape(notes.proto.bytes.decode())
    for step in TIES.steps:
        assert step.note.text(language) in sent


def test_a_window_for_no_lesson_says_so(language: str) -> None:
    at = open_page("lessons", language, lesson="nothing", view="notes")
    assert not at.exception
    assert said(language, "notice.unknown_lesson") in at.info[0].value


def test_a_hall_sees_the_way_to_the_lessons_and_what_is_to_be_done(language: str) -> None:
    at = open_page("lessons", language, mode="present")
    assert not at.exception
    drawn = " ".join(element.value for element in at.get("html"))
    assert f'data-code-of="lessons?lang={language}"' in drawn
    count = sum(name.startswith("course-") for name in course())
    assert str(count) in drawn
    assert not [each for each in at.button if str(each.key).startswith("begin")]
