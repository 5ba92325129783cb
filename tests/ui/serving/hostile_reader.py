"""The real server in a process of its own, and readers who speak to it without a browser.

Prints as JSON what one of them could do to the others.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from streamlit.navigation.page import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from app import app
from ui.serving.jobs import timing_line, workshop_line
from ui.serving.store import shared_store, vocabulary_store

SHARED = (timing_line, workshop_line, shared_store, vocabulary_store)
END = "script_finished"
SECRET = "/srv/bpe-lab/secret.py"
NOBODY = "6f1c1d1e-0000-4000-8000-000000000000"


async def main() -> None:
    """All tricks on one server."""
    async with serving() as address:
        async with reader(address) as victim, reader(address) as hostile:
            await rerun(victim)
            report: dict[str, Any] = {"others_keep_all": await others_keep_all(hostile)}
        async with reader(address, session=NOBODY) as hostile:
            report["session"] = (await rerun(hostile)).new_session.initialize.session_id
        report["asked_for"] = NOBODY
        async with reader(address) as connection:
            report["sent"] = await sent_by_a_failing_page(connection)
    print(json.dumps(report))  # noqa: T201


@asynccontextmanager
async def serving() -> AsyncIterator[str]:
    """The address of the app's websocket while it is served."""
    config = uvicorn.Config(app, port=0, ws="websockets-sansio", log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"ws://127.0.0.1:{port}/_stcore/stream"
    server.should_exit = True
    await task


@asynccontextmanager
async def reader(address: str, session: str = "") -> AsyncIterator[ClientConnection]:
    """A connection, to a session that it names if it does."""
    protocols = ["streamlit", "none", session] if session else ["streamlit"]
    async with connect(
        address, subprotocols=protocols, max_size=None, close_timeout=0
    ) as connection:
        yield connection


async def others_keep_all(hostile: ClientConnection) -> bool:
    """Whether every cache of the server is what it was after the message that empties them."""
    before = [id(each()) for each in SHARED]
    await hostile.send(BackMsg(clear_cache=True).SerializeToString())
    await hostile.send(BackMsg(load_git_info=True).SerializeToString())
    await hostile.send(BackMsg(app_heartbeat=True).SerializeToString())
    await received(hostile, "heartbeat_ack")
    return [id(each()) for each in SHARED] == before


async def rerun(connection: ClientConnection) -> ForwardMsg:
    """A run of the first page; how it began."""
    await connection.send(BackMsg(rerun_script={}).SerializeToString())
    began = await received(connection, "new_session")
    await received(connection, END)
    return began


async def sent_by_a_failing_page(connection: ClientConnection) -> str:
    """All that is sent where a page raises what nobody expected, as text."""

    def fail(page: Page) -> None:
        raise OSError(SECRET)

    Page.run = fail  # type: ignore[method-assign]
    await connection.send(BackMsg(rerun_script={"query_string": "lang=zh"}).SerializeToString())
    sent = b""
    while ForwardMsg.FromString(last := await whole(connection)).WhichOneof("type") != END:
        sent += last
    return sent.decode("utf-8", "replace")


async def received(connection: ClientConnection, kind: str) -> ForwardMsg:
    """The next message of that kind."""
    while True:
        message = ForwardMsg.FromString(await whole(connection))
        if message.WhichOneof("type") == kind:
            return message


async def whole(connection: ClientConnection) -> bytes:
    """The next message."""
    data = await connection.recv()
    assert isinstance(data, bytes)
    return data


if __name__ == "__main__":
    asyncio.run(main())
