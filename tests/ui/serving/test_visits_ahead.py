"""Pages that the server visits ahead: made for readers, one at a time, and nothing is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import pytest
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.runtime import Runtime, RuntimeConfig

from tests.paths import ROOT
from tests.ui import asynchronous
from ui.serving import visits_ahead
from ui.serving.courtesy import Drawing
from ui.serving.store import shared_store
from ui.serving.visits_ahead import MOST_WAITING, VisitsAhead

SCRIPT = ROOT / "ui" / "shell.py"
SOON = 60.0
MERGES = 17  # no other test's


@asynccontextmanager
async def server() -> AsyncIterator[Runtime]:
    """A server without a port."""
    media, uploads = MemoryMediaFileStorage("/media"), MemoryUploadedFileManager("/uploads")
    running = Runtime(RuntimeConfig(str(SCRIPT), media, uploads))
    await running.start()
    try:
        yield running
    finally:
        running.stop()
        await running.stopped
        Runtime._instance = None


async def done(visits: VisitsAhead) -> None:
    await asyncio.sleep(0)  # what another thread wants comes by way of the loop
    assert visits.work is not None
    await asyncio.wait_for(visits.work, SOON)


def walks_made() -> list[object]:
    """The keys that a reader's visit asks for."""
    keys: list[Any] = list(shared_store().entries)
    walks = [key for key in keys if key[0] == "naive walk"]
    return [key for key in walks if key[2].num_merges == MERGES]


def test_a_page_is_made_for_the_next_reader_and_no_session_is_left() -> None:
    async def scene() -> None:
        async with server() as running:
            visits = VisitsAhead()
            visits.open()
            visits.want("train", {"text": "low", "merges": str(MERGES)})
            await done(visits)
            assert running._session_mgr.list_active_sessions() == []
            assert running._session_mgr.list_sessions() == []

    assert walks_made() == []
    asynchronous.run(scene())
    assert len(walks_made()) == 1


def kept_calm(pages: list[str], *, calm: bool = True) -> None:
    """Which pages are visited of those that are wanted at once."""
    visited: list[str] = []

    async def note(page: str, query: str) -> None:
        visited.append(page)

    async def is_calm() -> bool:
        return calm

    async def scene() -> None:
        visits = VisitsAhead()
        visits.open()
        for page in pages:
            visits.want(page, {})
        await done(visits)
        assert not visits.wanted

    with (
        mock.patch.object(visits_ahead, "visit", note),
        mock.patch.object(visits_ahead, "calm", is_calm),
    ):
        asynchronous.run(scene())
    kept = list(dict.fromkeys(reversed(pages)))[:MOST_WAITING]
    assert visited == (kept if calm else [])


@pytest.mark.parametrize(
    "pages", [["a"], ["a", "b", "a"], [str(k) for k in range(3 * MOST_WAITING)]]
)
def test_the_latest_comes_first_each_once_and_few_wait(pages: list[str]) -> None:
    kept_calm(pages)


def test_a_server_that_draws_all_the_time_makes_no_visit() -> None:
    kept_calm(["a", "b"], calm=False)


def test_a_page_that_was_visited_is_not_visited_again_soon() -> None:
    visited: list[str] = []

    async def note(page: str, query: str) -> None:
        visited.append(page)

    async def scene() -> None:
        visits = VisitsAhead()
        visits.open()
        for _ in range(2):
            visits.want("a", {"text": "low"})
            await done(visits)

    with mock.patch.object(visits_ahead, "visit", note):
        asynchronous.run(scene())
    assert visited == ["a"]


def test_without_a_server_nothing_is_visited() -> None:
    visits = VisitsAhead()
    visits.want("a", {})
    assert not visits.wanted


def test_no_visit_begins_while_a_page_is_drawn_or_just_after() -> None:
    pages = Drawing()
    assert pages.is_calm(0.0)
    with pages.page():
        assert not pages.is_calm(0.0)
    assert not pages.is_calm(SOON)
