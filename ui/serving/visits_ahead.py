"""Pages that the server visits by itself, so that the next reader finds made what they show.

A visit runs the page's own script in a session of its own, so that whatever the script computes
lies in the stores under the keys that a reader's visit asks for. Nobody sees what it draws.
One visit at a time, begun when no page has been drawn for a moment.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.runtime import RuntimeStoppedError
from streamlit.runtime.session_manager import SessionClient

from ui.serving.courtesy import DRAWING

LOOK = 0.1  # seconds
CALM = 0.4  # seconds without a page being drawn, before a visit begins
WAITING = 20.0  # seconds that a visit waits for that
LONGEST = 30.0  # seconds that it may take
MOST_WAITING = 8
MOST_VISITED = 128  # that are remembered, for so many seconds:
AGAIN = 300.0


class Unseen(SessionClient):
    """In place of a browser: it waits for the end of the page's script."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Look whether the script has ended."""
        if msg.WhichOneof("type") != "script_finished":
            return
        if msg.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self.over.set()


@dataclass(slots=True)
class VisitsAhead:
    """Those wanted, the latest first, and when pages were visited; without a loop none is made.

    All but ``want`` is for the thread of the server's event loop.
    """

    loop: asyncio.AbstractEventLoop | None = None
    wanted: OrderedDict[tuple[str, str], None] = field(default_factory=OrderedDict)
    visited: OrderedDict[tuple[str, str], float] = field(default_factory=OrderedDict)
    work: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Make visits from now on, in the running loop."""
        self.loop = asyncio.get_running_loop()

    def want(self, page: str, query: Mapping[str, str]) -> None:
        """Have ``page`` visited soon, from any thread; at most `MOST_WAITING` wait for that."""
        if self.loop is not None:
            address = (page, urlencode(query))
            with suppress(RuntimeError):  # the server has ended
                self.loop.call_soon_threadsafe(self._take, address)

    def _take(self, address: tuple[str, str]) -> None:
        assert self.loop is not None, "somebody has opened it"
        if self.visited.get(address, -AGAIN) > self.loop.time() - AGAIN:
            return
        self.wanted[address] = None
        self.wanted.move_to_end(address)
        while len(self.wanted) > MOST_WAITING:
            self.wanted.popitem(last=False)
        if self.work is None or self.work.done():
            self.work = self.loop.create_task(self._visit_all())

    async def _visit_all(self) -> None:
        with suppress(RuntimeStoppedError):
            while self.wanted:
                if not await calm():
                    self.wanted.clear()  # the server has other work
                    return
                address, _ = self.wanted.popitem()
                self.visited[address] = asyncio.get_running_loop().time()
                self.visited.move_to_end(address)
                while len(self.visited) > MOST_VISITED:
                    self.visited.popitem(last=False)
                await visit(*address)


async def calm() -> bool:
    """Wait until no page is drawn; False if that takes too long."""
    for _ in range(round(WAITING / LOOK)):
        if DRAWING.is_calm(CALM):
            return True
        await asyncio.sleep(LOOK)
    return False


async def visit(page: str, query: str) -> None:
    """Run the script of ``page`` as for a reader who opens its address."""
    server, client = runtime.get_instance(), Unseen()
    session_id = server.connect_session(client, {})
    try:
        state = ClientState(query_string=query, page_name=page)
        server.handle_backmsg(session_id, BackMsg(rerun_script=state))
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await client.over.wait()
    finally:
        server.close_session(session_id)


VISITS = VisitsAhead()  # of this server
