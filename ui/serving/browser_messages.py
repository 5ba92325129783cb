"""What a browser may ask of the server through its websocket: what concerns its own page.

Seen with Streamlit 1.67: whoever is connected may send ``clear_cache``, which empties the
caches of all readers and ends their work, and ``load_git_info``, for which the server runs git
while everybody waits. A list of names of files has no bound, nor has the number of messages.
This stands in front of Streamlit and hands on all other messages as they are.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.serving.streamlit_private import asked

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
