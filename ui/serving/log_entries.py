"""How long an entry of the log may be, whoever writes it and whatever a browser has sent.

Seen with Streamlit 1.67: a message that is none is logged with its traceback, and one that
names a widget by 100,000 letters has them in it. Streamlit makes its loggers as they are asked
for, each with a handler of its own; what all share is how Python makes a record.
"""

from __future__ import annotations

import logging
from functools import wraps
from typing import Any

from bpe_core.short_message import both_ends

LONGEST_LINE = 500  # characters
LONGEST = 8_000  # of a whole entry; a traceback through Streamlit and a page of ours has 4,000


def bound_log() -> None:
    """From now on shorten the messages, their values and the tracebacks of all log entries."""
    make = logging.getLogRecordFactory()
    if hasattr(make, "__wrapped__"):
        return

    @wraps(make)
    def make_short(*args: Any, **values: Any) -> logging.LogRecord:
        return shortened(make(*args, **values))

    logging.setLogRecordFactory(make_short)


def shortened(record: logging.LogRecord) -> logging.LogRecord:
    """``record`` itself, its parts bounded in place.

    subtle: values stay apart from their message, since formatters may ask for them by their
    place; a traceback is written here, and a formatter takes one that is written already.
    """
    record.msg = _value(record.msg)
    if isinstance(record.args, tuple):
        record.args = tuple(map(_value, record.args))
    elif record.args:
        record.args = {name: _value(value) for name, value in record.args.items()}
    if record.exc_info and record.exc_info[0] is not None:
        record.exc_text = _lines(logging.Formatter().formatException(record.exc_info))
    if record.stack_info:
        record.stack_info = _lines(record.stack_info)
    return record


def _value(value: object) -> object:
    """A value that is written at most ``LONGEST_LINE`` long; numbers as they are."""
    if value is None or isinstance(value, int | float):
        return value
    text = str(value)
    return value if len(text) <= LONGEST_LINE else both_ends(text, LONGEST_LINE)


def _lines(text: str) -> str:
    lines = (both_ends(line, LONGEST_LINE) for line in text.split("\n"))
    return both_ends("\n".join(lines), LONGEST)
