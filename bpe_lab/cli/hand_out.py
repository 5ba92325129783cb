"""``bpe-lab hand-out``: a lesson as one file that plays without a network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from bpe_lab.cli.app import app_folder, check_app
from bpe_lab.cli.pipes import check_out

PROGRAM = "ui.lessons.hand_out_file"


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
    command = [sys.executable, "-m", PROGRAM, source, str(out.absolute()), app]
    code = subprocess.run(command, cwd=app_folder(), check=False).returncode
    if code:
        raise typer.Exit(code)
