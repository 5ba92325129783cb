"""The bar of work that is made of runs: a race, a benchmark."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

A_SECOND = 2  # drawn so often: it takes time from nobody


def runs_bar(console: Console) -> Progress:
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
