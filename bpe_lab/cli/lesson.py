"""``bpe-lab lesson check``: everything that is wrong with a lesson file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bpe_lab.cli.saying import FAILED
from bpe_lab.html_pages import Language
from bpe_lab.lessons.lesson_errors import sentence
from bpe_lab.lessons.reading import SIZE_LIMIT, read_lesson

app = typer.Typer(help="Lesson files.", rich_markup_mode=None)


@app.callback()
def of_lessons() -> None:
    """Lesson files."""


@app.command("check")
def lesson_check_command(
    file: Annotated[Path, typer.Argument(help="A lesson as TOML.")],
    language: Annotated[Language, typer.Option(help="Of the sentences.")] = "en",
) -> None:
    """Check a lesson file whole: each mistake with its line, its key and a sentence.

    Prints nothing where there is none. Exits with 1 where there are mistakes.
    """
    with file.open("rb") as opened:
        data = opened.read(SIZE_LIMIT + 1)
    problems = read_lesson(data, file.stem).problems
    Console().file.write("".join(f"{file}: {sentence(each, language)}\n" for each in problems))
    if problems:
        raise typer.Exit(FAILED)
