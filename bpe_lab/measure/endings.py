"""How a run ends without an answer, as classes; each message is one line."""

from __future__ import annotations

from bpe_core.phrases import Phrase
from bpe_lab.measure.reasons import Reason


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
