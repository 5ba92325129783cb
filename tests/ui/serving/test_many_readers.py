"""A real server and readers without browsers: their websockets alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from benchmarks.app_server import Server, serving
from benchmarks.readers.reader import reading
from tests.lab.race.running import comes_true
from tests.ui import asynchronous

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.slow

READERS = 60
PATIENCE = 60  # seconds
REMEMBERED = 128  # sessions, by Streamlit 1.67
OF_A_READER, OF_A_SESSION = 4, 3  # descriptors: a connection, and an event loop
MORE = 24  # that are opened once and for all
FEW = 64  # descriptors that the server is started with, fewer than readers come


@pytest.fixture
def server() -> Iterator[Server]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))  # the server inherits it
    try:
        with serving() as app:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            yield app
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def visit(server: Server, drawn: asyncio.Barrier) -> int:
    """Somebody whose page is drawn once, and who waits for the others' pages."""
    async with reading(server) as reader:
        await reader.rerun()
        await drawn.wait()
        return server.descriptors()


async def visits(server: Server) -> int:
    """The descriptors while all are there."""
    drawn = asyncio.Barrier(READERS)
    return max(await asyncio.gather(*(visit(server, drawn) for _ in range(READERS))))


def test_readers_that_come_and_go_do_not_add_up(server: Server) -> None:
    """Streamlit remembers the last that left, and forgets some whenever others leave."""
    quiet = server.descriptors()
    for _ in range(5):
        held = asynchronous.run(visits(server))
        assert held <= quiet + OF_A_READER * READERS + OF_A_SESSION * REMEMBERED + MORE
    left = quiet + OF_A_SESSION * REMEMBERED + MORE
    assert comes_true(lambda: server.descriptors() <= left, PATIENCE)


def test_the_server_s_figures_are_closed(server: Server) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{server.address}/_stcore/metrics", timeout=PATIENCE)
