"""Why a run came to nothing: a line of English, a value where there is one, an error class."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from bpe_core.errors import BPELabError, Phrase

LONGEST = 300  # characters of a reason


class Ending(Phrase):
    """A process that ended, spoke too late, or lacked memory; codes below 0 are signals.

    >>> str(Ending("ended", {"code": -9}))
    'its process ended with code -9'
    """

    __slots__ = ()

    section = "ending"
    english: ClassVar[Mapping[str, str]] = {
        "ended": "its process ended with code {code}",
        "no_reason": "it failed and gave no reason",
        "not_ready": "it was not ready after {seconds} s",
        "out_of_memory": "there is not enough memory for this",
    }


OUT_OF_MEMORY = Ending("out_of_memory")


@dataclass(frozen=True, slots=True)
class Reason:
    """``text`` is one line, as records and command lines have it.

    ``problem`` is the same as a value, for which the app's catalogues have words in each
    language; None where only the text is there. Two reasons are equal by their texts.
    """

    text: str = ""
    problem: BPELabError | Phrase | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of(cls, cause: BaseException | Phrase | str) -> Reason:
        """The reason that an error, a phrase or a line of another program gives.

        >>> str(Reason.of(ValueError("no\\nway")))
        'ValueError: no way'
        >>> Reason.of(MemoryError())
        Reason(text='MemoryError', problem=Ending(key='out_of_memory', values={}))
        """
        if isinstance(cause, str):
            return cls(one_line(cause))
        if isinstance(cause, Phrase):
            return cls(one_line(str(cause)), cause)
        name, words = type(cause).__name__, one_line(str(cause))
        return cls(f"{name}: {words}"[:LONGEST] if words else name, problem_of(cause))


def problem_of(error: BaseException) -> BPELabError | Phrase | None:
    """The value that an error is for readers: a refusal of ours, or a lack of memory."""
    if isinstance(error, BPELabError):
        return error
    lacks = isinstance(error, MemoryError) or (
        isinstance(error, OSError) and error.errno == errno.ENOMEM
    )
    return OUT_OF_MEMORY if lacks else None


def one_line(text: str | bytes) -> str:
    """``text`` as one line without control characters, bounded.

    >>> one_line(b"Error:\\n\\x1b[1m no room ")
    'Error: [1m no room'
    """
    if isinstance(text, bytes):
        text = text[: 4 * LONGEST].decode("utf-8", "replace")
    return " ".join(printable(text[: 4 * LONGEST]).split())[:LONGEST]


def printable(text: str) -> str:
    """``text`` with spaces for its control characters: names may come from any file.

    >>> printable("a" + chr(27) + "[1m" + chr(10) + "b")
    'a [1m b'
    """
    return "".join(c if c.isprintable() else " " for c in text)


class StoppedError(Exception):
    """All measuring was asked to stop."""


class CutError(Exception):
    """The budget of a run has passed."""


class RunError(Exception):
    """A run came to nothing: its process did not start, ended, or gave no sound answer.

    >>> str(RunError("Error:\\n\\x1b[1m no room "))
    'Error: [1m no room'
    """

    def __init__(self, reason: Reason | Phrase | str) -> None:
        self.reason = reason if isinstance(reason, Reason) else Reason.of(reason)
        super().__init__(self.reason.text)


class ProcessError(RunError):
    """The process did not start, has ended, or says more than can be listened to."""


class MessageError(RunError):
    """A line that is no answer to what was asked."""
