"""What needs the app or its lessons: ``bpe-lab app``, ``hand-out`` and ``lesson check``.

Pages are served, and opened for a hand-out, by a process of the app's own, wherever the package
lies.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from bpe_core.errors import PackageMissingError
from bpe_core.runtime.machine import is_importable
from bpe_lab.cli.pipes import check_out
from bpe_lab.cli.terminal import FAILED
from bpe_lab.html_pages import Lang
from bpe_lab.lessons.lesson_errors import sentence
from bpe_lab.lessons.reading import SIZE_LIMIT, read_lesson
from bpe_lab.lessons.shelf import FOLDER_VARIABLE

HERE, PORT = "127.0.0.1", 8501
PACKAGE = Path(__file__).parents[1]
HAND_OUT = "ui.lessons.hand_out_file"  # the program of the app that writes one


def app_command(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where browsers find it.")] = PORT,
    address: Annotated[
        str, typer.Option(help="0.0.0.0 lets other computers in; without it this one alone.")
    ] = HERE,
    lessons: Annotated[
        Path | None,
        typer.Option(help="A folder of lesson files to offer.", exists=True, file_okay=False),
    ] = None,
) -> None:
    """Open the pages in a browser: http://127.0.0.1:8501 until Ctrl-C."""
    check_app()
    if lessons is not None:
        os.environ[FOLDER_VARIABLE] = str(lessons.resolve())
    options = {"server.port": str(port), "server.address": address}
    sys.stdout.flush()
    os.execv(sys.executable, streamlit_command(app_folder() / "app.py", options))


def streamlit_command(app: Path, options: Mapping[str, str]) -> list[str]:
    """What Python is told to serve ``app`` with Streamlit's ``options``.

    >>> streamlit_command(Path("app.py"), {"server.port": "8700"})[1:]
    ['-m', 'streamlit', 'run', 'app.py', '--server.port=8700']
    """
    chosen = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), *chosen]


def app_folder(package: Path = PACKAGE) -> Path:
    """Where the app lies, whose files are those of a script; ``app.py`` starts it.

    Within the package where it is installed, else beside it.
    """
    within = package / "app"
    return within if within.exists() else package.parent


def check_app() -> None:
    """Raises ``PackageMissingError`` where what the pages need is not installed."""
    if not is_importable("streamlit"):
        raise PackageMissingError(package="streamlit", extra="app")


def hand_out_command(
    lesson: Annotated[
        str,
        typer.Argument(help="A lesson file, or a name: lecture, course-01-tokens …"),
    ],
    out: Annotated[Path, typer.Option(help="The page, such as lesson.html.")],
    app: Annotated[
        str, typer.Option(help="Where the app is, for links to it: https://lab.example.")
    ] = "",
) -> None:
    """Write a lesson as one file: its walks play and its questions are marked offline.

    Every page of the lesson is opened for it, once per language: a second or two each.
    """
    check_app()
    check_out(out, *([lesson] if Path(lesson).exists() else []))
    source = str(Path(lesson).absolute()) if Path(lesson).exists() else lesson
    command = [sys.executable, "-m", HAND_OUT, source, str(out.absolute()), app]
    code = subprocess.run(command, cwd=app_folder(), check=False).returncode
    if code:
        raise typer.Exit(code)


lesson_commands = typer.Typer(help="Lesson files.", rich_markup_mode=None)


@lesson_commands.callback()
def of_lessons() -> None:
    """Lesson files."""


@lesson_commands.command("check")
def lesson_check_command(
    file: Annotated[Path, typer.Argument(help="A lesson as TOML.")],
    language: Annotated[Lang, typer.Option(help="Of the sentences.")] = "en",
) -> None:
    """Check a lesson file whole: each mistake with its line, its key and a sentence.

    Prints nothing where there is none. Exits with 1 where there are mistakes.
    """
    with file.open("rb") as lesson:
        data = lesson.read(SIZE_LIMIT + 1)
    problems = read_lesson(data, file.stem).problems
    sys.stdout.write("".join(f"{file}: {sentence(each, language)}\n" for each in problems))
    if problems:
        raise typer.Exit(FAILED)
