"""Which of Streamlit's endpoints answer, and what stays of uploads that come too late."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from tests.ui import asynchronous
from tests.ui.serving.test_reader_sessions import NEVER, Hall
from ui.serving import endpoints
from ui.serving.endpoints import NeededEndpoints


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


@pytest.mark.parametrize("state", ["connected", "remembered", "ended"])
def test_a_file_that_comes_after_its_session_has_ended_is_dropped(state: str) -> None:
    async def scene() -> None:
        hall = Hall(seconds=NEVER)
        name = hall.connect()
        server: Any = mock.Mock(uploaded_file_mgr=hall.uploads, _session_mgr=hall.manager)

        async def receives(scope: Scope, receive: Receive, send: Send) -> None:
            """Meanwhile the reader leaves."""
            if state != "connected":
                hall.leave(name)
            if state == "ended":
                hall.remembered.forget(name)
            hall.uploads.add_file(name, UploadedFileRec("7", "low.txt", "text/plain", b"low"))

        scope = {"type": "http", "path": f"/_stcore/upload_file/{name}/7"}
        nothing: Any = None
        with mock.patch.object(endpoints.runtime, "get_instance", return_value=server):
            await NeededEndpoints(receives)(scope, nothing, nothing)
        assert (name in hall.uploads.file_storage) == (state != "ended")

    asynchronous.run(scene())
