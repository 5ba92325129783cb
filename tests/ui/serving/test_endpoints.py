"""Which of Streamlit's endpoints answer, how much they take, and what stays of late uploads."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette import starlette_routes

from tests.ui import asynchronous
from ui.own_tokenizers import LIMIT, MOST_OWN
from ui.page.text_inputs import LONG_LIMIT
from ui.serving import uploads
from ui.serving.bounds import NeededEndpoints
from ui.serving.memory import MB
from ui.serving.uploads import MOST_BYTES, MOST_FILES, UploadRoom


async def answers_all(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/metrics/", "/lab/_stcore/metrics?families=x"]
)
def test_nobody_is_told_the_server_s_figures(path: str) -> None:
    browser = TestClient(NeededEndpoints(answers_all))
    assert browser.get(path).status_code == 404
    assert "here" not in browser.options(path).text


@pytest.mark.parametrize("path", ["/", "/train", "/_stcore/health", "/_stcore/host-config"])
def test_what_a_page_needs_answers(path: str) -> None:
    assert TestClient(NeededEndpoints(answers_all)).get(path).text == "here"


class Hall:
    """A server's readers and their files, without the server."""

    def __init__(self) -> None:
        self.uploads = MemoryUploadedFileManager("/up")
        self.here: set[str] = set()

    def connect(self) -> str:
        name = f"reader {len(self.here)}"
        self.here.add(name)
        return name

    def is_active_session(self, name: str) -> bool:
        return name in self.here

    @property
    def uploaded_file_mgr(self) -> MemoryUploadedFileManager:
        return self.uploads


@pytest.mark.parametrize("is_here", [True, False])
def test_a_file_that_comes_after_its_reader_has_left_is_dropped(
    is_here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall()
    name = hall.connect()
    monkeypatch.setattr(runtime, "get_instance", lambda: hall)

    async def receives(scope: Scope, receive: Receive, send: Send) -> None:
        """Meanwhile the reader leaves."""
        if not is_here:
            hall.here.remove(name)
        hall.uploads.add_file(name, UploadedFileRec("7", "low.txt", "text/plain", b"low"))

    path = f"/_stcore/upload_file/{name}/7"
    scope = {"type": "http", "method": "PUT", "path": path, "headers": []}
    nothing: Any = None
    asynchronous.run(NeededEndpoints(receives)(scope, nothing, nothing))
    assert bool(hall.uploads.file_storage[name]) == is_here


LOW = b"low lower"
BORDER = "border"


class Uploading:
    """Streamlit's endpoint for uploads behind ours, and the sessions that use it."""

    def __init__(self, hall: Hall, room: UploadRoom | None) -> None:
        self.hall = hall
        server: Any = hall
        routes = starlette_routes.create_upload_routes(server, hall.uploads, None)
        self.app = NeededEndpoints(Starlette(routes=routes), room)

    async def put(
        self,
        reader: str,
        name: str,
        data: bytes = LOW,
        *,
        after: asyncio.Event | None = None,
        states_size: bool = True,
    ) -> int:
        """The status of one upload, whose end comes ``after`` something."""
        head = f'--{BORDER}\r\nContent-Disposition: form-data; name="f"; filename="{name}"'
        body = head.encode() + b"\r\n\r\n" + data + f"\r\n--{BORDER}--\r\n".encode()
        parts = [body[:9], body[9:]]

        async def receive() -> Message:
            if after is not None and len(parts) == 1:
                await after.wait()
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        headers = [(b"content-type", f"multipart/form-data; boundary={BORDER}".encode())]
        if states_size:
            headers.append((b"content-length", str(len(body)).encode()))
        return await self._answer("PUT", f"{reader}/{name}", headers, receive)

    async def delete(self, reader: str, name: str) -> int:
        async def receive() -> Message:
            return {"type": "http.request"}

        return await self._answer("DELETE", f"{reader}/{name}", [], receive)

    def stored(self, reader: str) -> list[str]:
        """The names of a reader's files; the total is that of all of them."""
        storage = self.hall.uploads.file_storage
        sizes = [len(file.data) for files in storage.values() for file in files.values()]
        assert self.hall.uploads._total_bytes == sum(sizes)
        return [*storage.get(reader, {})]

    async def _answer(self, method: str, path: str, headers: Any, receive: Receive) -> int:
        answers: list[Message] = []

        async def send(message: Message) -> None:
            answers.append(message)

        address = f"/_stcore/upload_file/{path}"
        scope = {"type": "http", "method": method, "path": address, "headers": headers}
        await self.app({**scope, "query_string": b""}, receive, send)
        return int(answers[0]["status"])


@contextmanager
def uploading(room: UploadRoom | None = None) -> Iterator[Uploading]:
    """A hall whose readers upload files, without a browser and so without its secret."""
    hall = Hall()
    with (
        mock.patch.object(runtime, "get_instance", return_value=hall),
        mock.patch.object(starlette_routes, "is_xsrf_enabled", return_value=False),
    ):
        yield Uploading(hall, room)


def test_a_reader_s_files_are_bounded_in_number() -> None:
    async def scene() -> None:
        with uploading() as server:
            reader, other = server.hall.connect(), server.hall.connect()
            assert server.stored(reader) == []
            names = [f"{k}.txt" for k in range(15)]
            statuses = [await server.put(reader, name) for name in names]
            assert statuses == [204] * MOST_FILES + [413] * (15 - MOST_FILES)
            assert server.stored(reader) == names[:MOST_FILES]
            assert await server.put(other, "a.txt") == 204, "another reader has room"

    asynchronous.run(scene())


def test_files_that_come_together_are_bounded_too() -> None:
    async def scene() -> None:
        with uploading() as server:
            reader, rest = server.hall.connect(), asyncio.Event()
            names = [f"{k}.txt" for k in range(15)]
            tasks = [asyncio.ensure_future(server.put(reader, n, after=rest)) for n in names]
            refused, under_way = tasks[MOST_FILES:], tasks[:MOST_FILES]
            assert await asyncio.gather(*refused) == [413] * len(refused), "before they came"
            assert server.stored(reader) == []
            rest.set()
            assert await asyncio.gather(*under_way) == [204] * MOST_FILES
            assert sorted(server.stored(reader)) == sorted(names[:MOST_FILES])
            assert server.app.room.under_way == []

    asynchronous.run(scene())


@pytest.mark.parametrize("states_size", [True, False])
def test_a_reader_s_files_are_bounded_in_bytes(states_size: bool) -> None:
    async def scene() -> None:
        most = (3 if states_size else LIMIT) * MB
        with uploading(UploadRoom(most_bytes=most)) as server:
            reader = server.hall.connect()
            put = [
                await server.put(reader, name, b"a" * (MB - 500), states_size=states_size)
                for name in ("a.txt", "b.txt", "c.txt", "d.txt")
            ]
            # What does not state its size is counted as the largest file while it comes.
            stays = 3 if states_size else 1
            assert put == [204] * stays + [413] * (4 - stays)
            assert len(server.stored(reader)) == stays

    asynchronous.run(scene())


def test_the_files_of_all_readers_are_bounded_together() -> None:
    async def scene() -> None:
        with uploading(UploadRoom(limit=700)) as server:
            first, second, third = (server.hall.connect() for _ in range(3))
            for name in (first, second):
                assert await server.put(name, "a.txt", b"a" * 300) == 204
            assert await server.put(third, "b.txt", b"b" * 300) == 507
            assert server.stored(third) == []
            assert await server.delete(first, "a.txt") == 204
            assert await server.put(third, "b.txt", b"b" * 300) == 204

    asynchronous.run(scene())


@pytest.mark.parametrize("comes_first", ["the new file", "the word that the old one goes"])
def test_a_file_is_replaced_on_the_page_that_holds_most(comes_first: str) -> None:
    async def scene() -> None:
        with uploading() as server:
            reader = server.hall.connect()
            names = [f"{k}.json" for k in range(MOST_OWN)]
            assert [await server.put(reader, name) for name in names] == [204] * len(names)
            for k, name in enumerate(names):
                asked = [server.put(reader, f"new {k}.json"), server.delete(reader, name)]
                for each in asked if comes_first == "the new file" else reversed(asked):
                    assert await each == 204
            assert server.stored(reader) == [f"new {k}.json" for k in range(len(names))]
            assert await server.put(reader, "new 0.json", LOW * 2) == 204, "by its own name"

    asynchronous.run(scene())


def test_the_bounds_leave_room_for_what_a_page_can_hold_and_one_file_more() -> None:
    assert MOST_OWN + 1 <= MOST_FILES
    assert (MOST_OWN + 1) * LIMIT * MB <= MOST_BYTES
    assert (3 + 1) * LONG_LIMIT <= MOST_BYTES, "the workshop's three fields"
    assert 2 * MOST_BYTES <= uploads.ROOM
