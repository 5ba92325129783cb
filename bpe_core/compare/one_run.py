"""One run as the comparison sees it: its process, its clock, what it tells, its end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from bpe_core.compare.events import (
    Check,
    Cut,
    Done,
    Encoded,
    Encoding,
    Exchange,
    Failed,
    Language,
    Learned,
    Measured,
    Reached,
    RunEvent,
    Training,
)
from bpe_core.compare.plan import ComparePlan, Task
from bpe_core.compare.saved import folder_of
from bpe_core.race.answers import one_line
from bpe_core.race.endings import Ending, not_ready
from bpe_core.race.hearing import PYTHON, knows, next_line
from bpe_core.race.process import Child, SpeechError, end

SETTING = 180.0  # seconds before the clock starts
GRACE = 0.5  # seconds beyond the budget


def run(
    folder: Path, plan: ComparePlan, task: Task, keep: Path | None, stop: Event
) -> Iterator[RunEvent]:
    """Do the task in a fresh process; its outcome comes last. Raises ``StoppedError``."""
    command = command_of(folder, task, keep and folder_of(keep, plan, task))
    try:
        child = Child(command, home=str(folder), knows=knows(folder, plan.threads))
    except OSError as error:
        yield Failed(task, one_line(str(error)))
        return
    try:
        yield from heard(child, task, plan.budget, stop)
    except SpeechError as error:
        yield Failed(task, one_line(str(error)))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        yield Failed(task, one_line(f"no answer to be read: {error}"))
    finally:
        end([child])


def command_of(folder: Path, task: Task, keep: Path | None) -> list[str]:
    """What its process runs."""
    command = [*PYTHON, "-m", "bpe_core.compare.child", str(folder), json.dumps(task)]
    return [*command, str(keep.absolute())] if keep else command


def heard(child: Child, task: Task, budget: float, stop: Event) -> Iterator[RunEvent]:
    """What the process says, until its answer."""
    until, running = monotonic() + SETTING, False
    while True:
        said = next_line(child, until, stop)
        if said is None:
            break
        if "clock" in said:
            until, running = monotonic() + budget + GRACE, True
        elif "done" in said or "failed" in said:
            yield outcome(task, said)
            return
        else:
            yield told(task, said)
    yield Cut(task, budget) if running else Failed(task, not_ready(SETTING))


def told(task: Task, said: Mapping[str, Any]) -> RunEvent:
    """What a run tells on its way."""
    ((word, value),) = said.items()
    if word == "reached":
        phase, done, total = value
        return Reached(task, str(phase), int(done), None if total is None else int(total))
    if word == "learned":
        return Learned(task, Training(*value))
    if word == "encoded":
        return Encoded(task, tuple(Encoding(*each) for each in value))
    raise ValueError("it answered what it was not asked")


def outcome(task: Task, said: Mapping[str, Any]) -> Done | Failed:
    """How it ended."""
    if "failed" in said:
        return Failed(task, one_line(str(said["failed"])) or str(Ending("no_reason")))
    return Done(task, measured_of(said["done"]))


def measured_of(value: Any) -> Measured:
    """A `Measured` that JSON has made lists of.

    >>> measured_of([[], [["empty", "same", ""]], [], [9, 4, 5], 7, "1.0"]).exchange.ratio
    1.25
    """
    encodings, checks, languages, exchange, file_bytes, version = value
    return Measured(
        tuple(Encoding(*each) for each in encodings),
        tuple(Check(*each) for each in checks),
        tuple(Language(*each) for each in languages),
        Exchange(*exchange) if exchange else None,
        int(file_bytes),
        str(version),
    )
