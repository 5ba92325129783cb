"""The list of commands; what ``app`` and ``hand-out`` start, and what ``lesson check`` says."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from bpe_lab.cli import app, main
from bpe_lab.cli.commands import COMMANDS
from tests.for_each import for_each
from tests.lab.lessons.test_reading import GOOD
from tests.paths import ROOT


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was to take this process's place, or to run beside it."""
    calls: list[Any] = []

    def run(command: list[str], **options: Any) -> SimpleNamespace:
        calls.append((command, options))
        return SimpleNamespace(returncode=3)

    monkeypatch.setattr(os, "execv", lambda *arguments: calls.append(arguments))
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv("BPE_LAB_LESSONS", raising=False)
    return calls


def code_of(*argv: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    return int(ended.value.code or 0)


@for_each("where, line", COMMANDS.values())
def test_a_command_has_the_line_in_the_list_that_its_own_help_begins_with(
    where: str, line: str
) -> None:
    command = resolve_name(where)
    is_group = isinstance(command, typer.Typer)
    help_text = command.info.help if is_group else inspect.getdoc(command)
    assert help_text.splitlines()[0] == line


def test_the_list_of_commands_loads_none_of_them() -> None:
    asked = "import sys\nfrom bpe_lab.cli import main\ntry: main(['--help'])\n"
    asked += "except SystemExit: print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    *listing, modules = ended.stdout.splitlines()
    listed = {line.split()[0] for line in listing if line.startswith("  ")}
    assert COMMANDS.keys() <= listed
    homes = {where.partition(":")[0] for where, _ in COMMANDS.values()}
    assert not homes & set(modules.split())


def test_the_app_is_served_for_this_computer_alone(started: list[Any], tmp_path: Path) -> None:
    assert code_of("app", "--port", "8700", "--lessons", str(tmp_path)) == 0
    ((program, arguments),) = started
    assert program == arguments[0] == sys.executable
    assert str(ROOT / "app.py") in arguments
    assert "--server.address=127.0.0.1" in arguments
    assert "--server.port=8700" in arguments
    assert os.environ["BPE_LAB_LESSONS"] == str(tmp_path)


@pytest.mark.parametrize("wrong", [("--port", "0"), ("--lessons", "no such folder")])
def test_what_cannot_be_is_said_before_anything_starts(
    started: list[Any], wrong: tuple[str, str]
) -> None:
    assert code_of("app", *wrong) == 2
    assert started == []


def test_where_the_pages_packages_are_missing_it_says_which(
    started: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "is_importable", lambda module: False)
    assert code_of("app") == code_of("hand-out", "ties", "--out", "x.html") == 1
    assert "pip install 'bpe-lab[app]'" in capsys.readouterr().err
    assert started == []


def test_a_hand_out_runs_where_the_app_lies_and_ends_as_that_ends(
    started: list[Any], tmp_path: Path
) -> None:
    out = tmp_path / "ties.html"
    assert code_of("hand-out", "ties", "--out", str(out), "--app", "https://lab.example") == 3
    ((command, options),) = started
    assert command[1:] == [
        "-m",
        app.HAND_OUT,
        "ties",
        str(out),
        "https://lab.example",
    ]
    assert options["cwd"] == ROOT


def test_a_lesson_is_not_written_over(started: list[Any], tmp_path: Path) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text("x = 1", "utf-8")
    assert code_of("hand-out", str(lesson), "--out", str(lesson)) == 1
    assert started == []
    assert lesson.read_text("utf-8") == "x = 1"


def test_in_a_wheel_the_app_is_within_the_package(tmp_path: Path) -> None:
    (tmp_path / "bpe_lab" / "app").mkdir(parents=True)
    assert app.app_folder(tmp_path / "bpe_lab") == tmp_path / "bpe_lab" / "app"
    assert app.HERE == "127.0.0.1"


def test_a_sound_lesson_is_passed_over_in_silence(bpe_lab, tmp_path: Path) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(GOOD, "utf-8")
    assert bpe_lab("lesson", "check", str(lesson)) == (0, "", "")


@pytest.mark.parametrize(("language", "word"), [("en", "line"), ("zh", "行")])
def test_every_mistake_is_a_line_that_names_the_file(
    bpe_lab, tmp_path: Path, language: str, word: str
) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(f"{GOOD}color = 1\nshape = 2\n", "utf-8")
    code, out, err = bpe_lab("lesson", "check", str(lesson), "--language", language)
    assert (code, err) == (1, "")
    first, second = out.splitlines()
    assert first.startswith(f"{lesson}: ")
    assert "color" in first
    assert "shape" in second
    assert word in first


def test_a_lesson_that_is_not_there_is_one_line(bpe_lab, tmp_path: Path) -> None:
    code, out, err = bpe_lab("lesson", "check", str(tmp_path / "none.toml"))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
