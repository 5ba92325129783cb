"""Commands to a lane's process, and its answers: checked, as the events of a race."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from bpe_lab.measure.endings import MessageError
from bpe_lab.measure.messages import (
    Protocol,
    as_count,
    as_counts,
    as_flag,
    as_list,
    as_name,
    as_object,
    as_text,
    wrong_value,
)
from bpe_lab.race import events


def request(task: events.RunStarted) -> bytes:
    """The line that asks for a run.

    >>> request(events.RunStarted("linked", 9, -1))
    b'{"do": "time", "size": 9, "number": -1}'
    """
    do = "count" if task.counted else "time"
    return json.dumps({"do": do, "size": task.size, "number": task.number}).encode()


def readiness_of(lane: str) -> Protocol[events.RaceEvent]:
    """The message of a lane that has loaded."""
    return Protocol(answers={"ready": partial(_ready, lane)}, clocks=0)


def protocol_of(task: events.RunStarted) -> Protocol[events.RaceEvent]:
    """The messages of a lane while ``task`` is under way.

    >>> protocol = protocol_of(events.RunStarted("linked", size=9, number=0))
    >>> protocol.message(b'{"reached": [2, 1500]}')
    (Reached(lane='linked', size=9, number=0, done=2, at=1500), False)
    """
    steps = {"reached": partial(_reached, task)}
    if task.counted:
        return Protocol(answers={"tally": partial(_tally, task)}, steps=steps)
    return Protocol(answers={"run": partial(_run, task)}, steps=steps)


def cut_run(task: events.RunStarted, reached: Sequence[events.Reached]) -> events.RaceEvent:
    """A run that its budget ended, with what it had reached by then."""
    lane, size = task.lane, task.size
    if task.counted:
        return events.TallyDone(lane, events.Tally(lane, size, (), cut=True))
    parts = [event for event in reached if event.done]
    done, at = tuple(event.done for event in parts), tuple(event.at for event in parts)
    return events.RunDone(lane, events.Run(lane, size, task.number, done, at, cut=True))


def _ready(lane: str, value: Any) -> events.RaceEvent:
    versions = {as_name(key): as_name(each) for key, each in as_object(value).items()}
    return events.LaneReady(lane, versions)


def _reached(task: events.RunStarted, value: Any) -> events.RaceEvent:
    done, at = as_counts(value, 2)
    return events.Reached(task.lane, task.size, task.number, done, at)


def _run(task: events.RunStarted, value: Any) -> events.RaceEvent:
    fields = as_object(value)
    done, at = as_counts(fields.get("done")), as_counts(fields.get("at"))
    if len(done) != len(at) or not _ascends(done) or not _ascends(at):
        raise MessageError("the parts of its run do not ascend in time")
    run = events.Run(
        task.lane,
        task.size,
        task.number,
        done,
        at,
        pre_tokenized=as_count(fields.get("pre_tokenized")),
        cut=as_flag(fields.get("cut")),
        peak_bytes=as_count(fields.get("peak_bytes")),
    )
    return events.RunDone(
        task.lane, run, _pairs(fields.get("result")), as_name(fields.get("digest"))
    )


def _tally(task: events.RunStarted, value: Any) -> events.RaceEvent:
    fields = as_object(value)
    cells = as_count(fields.get("cells"))
    tally = events.Tally(
        task.lane,
        task.size,
        tuple(_item(item) for item in as_list(fields.get("items"))),
        tuple(_strip(strip, cells) for strip in as_list(fields.get("touched"))),
        cells,
        laid_out=as_count(fields.get("laid_out")),
        cut=as_flag(fields.get("cut")),
    )
    parts = len(tally.touched)
    if len(tally.items) != parts + 2 and (tally.items or parts or not tally.cut):
        raise MessageError(f"it counted {parts} parts in {len(tally.items)} items")
    return events.TallyDone(task.lane, tally, _pairs(fields.get("result")))


def _ascends(values: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in pairwise(values))


def _pairs(value: Any) -> tuple[events.Pair, ...]:
    """``null`` or a list of ``[hex, hex]``."""
    try:
        return tuple((bytes.fromhex(a), bytes.fromhex(b)) for a, b in value or ())
    except (TypeError, ValueError) as error:
        raise wrong_value(value, "pairs in hex") from error


def _item(value: Any) -> events.Item:
    return {as_name(name): as_count(count) for name, count in as_object(value).items()}


def _strip(value: Any, cells: int) -> str:
    if len(as_text(value)) != cells or value.strip("012"):
        raise wrong_value(value, f"{cells} cells of 0, 1 and 2")
    return str(value)
