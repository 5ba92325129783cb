"""The program behind ``bpe-lab hand-out``: a file, or a line that says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.lessons import hand_outs
from ui.lessons import hand_out_file
from ui.lessons.hand_out_file import main


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the app that hand-outs were made for; pages were opened before."""
    apps: list[str] = []
    monkeypatch.setenv("BPE_LAB_LANG", "en")

    def page(lesson: object, *, app: str, on_page: object) -> str:
        apps.append(app)
        return hand_outs.page()

    monkeypatch.setattr(hand_out_file, "hand_out", page)
    return apps


def test_a_lesson_by_its_name_is_a_page(made: list[str], tmp_path: Path) -> None:
    out = tmp_path / "ties.html"
    assert main(["ties", str(out), "https://lab.example"]) == 0
    assert out.read_text("utf-8") == hand_outs.page()
    assert made == ["https://lab.example"]


@pytest.mark.parametrize(("text", "said"), [("nonsense = [", "Line 1"), ("x = 1\n", "version")])
def test_a_lesson_with_mistakes_is_not_handed_out(
    made: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(text, "utf-8")
    assert main([str(lesson), str(tmp_path / "out.html")]) == 1
    assert said in capsys.readouterr().err
    assert made == []
    assert not (tmp_path / "out.html").exists()


def test_a_name_that_no_lesson_has_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nothing", str(tmp_path / "out.html")]) == 1
    assert "'nothing'" in capsys.readouterr().err
