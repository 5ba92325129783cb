"""What one reader may ask of the server, and cost it; seen with Streamlit 1.67.

**Messages** (`OwnPageOnly`): whoever is connected may send ``clear_cache``, which empties the
caches of all readers and ends their work, and ``load_git_info``, for which the server runs git
while everybody waits. A list of names of files has no bound, nor has the number of messages.
All others are handed on as they are.

**Endpoints** (`NeededEndpoints`): open stay `health` and `host-config`, which the page and a
proxy ask; `stream`, the page itself; `upload_file`, for sessions that are connected and while
there is room; pictures, files and the bundle. Closed is `metrics`: how many readers there are,
for how long, and what each cache holds concerns nobody outside, and to count it takes a look at
every session.

**The log** (`bound_log`): a message that is none is logged with its traceback, and one that
names a widget by 100,000 letters has them in it. Streamlit makes its loggers as they are asked
for, each with a handler of its own; what all share is how Python makes a record.

**Descriptors** (`raise_limit`): a reader takes four, one for the websocket and three for an
event loop that scripts may use, and some ten more while a page loads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from time import monotonic
from typing import Any

import streamlit as st
from google.protobuf.message import DecodeError
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_core.errors import both_ends
from ui.serving.memory import MB
from ui.serving.streamlit_private import asked, drop_file
from ui.serving.uploads import UploadRoom

LOGGER = logging.getLogger(__name__)

ALLOWED = frozenset(
    {
        *("rerun_script", "stop_script", "app_heartbeat"),
        *("file_urls_request", "backend_operation_request"),
    }
)
OPERATIONS = frozenset({"deferred_file"})  # files that are made when their button is pressed
MOST_FILES = 64  # names in one request; no field of ours takes more
BURST = 20  # messages at once
PER_SECOND = 10.0  # from then on; a page that draws itself anew asks three or four times
CLOSED = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"
LONGEST_LINE = 500  # characters
LONGEST = 8_000  # of a whole entry; a traceback through Streamlit and a page of ours has 4,000
ENOUGH = 65_536  # descriptors: where the system sets no limit, a fault still ends somewhere


@dataclass(slots=True)
class Pace:
    """How long a connection's next message has to wait: ``burst`` come at once.

    >>> pace = Pace(burst=2, per_second=10, now=lambda: 0.0)
    >>> [round(pace.wait(), 1) for _ in range(4)]
    [0.0, 0.0, 0.1, 0.2]
    """

    burst: int = BURST
    per_second: float = PER_SECOND
    now: Callable[[], float] = monotonic
    used_up: float = 0.0  # when the messages so far are paid for

    def wait(self) -> float:
        """Seconds that one more message waits."""
        now = self.now()
        self.used_up = max(self.used_up, now) + 1 / self.per_second
        return max(0.0, self.used_up - now - self.burst / self.per_second)


class OwnPageOnly:
    """The app behind it gets the messages that concern their sender's page alone, at a pace.

    Those that come too fast are late, never lost: the connection is not read meanwhile, and
    the browser's side fills up.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look through what a websocket receives; other traffic passes."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        pace, has_left = Pace(), asyncio.Event()

        async def receive_allowed() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                await asyncio.sleep(pace.wait())
                if has_left.is_set():
                    return {"type": "websocket.disconnect", "code": 1006}
                if is_allowed(message.get("bytes")):
                    return message

        async def send_or_leave(message: Message) -> None:
            try:
                await send(message)
            except OSError:
                has_left.set()  # what it has sent before waits for nobody
                raise

        await self.app(scope, receive_allowed, send_or_leave)


def is_allowed(data: bytes | None) -> bool:
    """Whether a message concerns its sender's page alone.

    What is no message at all passes: Streamlit closes such connections.
    """
    try:
        message = asked(data or b"")
    except DecodeError:
        return True
    if message is None:  # the log says so
        return True
    kind, files, operation = message
    allowed = kind in ALLOWED and files <= MOST_FILES
    if kind == "backend_operation_request":
        allowed = operation in OPERATIONS
    if not allowed:
        LOGGER.warning("a browser's message was ignored: %s", kind)
    return allowed


class NeededEndpoints:
    """The app behind it without the endpoint that is closed, and with bounded live uploads."""

    def __init__(self, app: ASGIApp, room: UploadRoom | None = None) -> None:
        self.app = app
        self.room = room or UploadRoom()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is closed or has no room; look after uploads once they are there."""
        path = scope["path"].rstrip("/") if scope["type"] == "http" else ""
        if path.endswith(CLOSED):
            await refuse(HTTPStatus.NOT_FOUND, scope, receive, send)
            return
        if UPLOADS not in path or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        session, _, file = path.partition(UPLOADS)[2].partition("/")
        size = most_bytes(scope)
        if status := self.room.refusal(session, size):
            await refuse(status, scope, receive, send)
            return
        try:
            with self.room.taken(session, size):
                await self.app(scope, receive, send)
        finally:
            # Its reader may have left while it came, and nobody would let go of it later.
            drop_file(session, file, unless_here=True)


async def refuse(status: HTTPStatus, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer by a status and its name; what comes of the body is not read."""
    await PlainTextResponse(status.phrase, status_code=status)(scope, receive, send)


def most_bytes(scope: Scope) -> int:
    """What an upload may become: what its header says, else the most that Streamlit takes."""
    stated = Headers(scope=scope).get("content-length", "")
    if stated.isascii() and stated.isdecimal() and len(stated) <= 12:
        return int(stated)
    most: int = st.get_option("server.maxUploadSize") * MB
    return most


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


def raise_limit(enough: int = ENOUGH) -> None:
    """Let the process open as many files as its hard limit allows, ``enough`` at most."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
