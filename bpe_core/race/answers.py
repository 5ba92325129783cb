"""What a lane's process says, line by line, checked and turned into the events of a race."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bpe_core.race.endings import Ending
from bpe_core.race.events import (
    Item,
    LaneFailed,
    LaneReady,
    Pair,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Tally,
    TallyDone,
)

MOST_OF_A_REASON = 300  # characters
MOST_OF_A_NAME = 100


class AnswerError(ValueError):
    """A line that is no answer to what was asked; the message is one line."""


@dataclass(frozen=True, slots=True)
class ClockTold(RaceEvent):
    """The work that the budget is for begins, or is over. Between a lane and the race only."""

    running: bool


def event_of(line: bytes, task: RunStarted) -> RaceEvent:
    """The event that ``line`` tells while ``task`` is under way; raises ``AnswerError``.

    >>> task = RunStarted("linked", size=9, number=0)
    >>> event_of(b'{"reached": [2, 1500]}', task)
    Reached(lane='linked', size=9, number=0, done=2, at=1500)
    >>> event_of(b'{"reached": [2, -1]}', task)
    Traceback (most recent call last):
    bpe_core.race.answers.AnswerError: its answer holds -1 in place of a number from 0 on
    """
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"its answer is no JSON: {one_line(line)[:60]!r}") from error
    if not isinstance(said, dict) or len(said) != 1:
        raise AnswerError("its answer is not one word with its value")
    ((word, value),) = said.items()
    if word not in WORDS:
        raise AnswerError(f"its answer is no known word: {one_line(word)[:60]!r}")
    return WORDS[word](value, task)


def one_line(text: str | bytes) -> str:
    """``text`` as one line without control characters, bounded.

    >>> one_line(b"Error:\\n\\x1b[1m no room ")
    'Error: [1m no room'
    """
    if isinstance(text, bytes):
        text = text[: 4 * MOST_OF_A_REASON].decode("utf-8", "replace")
    text = "".join(c if c.isprintable() else " " for c in text[: 4 * MOST_OF_A_REASON])
    return " ".join(text.split())[:MOST_OF_A_REASON]


def _ready(value: Any, task: RunStarted) -> LaneReady:
    versions = {_name(key): _name(said) for key, said in _object(value).items()}
    return LaneReady(task.lane, versions)


def _failed(value: Any, task: RunStarted) -> LaneFailed:
    return LaneFailed(task.lane, one_line(_text(value)) or str(Ending("no_reason")))


def _reached(value: Any, task: RunStarted) -> Reached:
    done, at = _counts(value, 2)
    return Reached(task.lane, task.size, task.number, done, at)


def _clock(value: Any, task: RunStarted) -> ClockTold:
    if value not in ("started", "stopped"):
        raise _wrong(value, "started or stopped")
    return ClockTold(task.lane, value == "started")


def _run(value: Any, task: RunStarted) -> RunDone:
    if task.counted:
        raise AnswerError("it timed a run that was to be counted")
    said = _object(value)
    done, at = _counts(said.get("done")), _counts(said.get("at"))
    if len(done) != len(at) or not _ascends(done) or not _ascends(at):
        raise AnswerError("the parts of its run do not ascend in time")
    run = Run(
        task.lane,
        task.size,
        task.number,
        done,
        at,
        pre_tokenized=_count(said.get("pre_tokenized")),
        cut=_truth(said.get("cut")),
        peak_bytes=_count(said.get("peak_bytes")),
    )
    return RunDone(task.lane, run, _pairs(said.get("result")), _name(said.get("digest")))


def _tally(value: Any, task: RunStarted) -> TallyDone:
    if not task.counted:
        raise AnswerError("it counted a run that was to be timed")
    said = _object(value)
    cells = _count(said.get("cells"))
    tally = Tally(
        task.lane,
        task.size,
        tuple(_item(item) for item in _list(said.get("items"))),
        tuple(_strip(strip, cells) for strip in _list(said.get("touched"))),
        cells,
        laid_out=_count(said.get("laid_out")),
        cut=_truth(said.get("cut")),
    )
    parts = len(tally.touched)
    if len(tally.items) != parts + 2 and (tally.items or parts or not tally.cut):
        raise AnswerError(f"it counted {parts} parts in {len(tally.items)} items")
    return TallyDone(task.lane, tally, _pairs(said.get("result")))


WORDS: Mapping[str, Callable[[Any, RunStarted], RaceEvent]] = {
    "ready": _ready,
    "failed": _failed,
    "reached": _reached,
    "clock": _clock,
    "run": _run,
    "tally": _tally,
}


def _wrong(value: object, wanted: str) -> AnswerError:
    held = repr(value)[:60] if isinstance(value, str | int | float | None) else "a structure"
    return AnswerError(f"its answer holds {held} in place of {wanted}")


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(value, "an object")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(value, "a list")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "a text")
    return value


def _name(value: Any) -> str:
    if len(_text(value)) > MOST_OF_A_NAME or not value.isprintable():
        raise _wrong(value, "a short text")
    return str(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, "true or false")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:  # a bool is no number
        raise _wrong(value, "a number from 0 on")
    return value


def _counts(value: Any, length: int | None = None) -> tuple[int, ...]:
    counts = tuple(_count(each) for each in _list(value))
    if length not in (None, len(counts)):
        raise _wrong(value, f"{length} numbers")
    return counts


def _ascends(values: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in pairwise(values))


def _pairs(value: Any) -> tuple[Pair, ...]:
    """``null`` or a list of ``[hex, hex]``."""
    try:
        return tuple((bytes.fromhex(a), bytes.fromhex(b)) for a, b in value or ())
    except (TypeError, ValueError) as error:
        raise _wrong(value, "pairs in hex") from error


def _item(value: Any) -> Item:
    return {_name(name): _count(count) for name, count in _object(value).items()}


def _strip(value: Any, cells: int) -> str:
    if len(_text(value)) != cells or value.strip("012"):
        raise _wrong(value, f"{cells} cells of 0, 1 and 2")
    return str(value)
