"""What every process that measures does before its work; `run.py` is the other side.

It answers on an output of its own, ends with the process that started it, has bounded memory,
is the first to be killed where memory runs out, and says what went wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bpe_lab.measure.failed_message import failed_message
from bpe_lab.measure.guards import Say, be_killed_first, end_with_parent, own_output
from bpe_lab.measure.memory import LIBRARIES, allowance, bound
from bpe_lab.measure.reasons import Reason
from bpe_lab.measure.room import free_memory

STARTED: Mapping[str, Any] = {"clock": "started"}
STOPPED: Mapping[str, Any] = {"clock": "stopped"}


@contextmanager
def answering() -> Iterator[Say]:
    """A process set up to measure, and what sends its messages; an error is the last one."""
    say = own_output()
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        yield say
    except BaseException as error:  # a panic of compiled code is no Exception
        say({"failed": failed_message(Reason.of(error))})
