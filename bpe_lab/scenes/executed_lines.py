"""Which lines a generator executes between two of its events.

It is the algorithm itself that runs. Nothing but its own frame is followed, and that only
while a walk is recorded; whoever traces already (a debugger, a measurement of coverage) goes on
where this leaves off.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from sys import gettrace, settrace
from types import FrameType, GeneratorType
from typing import Any, TypeAlias

from bpe_core.events import Event

Lines: TypeAlias = tuple[int, ...]


def executed(
    run: GeneratorType[Event, None, Any],
    repeats: Callable[[Event], bool] = lambda event: False,
) -> Generator[tuple[Event, Lines], None, Lines]:
    """Every event with the lines of the module that were executed up to it.

    They come in the order of their last execution, so the last one is where the run stands.
    Returns those executed behind the last event.
    The lines after an event that ``repeats`` are those of the event before: they are not
    followed again, so that a loop over a whole text costs what it costs.
    """
    frame = run.gi_frame
    lines: dict[int, None] = {}
    followed: Lines = ()

    def follow(at: FrameType, what: str, value: object) -> Any:
        if what == "line":
            lines.pop(at.f_lineno, None)
            lines[at.f_lineno] = None
        return follow

    def begin(at: FrameType, what: str, value: object) -> Any:
        return follow if at is frame else None

    skips = False
    while True:
        if skips:
            event = next(run, None)
        else:
            lines.clear()
            before = gettrace()
            settrace(begin)
            try:
                event = next(run, None)
            finally:
                settrace(before)
            followed = tuple(lines)
        if event is None:
            return followed
        yield event, followed
        skips = repeats(event)


def with_lines(
    run: Generator[Event, None, Any],
) -> tuple[list[tuple[Event, Lines]], Lines]:
    """A whole run with the lines of every event, and those executed behind the last one."""
    assert isinstance(run, GeneratorType), "what runs line by line is a generator"
    steps: list[tuple[Event, Lines]] = []
    going = executed(run)
    while True:
        try:
            steps.append(next(going))
        except StopIteration as end:
            return steps, end.value
