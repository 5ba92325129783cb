"""Sessions whose reader's connection is lost: remembered for a while, then ended.

A phone that is locked loses its connection, and comes back with it. Until then the session
stays whole: what it has uploaded, loaded and begun. Once it is forgotten nothing of it is left:
not its memory, not its work.

Streamlit 1.67 by itself forgets sessions only when somebody else leaves, and lets go of what
`st.cache_resource(scope="session")` holds as soon as a connection is lost.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Container
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from streamlit import config, runtime
from streamlit.runtime import websocket_session_manager
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.session_manager import SessionInfo, SessionStorage

from ui.serving.descriptors import DeferredLoop

MOST = 256  # sessions: a full hall whose network fails
PATIENCE = 10.0  # seconds that a script's thread waits for the server's loop


class ReaderSession(AppSession):
    """One that holds its resources until it ends, and no descriptors that it never uses."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if sys.platform != "win32":
            self._script_event_loop.close()
            self._script_event_loop = DeferredLoop()

    def clear_session_caches(self) -> None:
        """Release them if the session ends, and not when its connection is lost."""
        if self._state is AppSessionState.SHUTDOWN_REQUESTED:
            super().clear_session_caches()


@dataclass(slots=True)
class RememberedSessions(SessionStorage):
    """Those without a connection, the ``most`` that left last, each for some ``seconds``.

    For the thread of the server's event loop alone, but for ``end_oldest``.
    """

    seconds: float
    most: int = MOST
    infos: OrderedDict[str, SessionInfo] = field(default_factory=OrderedDict)
    timers: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    loop: asyncio.AbstractEventLoop | None = None

    def get(self, session_id: str) -> SessionInfo | None:
        """One that is remembered."""
        return self.infos.get(session_id)

    def save(self, session_info: SessionInfo) -> None:
        """Remember one from now on."""
        session_id = session_info.session.id
        self.infos[session_id] = session_info
        self.loop = asyncio.get_running_loop()
        self.timers[session_id] = self.loop.call_later(self.seconds, self.forget, session_id)
        while len(self.infos) > self.most:
            self.forget(next(iter(self.infos)))

    def delete(self, session_id: str) -> None:
        """Remember one no longer: its reader is back, or it has ended; raises `KeyError`."""
        del self.infos[session_id]
        self.timers.pop(session_id).cancel()

    def list(self) -> list[SessionInfo]:
        """All, those that left first in front."""
        return [*self.infos.values()]

    def forget(self, session_id: str) -> None:
        """End one that is remembered."""
        session = self.infos[session_id].session
        self.delete(session_id)
        session.shutdown()
        session.session_state.clear()  # at once, not when Python looks for cycles

    def end_first_of(self, names: Container[str]) -> bool:
        """End the one of ``names`` that left first; False where none of them is remembered."""
        first = next((each for each in self.infos if each in names), None)
        if first is not None:
            self.forget(first)
        return first is not None

    def end_oldest(self) -> bool:
        """End the one that left first; False where nobody is remembered.

        For every thread but the event loop's, which it waits for.
        """
        ended: Future[bool] = Future()

        def end() -> None:
            oldest = next(iter(self.infos), None)
            if oldest is not None:
                self.forget(oldest)
            ended.set_result(oldest is not None)

        if not self.infos or self.loop is None:
            return False
        self.loop.call_soon_threadsafe(end)
        return ended.result(PATIENCE)


def end_one_who_left() -> bool:
    """Give back what a reader holds whose connection is lost, for the sake of who is here.

    From a script's thread; False where nobody has left.
    """
    storage = _manager()._session_storage if runtime.exists() else None
    return isinstance(storage, RememberedSessions) and storage.end_oldest()


def end_first_who_left_of(names: Container[str]) -> bool:
    """The same for one of ``names``, from the thread of the server's event loop."""
    storage = _manager()._session_storage
    return isinstance(storage, RememberedSessions) and storage.end_first_of(names)


def remember_sessions() -> None:
    """Have this server's sessions outlive their connections; before the first reader comes."""
    websocket_session_manager.AppSession = ReaderSession  # type: ignore[attr-defined]
    seconds = config.get_option("server.disconnectedSessionTTL")
    _manager()._session_storage = RememberedSessions(seconds)


def _manager() -> websocket_session_manager.WebsocketSessionManager:
    manager = runtime.get_instance()._session_mgr
    assert isinstance(manager, websocket_session_manager.WebsocketSessionManager)
    return manager
