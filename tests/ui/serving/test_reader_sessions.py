"""A session outlives its connection for a while, with its work, and then leaves nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any
from unittest import mock
from weakref import ref

import pytest
from streamlit import runtime
from streamlit.runtime import websocket_session_manager
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner import add_script_run_ctx
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

import bpe_core
from tests.ui import asynchronous
from tests.ui.serving.test_descriptors import descriptors
from tests.ui.serving.test_jobs import SOON, Task
from ui.serving.jobs import session_trainings
from ui.serving.reader_room import Loaded, NoRoomError, Room
from ui.serving.reader_sessions import ReaderSession, RememberedSessions, remember_sessions

NEVER = 3600.0


class Hall:
    """A server's sessions, without the server."""

    def __init__(self, **options: Any) -> None:
        self.remembered = RememberedSessions(**options)
        self.uploads = MemoryUploadedFileManager("/up")
        self.manager = websocket_session_manager.WebsocketSessionManager(
            self.remembered, self.uploads, ScriptCache(), None
        )

    def connect(self, session_id: str | None = None) -> str:
        client: Any = object()
        data = ScriptData("shell.py", is_hello=False)
        return self.manager.connect_session(client, data, {}, session_id)

    def leave(self, session_id: str) -> None:
        self.manager.disconnect_session(session_id)

    def session(self, session_id: str) -> Any:
        info = self.manager.get_session_info(session_id)
        assert info is not None
        return info.session

    def as_script(self, session_id: str, ask: Callable[[], Any]) -> Any:
        """What the session's script would get."""
        session, answers = self.session(session_id), []
        thread = threading.Thread(target=lambda: answers.append(ask()))
        context = session.create_detached_script_run_ctx(query_string="", context_info=None)
        add_script_run_ctx(thread, context)
        thread.start()
        thread.join()
        return answers[0]


async def gone(hall: Hall) -> None:
    """Until nobody is remembered."""
    async with asyncio.timeout(SOON):
        while hall.remembered.list():  # no event tells of it
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def sessions_of_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_session_manager, "AppSession", ReaderSession)


def run(scene: Coroutine[Any, Any, None]) -> None:
    asynchronous.run(scene)


def test_sessions_that_come_and_go_hold_no_descriptors() -> None:
    async def scene() -> None:
        hall, before = Hall(seconds=NEVER), descriptors()
        names = [hall.connect() for _ in range(20)]
        assert descriptors() <= before
        for name in names:
            hall.leave(name)
        assert len(hall.remembered.list()) == 20
        assert descriptors() <= before

    run(scene())


def test_work_goes_on_while_its_reader_is_remembered_and_is_found_again() -> None:
    async def scene() -> None:
        hall, task = Hall(seconds=NEVER), Task()
        name = hall.connect()
        trainings = hall.as_script(name, session_trainings)
        job = trainings.start("training", task)
        assert await asyncio.to_thread(task.began.wait, SOON)
        hall.leave(name)
        await asyncio.sleep(0.05)
        assert not job.stop.is_set()
        assert hall.connect(name) == name
        assert hall.as_script(name, session_trainings).get("training") is job
        assert hall.remembered.timers == {}
        hall.remembered.seconds = 0.02
        hall.leave(name)
        await gone(hall)
        await asyncio.to_thread(trainings.line.wait, job, SOON)
        assert task.was_stopped

    run(scene())


def test_a_session_that_is_forgotten_takes_its_memory_along_though_nobody_comes() -> None:
    async def scene() -> None:
        hall = Hall(seconds=0.02)
        name = hall.connect()
        session = ref(hall.session(name))
        hall.session(name).session_state["loaded"] = loaded = Task()
        still_loaded = ref(loaded)
        del loaded
        hall.uploads.add_file(name, UploadedFileRec("7", "low.txt", "text/plain", b"low"))
        hall.leave(name)
        assert hall.uploads.file_storage, "it may come back for its file"
        await gone(hall)
        assert hall.uploads.file_storage == {}
        assert (session(), still_loaded()) == (None, None)

    run(scene())


def test_the_server_remembers_for_a_minute() -> None:
    async def scene() -> None:
        hall = Hall(seconds=NEVER)
        server: Any = mock.Mock(_session_mgr=hall.manager)
        with mock.patch.object(runtime, "get_instance", return_value=server):
            remember_sessions()
        remembered = hall.manager._session_storage
        assert isinstance(remembered, RememberedSessions)
        assert remembered.seconds == 60, "as .streamlit/config.toml and docs/hosting.md say"

    run(scene())


def test_at_most_so_many_are_remembered_those_that_left_last() -> None:
    async def scene() -> None:
        hall = Hall(seconds=NEVER, most=2)
        names = [hall.connect() for _ in range(3)]
        for name in names:
            hall.leave(name)
        assert [info.session.id for info in hall.remembered.list()] == names[1:]
        assert hall.connect(names[0]) != names[0]
        assert hall.connect(names[1]) == names[1]

    run(scene())


def test_who_has_left_makes_room_for_who_is_here() -> None:
    async def scene() -> None:
        hall = Hall(seconds=NEVER)
        first, second, here = (hall.connect() for _ in range(3))
        words = {first: "low lower", second: "wide wider", here: "new newest"}
        models = {
            name: Loaded(bpe_core.train(text, vocab_size=260), (), text)
            for name, text in words.items()
        }
        sizes = [sum(each.parts.values()) for each in models.values()]
        room = Room(limit=sum(sizes[:2]) + 10, give_back=hall.remembered.end_oldest)
        for name in (first, second):
            hall.session(name).session_state["loaded"] = room.admit(models.pop(name))
        loaded = models[here]
        with pytest.raises(NoRoomError):
            await asyncio.to_thread(room.admit, loaded)  # both may be at work with theirs
        hall.leave(first)
        hall.leave(second)
        assert await asyncio.to_thread(room.admit, loaded) is loaded
        assert [info.session.id for info in hall.remembered.list()] == [second], "one is enough"

    run(scene())
