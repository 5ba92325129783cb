"""What the commands that measure share: runs under way at a terminal, their end, their files.

A race, a benchmark and a comparison are each a generator of events and a standing that folds
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bpe_core.errors import OptionError
from bpe_core.runtime.files import check_apart, check_distinct, naming, whole_file
from bpe_lab.cli.pipes import opened
from bpe_lab.cli.stopping import Stop

A_SECOND = 2  # drawn so often: it takes time from nobody

Event = TypeVar("Event")


class Counts(Protocol):
    """What all standings have."""

    runs_done: int


Standing = TypeVar("Standing", bound=Counts)


def no_line(_: object) -> None:
    """Nothing is said of an event where no bar is drawn."""


def fold_all(
    standing: Standing,
    events: Iterable[Event],
    apply: Callable[[Standing, Event], object],
    stop: Stop,
    *,
    first: str,
    total: int,
    doing: Callable[[Event], str | None],
    line: Callable[[Event], str | None] = no_line,
) -> Standing:
    """Run to the end: a bar on stderr where that is a terminal, else the lines of events.

    The bar says ``first``, then what ``doing`` says of an event; None: what it said before.
    """
    console = Console(stderr=True)
    stop.heeded = True
    try:
        with _bar(console) as bar:
            runs = bar.add_task(first, total=total)
            for event in events:
                apply(standing, event)
                bar.update(runs, completed=standing.runs_done, description=doing(event))
                text = None if console.is_terminal else line(event)
                if text:
                    console.print(text, markup=False, highlight=False, soft_wrap=True)
    finally:
        stop.heeded = False
    return standing


def exit_stopped(stop: Stop, after: str = "") -> NoReturn:
    """End the command that was asked to stop, ``after`` so much was done."""
    text = f"stopped{after}; nothing is left running"
    Console(stderr=True).print(text, highlight=False)
    raise typer.Exit(stop.code)


def check_outs(outputs: Iterable[Path | None], inputs: Iterable[str | Path]) -> None:
    """That figures can be written, over no file that is read and not over each other.

    Better before long runs. ``-`` among ``inputs`` is standard input. Raises ``OptionError``,
    ``OverwritesInputError`` and ``SharedOutputError``.
    """
    paths = [path for path in outputs if path]
    for path in paths:
        if not path.absolute().parent.is_dir():
            raise OptionError(name="file", value=str(path), rule="its folder is not there")
    check_apart(paths, map(opened, inputs))
    check_distinct(paths)


def write_json(path: Path, record: Mapping[str, Any], *, ensure_ascii: bool = True) -> None:
    """A record to read and to keep."""
    text = json.dumps(record, indent=2, ensure_ascii=ensure_ascii)
    write_file(path, text + "\n")


def write_file(path: Path, text: str) -> None:
    """Write a text whole or not at all; a pipe or device gets it as it comes."""
    if path.exists() and not path.is_file():
        with naming(path):
            path.write_text(text, "utf-8")
        return
    with whole_file(path) as file:
        file.write(text.encode())


def _bar(console: Console) -> Progress:
    """Words, a bar, runs done of all, the time; nothing where ``console`` is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        refresh_per_second=A_SECOND,
    )
