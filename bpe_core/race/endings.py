"""Why a process of ours gave no answer, where it did not say so itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bpe_core.phrases import Phrase


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
