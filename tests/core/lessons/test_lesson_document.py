"""The lesson in docs/lessons.md is one that can be read."""

from __future__ import annotations

import re

from bpe_core.lessons.reading import read_lesson
from tests.paths import ROOT


def test_the_example_in_the_document_is_a_sound_lesson() -> None:
    text = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    lesson, problems = read_lesson(example.encode())
    assert problems == ()
    assert lesson is not None
    assert [step.page for step in lesson.steps] == ["train", "train"]
