"""A phase's bar at a terminal; `rich` takes a tenth of a second, so `meter` imports it late."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text


class Rate(ProgressColumn):
    """Units per second, recently."""

    def render(self, task: Task) -> Text:
        name, per = task.fields["unit"]
        speed = task.finished_speed or task.speed
        return Text(f"{speed / per:,.3g} {name}/s" if speed else "")


def bars() -> Progress:
    """On stderr, gone when they end; a task's ``unit`` is a name, and how many are one."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        refresh_per_second=4,
    )
