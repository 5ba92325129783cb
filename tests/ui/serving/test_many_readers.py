"""A real server and readers without browsers: their websockets alone."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.browser.conftest import REMEMBERED, start_server
from tests.core.race.running import comes_true

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.slow

READERS = 60
FEW = 64  # descriptors that the server is started with, fewer than readers come


@pytest.fixture
def server() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))  # the server inherits it
    try:
        process, base = start_server()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    yield process, base
    process.terminate()
    process.wait(60)


def open_files(process: subprocess.Popen[bytes]) -> int:
    """The descriptors of a process."""
    return len(os.listdir(f"/proc/{process.pid}/fd"))  # noqa: PTH208


async def reader(base: str) -> ClientConnection:
    """Somebody whose page has been drawn once."""
    address = base.replace("http", "ws") + "/_stcore/stream"
    connection = await connect(
        address, origin=base, subprotocols=["streamlit"], max_size=None, max_queue=None
    )
    await connection.send(BackMsg(rerun_script={"query_string": ""}).SerializeToString())
    while True:
        message = ForwardMsg.FromString(await connection.recv())
        if message.WhichOneof("type") == "script_finished":
            return connection


def test_readers_that_come_and_go_leave_no_descriptors(
    server: tuple[subprocess.Popen[bytes], str],
) -> None:
    process, base = server

    async def visits() -> int:
        here = await asyncio.gather(*(reader(base) for _ in range(READERS)))
        most = open_files(process)
        for connection in here:
            await connection.close()
        return most

    asyncio.run(visits())  # what is opened once and for all
    assert comes_true(lambda: open_files(process) < FEW, 5 * REMEMBERED)
    quiet = open_files(process)
    for _ in range(3):
        assert asyncio.run(visits()) <= quiet + READERS + 8, "one for each that is there"
        assert comes_true(lambda: open_files(process) <= quiet, 1), "none for who has left"


def test_the_server_s_figures_are_closed(server: tuple[subprocess.Popen[bytes], str]) -> None:
    _, base = server
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{base}/_stcore/metrics", timeout=5)
