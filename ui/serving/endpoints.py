"""Streamlit's own endpoints, where they give more than a page needs.

Open stay: `health` and `host-config`, which the page and a proxy ask; `stream`, the page
itself; `upload_file`, for sessions that are connected; pictures, files and the bundle. Closed
is `metrics`: how many readers there are, for how long, and what each cache holds concerns
nobody outside, and to count it takes a look at every session.
"""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

CLOSED = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"


class NeededEndpoints:
    """The app behind it without the endpoint that is closed, and with none but live uploads."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is closed; look after uploads once they are there."""
        path = scope["path"].rstrip("/") if scope["type"] == "http" else ""
        if path.endswith(CLOSED):
            await PlainTextResponse("Not Found", status_code=404)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            if UPLOADS in path:
                session_id = path.partition(UPLOADS)[2].partition("/")[0]
                drop_late_uploads(session_id)


def drop_late_uploads(session_id: str) -> None:
    """Let go of files whose session has ended while they came, which nobody would do later."""
    here = runtime.get_instance()
    uploads = here.uploaded_file_mgr
    if here._session_mgr.get_session_info(session_id) is None:
        assert isinstance(uploads, MemoryUploadedFileManager)
        uploads.remove_session_files(session_id)
