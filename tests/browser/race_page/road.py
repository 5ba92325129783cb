"""A road between browser and server that can be cut, as a phone's is when it is locked."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit


class Road:
    """Passes bytes on both ways from an address of its own."""

    def __init__(self, base: str) -> None:
        address = urlsplit(base)
        self._server = (str(address.hostname), int(address.port or 0))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._websockets = 0
        self.base = "http://{}:{}".format(*self._door.getsockname())

    def __enter__(self) -> Self:
        threading.Thread(target=self._open, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self.cut()

    def cut(self) -> None:
        """Lose all that is connected; who comes then gets through."""
        self._websockets = 0
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def is_taken_again(self) -> bool:
        """Whether a websocket goes over it."""
        return self._websockets > 0

    def _open(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                browser, _ = self._door.accept()
                server = socket.create_connection(self._server)
                self._ends += [browser, server]
                for here, there in ((browser, server), (server, browser)):
                    threading.Thread(target=self._pass, args=[here, there], daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                self._websockets += b"_stcore/stream" in data
                there.sendall(data)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        here.close()
