"""One run as the comparison sees it: its process, its clock, what it says, its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from bpe_lab.compare.checked import checked_list
from bpe_lab.compare.events import (
    Check,
    Done,
    Encoded,
    Encoding,
    Exchange,
    Language,
    Learned,
    Measured,
    Reached,
    RunEvent,
    Training,
)
from bpe_lab.compare.plan import ComparePlan, Task
from bpe_lab.compare.saved import folder_of
from bpe_lab.measure.endings import CutError, RunError
from bpe_lab.measure.messages import Clock, Protocol, as_count, as_list, as_name
from bpe_lab.measure.outcomes import Cut, Failed
from bpe_lab.measure.run import PYTHON, run_process, variables


def run(
    folder: Path, plan: ComparePlan, task: Task, keep: Path | None, stop: Event
) -> Iterator[RunEvent]:
    """Do the task in a fresh process; its outcome comes last. Raises ``StoppedError``."""
    messages = run_process(
        command_of(folder, task, keep and folder_of(keep, plan, task)),
        variables(str(folder), plan.threads),
        protocol_of(task),
        stop,
        home=folder,
        budget=plan.budget,
    )
    try:
        yield from (message for message in messages if not isinstance(message, Clock))
    except CutError:
        yield Cut(task, plan.budget)
    except RunError as error:
        yield Failed(task, error.reason)


def command_of(folder: Path, task: Task, keep: Path | None) -> list[str]:
    """What its process runs."""
    command = [*PYTHON, "-m", "bpe_lab.compare.child", str(folder), json.dumps(task)]
    return [*command, str(keep.absolute())] if keep else command


def protocol_of(task: Task) -> Protocol[RunEvent]:
    """What a run says on its way, and at its end."""
    steps = {"reached": _reached, "learned": _learned, "encoded": _encoded}
    return Protocol(
        answers={"done": lambda value: Done(task, measured_of(value))},
        steps={word: partial(read, task) for word, read in steps.items()},
    )


def _reached(task: Task, value: Any) -> RunEvent:
    phase, done, total = value
    return Reached(
        task, as_name(phase), as_count(done), None if total is None else as_count(total)
    )


def _learned(task: Task, value: Any) -> RunEvent:
    return Learned(task, checked_list(Training, value))


def _encoded(task: Task, value: Any) -> RunEvent:
    return Encoded(task, tuple(checked_list(Encoding, each) for each in as_list(value)))


def measured_of(value: Any) -> Measured:
    """A `Measured` that JSON has made lists of.

    >>> measured_of([[], [["empty", "same", ""]], [], [9, 4, 5], 7, "1.0"]).exchange.ratio
    1.25
    """
    encodings, checks, languages, exchange, file_bytes, version = value
    return Measured(
        tuple(checked_list(Encoding, each) for each in as_list(encodings)),
        tuple(checked_list(Check, each) for each in as_list(checks)),
        tuple(checked_list(Language, each) for each in as_list(languages)),
        checked_list(Exchange, exchange) if exchange else None,
        as_count(file_bytes),
        as_name(version),
    )
