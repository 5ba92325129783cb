"""``bpe-lab lesson check``: silence for a sound file, else each mistake with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.lessons.test_reading import GOOD


def test_a_sound_lesson_is_passed_over_in_silence(bpe_lab, tmp_path: Path) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(GOOD, "utf-8")
    assert bpe_lab("lesson", "check", str(lesson)) == (0, "", "")


@pytest.mark.parametrize(("language", "word"), [("en", "line"), ("zh", "行")])
def test_every_mistake_is_a_line_that_names_the_file(
    bpe_lab, tmp_path: Path, language: str, word: str
) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(f"{GOOD}colour = 1\nshape = 2\n", "utf-8")
    code, out, err = bpe_lab("lesson", "check", str(lesson), "--language", language)
    assert (code, err) == (1, "")
    first, second = out.splitlines()
    assert first.startswith(f"{lesson}: ")
    assert "colour" in first
    assert "shape" in second
    assert word in first


def test_a_lesson_that_is_not_there_is_one_line(bpe_lab, tmp_path: Path) -> None:
    code, out, err = bpe_lab("lesson", "check", str(tmp_path / "none.toml"))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
