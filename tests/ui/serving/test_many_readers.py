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
PATIENCE = 60  # seconds, of 120 that a session outlives its connection
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


def test_readers_that_come_and_go_leave_no_descriptors(server: Server) -> None:
    asynchronous.run(visits(server))  # what is opened once and for all
    assert comes_true(lambda: server.descriptors() < FEW, PATIENCE)
    quiet = server.descriptors()
    for _ in range(3):
        assert asynchronous.run(visits(server)) <= quiet + READERS + 8, (
            "one for each that is there"
        )
        assert comes_true(lambda: server.descriptors() <= quiet, PATIENCE), (
            "none for who has left"
        )


def test_the_server_s_figures_are_closed(server: Server) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{server.address}/_stcore/metrics", timeout=PATIENCE)
