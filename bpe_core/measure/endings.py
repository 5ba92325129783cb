"""How a run ends without an answer, as classes; each message is one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bpe_core.phrases import Phrase

LONGEST = 300  # characters of a reason


class StoppedError(Exception):
    """All measuring was asked to stop."""


class CutError(Exception):
    """The budget of a run has passed."""


class RunError(Exception):
    """A run came to nothing: its process did not start, ended, or gave no sound answer.

    >>> str(RunError("Error:\\n\\x1b[1m no room "))
    'Error: [1m no room'
    """

    def __str__(self) -> str:
        return one_line(super().__str__())


class ProcessError(RunError):
    """The process did not start, has ended, or says more than can be listened to."""


class MessageError(RunError):
    """A line that is no answer to what was asked."""


class Ending(Phrase):
    """A process that ended, or spoke too late; codes below 0 are signals.

    >>> str(Ending("ended", {"code": -9}))
    'its process ended with code -9'
    """

    __slots__ = ()

    section = "ending"
    english: ClassVar[Mapping[str, str]] = {
        "ended": "its process ended with code {code}",
        "no_reason": "it failed and gave no reason",
        "not_ready": "it was not ready after {seconds} s",
    }


def not_ready(seconds: float) -> str:
    """The reason of a process that takes too long to load."""
    return str(Ending("not_ready", {"seconds": round(seconds)}))


def one_line(text: str | bytes) -> str:
    """``text`` as one line without control characters, bounded.

    >>> one_line(b"Error:\\n\\x1b[1m no room ")
    'Error: [1m no room'
    """
    if isinstance(text, bytes):
        text = text[: 4 * LONGEST].decode("utf-8", "replace")
    text = "".join(c if c.isprintable() else " " for c in text[: 4 * LONGEST])
    return " ".join(text.split())[:LONGEST]


def error_line(error: BaseException) -> str:
    """What is wrong, by class.

    >>> error_line(ValueError("no\\nway"))
    'ValueError: no way'
    >>> error_line(MemoryError())
    'MemoryError'
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}".removesuffix(": ")[:LONGEST]
