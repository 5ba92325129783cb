"""What a process that measures says: one JSON object per line, a word with its value, checked.

    {"clock": "started"}, {"clock": "stopped"}  around the work that the budget is for
    {"failed": {"text": "one line", …}}         in place of an answer, see `failed_message`

and the words of a `Protocol`. What does not read as promised raises ``MessageError``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from bpe_lab.measure.endings import MessageError, RunError
from bpe_lab.measure.failed_message import problem_from
from bpe_lab.measure.reasons import Ending, Reason, one_line

LONGEST_NAME = 100  # characters

Message = TypeVar("Message")
Readers: TypeAlias = Mapping[str, Callable[[Any], Message]]


@dataclass(frozen=True, slots=True)
class Clock:
    """The work that the budget is for begins, or is over."""

    running: bool


@dataclass(frozen=True, slots=True)
class Protocol(Generic[Message]):
    """The words that a run may use, each with what reads its value.

    ``steps`` come on the way, one of ``answers`` ends the run. Its clock runs ``clocks`` times
    and stands still when it answers.
    """

    answers: Readers[Message]
    steps: Readers[Message] = field(default_factory=dict)
    clocks: int = 1

    def message(self, line: bytes) -> tuple[Message | Clock, bool]:
        """What a line says, and whether it is the answer.

        Raises ``MessageError``, and ``RunError`` where the line says that the run failed.

        >>> Protocol(answers={"done": as_count}).message(b'{"done": 7}')
        (7, True)
        >>> Protocol(answers={"done": as_flag}).message(b'{"done": 1}')
        Traceback (most recent call last):
        bpe_lab.measure.endings.MessageError: its answer holds 1 in place of true or false
        """
        word, value = word_of(line)
        if word == "failed":
            raise RunError(as_reason(value))
        if word == "clock":
            return _clock(value), False
        readers = self.answers if word in self.answers else self.steps
        if word not in readers:
            raise MessageError(f"its answer is no known word: {one_line(word)[:60]!r}")
        try:
            return readers[word](value), word in self.answers
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise MessageError(f"no answer to be read: {error}") from error


def word_of(line: bytes) -> tuple[str, Any]:
    """The word of a line and its value."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"its answer is no JSON: {one_line(line)[:60]!r}") from error
    if not isinstance(message, dict) or len(message) != 1:
        raise MessageError("its answer is not one word with its value")
    ((word, value),) = message.items()
    return word, value


def wrong_value(value: object, wanted: str) -> MessageError:
    """An answer that holds something else than what is ``wanted``."""
    actual = repr(value)[:60] if isinstance(value, str | int | float | None) else "a structure"
    return MessageError(f"its answer holds {actual} in place of {wanted}")


def as_object(value: Any) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise wrong_value(value, "an object")
    return value


def as_list(value: Any) -> list[Any]:
    """A JSON array."""
    if not isinstance(value, list):
        raise wrong_value(value, "a list")
    return value


def as_text(value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise wrong_value(value, "a text")
    return value


def as_name(value: Any) -> str:
    """A short string without control characters."""
    if len(as_text(value)) > LONGEST_NAME or not value.isprintable():
        raise wrong_value(value, "a short text")
    return str(value)


def as_reason(value: Any) -> Reason:
    """Why a run failed; by its text alone where the rest is not sound."""
    fields = as_object(value)
    reason = Reason.of(as_text(fields.get("text")))
    if not reason.text:
        return Reason.of(Ending("no_reason"))
    if "problem" in fields:
        with suppress(TypeError, ValueError):
            return Reason(reason.text, problem_from(fields["problem"]))
    return reason


def as_flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong_value(value, "true or false")
    return value


def as_count(value: Any) -> int:
    """An integer from 0 on."""
    if type(value) is not int or value < 0:  # a bool is no number
        raise wrong_value(value, "a number from 0 on")
    return value


def as_counts(value: Any, length: int | None = None) -> tuple[int, ...]:
    """Integers from 0 on, ``length`` of them."""
    counts = tuple(as_count(each) for each in as_list(value))
    if length not in (None, len(counts)):
        raise wrong_value(value, f"{length} numbers")
    return counts


def as_seconds(value: Any) -> float:
    """A finite number from 0 on."""
    if type(value) not in (int, float) or not 0 <= value < float("inf"):
        raise wrong_value(value, "a number of seconds")
    return float(value)


def _clock(value: Any) -> Clock:
    if value not in ("started", "stopped"):
        raise wrong_value(value, "started or stopped")
    return Clock(running=value == "started")
