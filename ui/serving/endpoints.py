"""Streamlit's own endpoints, where they give more than a page needs.

Open stay: `health` and `host-config`, which the page and a proxy ask; `stream`, the page
itself; `upload_file`, for sessions that are connected and while there is room; pictures, files
and the bundle. Closed is `metrics`: how many readers there are, for how long, and what each
cache holds concerns nobody outside, and to count it takes a look at every session.
"""

from __future__ import annotations

from http import HTTPStatus

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.serving.memory_weights import MB
from ui.serving.streamlit_private import drop_file
from ui.serving.uploads import UploadRoom

CLOSED = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"


class NeededEndpoints:
    """The app behind it without the endpoint that is closed, and with bounded live uploads."""

    def __init__(self, app: ASGIApp, room: UploadRoom | None = None) -> None:
        self.app = app
        self.room = room or UploadRoom()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is closed or has no room; look after uploads once they are there."""
        path = scope["path"].rstrip("/") if scope["type"] == "http" else ""
        if path.endswith(CLOSED):
            await refuse(HTTPStatus.NOT_FOUND, scope, receive, send)
            return
        if UPLOADS not in path or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        session, _, file = path.partition(UPLOADS)[2].partition("/")
        size = most_bytes(scope)
        if status := self.room.refusal(session, size):
            await refuse(status, scope, receive, send)
            return
        try:
            with self.room.taken(session, size):
                await self.app(scope, receive, send)
        finally:
            # Its reader may have left while it came, and nobody would let go of it later.
            drop_file(session, file, unless_here=True)


async def refuse(status: HTTPStatus, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer by a status and its name; what comes of the body is not read."""
    await PlainTextResponse(status.phrase, status_code=status)(scope, receive, send)


def most_bytes(scope: Scope) -> int:
    """What an upload may become: what its header says, else the most that Streamlit takes."""
    stated = Headers(scope=scope).get("content-length", "")
    if stated.isascii() and stated.isdecimal() and len(stated) <= 12:
        return int(stated)
    most: int = st.get_option("server.maxUploadSize") * MB
    return most
