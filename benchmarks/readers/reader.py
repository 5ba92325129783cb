"""A reader without a browser: Streamlit's messages over a websocket."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.app_server import Server

PATIENCE = 90  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rerun sent: its elements and blocks by kind, the bytes of all messages."""

    elements: Counter[str]
    size: int


class Reader:
    """One session; ``page`` is a page's path, empty for the first one."""

    def __init__(self, socket: ClientConnection, page: str, query: str) -> None:
        self._socket = socket
        self._kept: dict[str, str] = {}
        self._ask = BackMsg()
        self._ask.rerun_script.page_name = page
        self._ask.rerun_script.query_string = query
        self._field = self._fragment = ""  # the page's text, and the part that it is in

    @property
    def cookie(self) -> str:
        """What a proxy asks to be told next time, as ``name=value``."""
        response = self._socket.response
        kept = response.headers.get("Set-Cookie", "") if response else ""
        return str(kept).partition(";")[0]

    async def rerun(self) -> Answer:
        """Have the page's script run, and wait for all that it sends."""
        return await self._asked(self._ask)

    async def type(self, text: str) -> Answer:
        """Have the page's text be ``text``, and wait for what that part of it sends."""
        typed = BackMsg()
        typed.CopyFrom(self._ask)
        typed.rerun_script.fragment_id = self._fragment
        typed.rerun_script.widget_states.widgets.add(id=self._field, string_value=text)
        return await self._asked(typed)

    async def _asked(self, ask: BackMsg) -> Answer:
        await self._socket.send(ask.SerializeToString())
        elements: Counter[str] = Counter()
        size = 0
        while True:
            raw = await asyncio.wait_for(self._socket.recv(), PATIENCE)
            assert isinstance(raw, bytes)
            size += len(raw)
            message = ForwardMsg.FromString(raw)
            kind = self._seen(message)
            if kind:
                elements[kind] += 1
            delta = message.delta
            if delta.new_element.WhichOneof("type") == "text_area":
                self._field, self._fragment = delta.new_element.text_area.id, delta.fragment_id
            if message.WhichOneof("type") == "script_finished":
                return Answer(elements, size)

    def _seen(self, message: ForwardMsg) -> str | None:
        """What a message draws.

        A browser keeps large ones, and says which, so that they are not sent again.
        """
        if message.WhichOneof("type") == "ref_hash":
            return self._kept[message.ref_hash]
        kind = kind_of(message)
        if kind and message.metadata.cacheable and message.hash not in self._kept:
            self._kept[message.hash] = kind
            self._ask.rerun_script.cached_message_hashes.append(message.hash)
        return kind


def kind_of(message: ForwardMsg) -> str | None:
    """Of a message that draws: the element's kind, or that of a block."""
    if message.WhichOneof("type") != "delta":
        return None
    delta = message.delta
    if delta.WhichOneof("type") == "new_element":
        return str(delta.new_element.WhichOneof("type"))
    return f"block:{delta.add_block.WhichOneof('type')}"


@asynccontextmanager
async def reading(
    server: Server, page: str = "", query: str = "", cookie: str = ""
) -> AsyncIterator[Reader]:
    """A session of its own, by which a proxy knows ``cookie``; it ends with the block."""
    async with connect(
        f"ws://127.0.0.1:{server.port}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        origin=Origin(server.address),
        max_size=None,
        open_timeout=PATIENCE,
        additional_headers={"Cookie": cookie} if cookie else None,
    ) as socket:
        yield Reader(socket, page, query)
