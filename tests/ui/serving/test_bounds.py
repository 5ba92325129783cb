"""What one browser may ask and cost: its own messages at a pace, short log entries, files."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.logger import get_logger
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg

from app import app
from bpe_lab.text import catalogue
from tests.paths import ROOT
from tests.ui import asynchronous
from tests.ui.serving.hostile_reader import SECRET
from ui.serving.bounds import (
    ALLOWED,
    BURST,
    LONGEST,
    LONGEST_LINE,
    MOST_FILES,
    OPERATIONS,
    OwnPageOnly,
    Pace,
    bound_log,
    is_allowed,
    raise_limit,
)

REFUSED = {
    *("clear_cache", "load_git_info", "set_run_on_save"),
    *("debug_disconnect_websocket", "debug_shutdown_runtime"),
}
REFUSED_OPERATIONS = {"install_skills", "dismiss_skills_nudge", "dataframe_chunk"}


def names(message: Any, oneof: str) -> set[str]:
    return {field.name for field in message.DESCRIPTOR.oneofs_by_name[oneof].fields}


def test_every_message_that_streamlit_has_is_decided_on() -> None:
    assert names(BackMsg, "type") == ALLOWED | REFUSED
    assert names(BackendOperationRequest, "payload") == OPERATIONS | REFUSED_OPERATIONS


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_what_concerns_others_is_ignored(kind: str) -> None:
    assert not is_allowed(BackMsg(**{kind: True}).SerializeToString())


@pytest.mark.parametrize("kind", sorted(ALLOWED - {"backend_operation_request"}))
def test_what_concerns_the_own_page_passes(kind: str) -> None:
    asked = BackMsg()
    field = getattr(asked, kind)
    if isinstance(field, bool):
        setattr(asked, kind, True)
    else:
        field.SetInParent()
    assert is_allowed(asked.SerializeToString())


def test_a_file_is_made_and_nothing_is_installed() -> None:
    made = BackMsg(backend_operation_request={"deferred_file": {"file_id": "7"}})
    assert is_allowed(made.SerializeToString())
    for operation in REFUSED_OPERATIONS:
        installed = BackMsg(backend_operation_request={operation: {}})
        assert not is_allowed(installed.SerializeToString())


@pytest.mark.parametrize(("number", "allowed"), [(MOST_FILES, True), (MOST_FILES + 1, False)])
def test_a_list_of_files_has_a_bound(number: int, allowed: bool) -> None:
    asked = BackMsg(file_urls_request={"file_names": ["low.txt"] * number})
    assert is_allowed(asked.SerializeToString()) is allowed


def test_the_last_of_two_kinds_in_one_message_counts_as_it_does_for_streamlit() -> None:
    heartbeat = BackMsg(app_heartbeat=True).SerializeToString()
    clear = BackMsg(clear_cache=True).SerializeToString()
    assert not is_allowed(heartbeat + clear)
    assert is_allowed(clear + heartbeat)
    assert BackMsg.FromString(clear + heartbeat).WhichOneof("type") == "app_heartbeat"


@pytest.mark.parametrize("data", [b"\xff\xff", None])
def test_what_is_no_message_is_left_to_streamlit(data: bytes | None) -> None:
    assert is_allowed(data) is (data is not None)


def test_messages_at_once_then_at_a_pace() -> None:
    now = 0.0
    pace = Pace(burst=3, per_second=2, now=lambda: now)
    assert [pace.wait() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    now = 100.0
    assert [pace.wait() for _ in range(4)] == [0, 0, 0, 0.5], "a long silence is no credit"


def passed(kind: str, messages: list[Message], most: int) -> tuple[list[Message], float]:
    """What the app behind receives, and how long it waited, the waits being skipped."""
    waited, received = [0.0], []

    async def app_behind(scope: Scope, receive: Receive, send: Send) -> None:
        received.extend([await receive() for _ in range(most)])

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        pass

    async def sleep(seconds: float) -> None:
        waited[0] = max(waited[0], seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "sleep", sleep)
        asynchronous.run(OwnPageOnly(app_behind)({"type": kind}, receive, send))
    return received, waited[0]


def message(**fields: Any) -> Message:
    return {"type": "websocket.receive", "bytes": BackMsg(**fields).SerializeToString()}


def test_the_app_gets_the_other_messages_as_they_are() -> None:
    connect, leave = {"type": "websocket.connect"}, {"type": "websocket.disconnect"}
    own = message(rerun_script={"query_string": "lang=zh"})
    sent = [connect, message(clear_cache=True), own, message(load_git_info=True), leave]
    assert passed("websocket", sent, 3) == ([connect, own, leave], 0)


def test_a_flood_is_late_and_not_lost() -> None:
    flood = [message(rerun_script={}) for _ in range(3 * BURST)]
    received, waited = passed("websocket", list(flood), len(flood))
    assert received == flood
    assert waited > 1


def test_other_traffic_is_not_looked_at() -> None:
    body = {"type": "http.request", "body": b"low"}
    assert passed("http", [body], 1) == ([body], 0)


@pytest.fixture(scope="module")
def on_the_real_server() -> tuple[dict[str, Any], str]:
    """What a hostile reader could do to it, and the server's log."""
    command = [sys.executable, "-m", "tests.ui.serving.hostile_reader"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(ended.stdout.splitlines()[-1]), ended.stderr


@pytest.mark.slow
def test_a_failing_page_of_the_real_server_sends_a_number_and_no_path(
    on_the_real_server: tuple[dict[str, Any], str],
) -> None:
    report, log = on_the_real_server
    pieces = catalogue("zh")["app.failure"].split("{number}")
    assert all(piece in report["sent"] for piece in pieces)
    [number] = re.findall(r"编号 (\d{8}) ", report["sent"])
    assert f"failure {number}" in log
    assert SECRET in log
    # Streamlit itself tells every browser where its main script lies.
    sent = report["sent"].replace(str(ROOT / "ui" / "shell.py"), "")
    for inside in (SECRET, str(ROOT), "Traceback", "OSError", "site-packages"):
        assert inside not in sent


@pytest.mark.slow
def test_a_reader_of_the_real_server_takes_nothing_from_the_others(
    on_the_real_server: tuple[dict[str, Any], str],
) -> None:
    report, _ = on_the_real_server
    assert report["others_keep_all"], "clear_cache reached the caches of all"
    assert report["session"] != report["asked_for"], "nobody's session was had by its id"
    assert UUID(report["session"]).version == 4, "an id that nobody can guess"


def test_the_server_of_the_app_has_it_in_front() -> None:
    assert app._user_middleware[0].cls is OwnPageOnly


LONG = "x" * 100_000


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    before = logging.getLogRecordFactory()
    bound_log()
    bound_log()  # a server's second start in one process
    yield
    logging.setLogRecordFactory(before)


def fail(depth: int) -> None:
    if depth:
        fail(depth - 1)
    raise KeyError(LONG)


@pytest.mark.parametrize("name", ["ui.page", "streamlit.runtime.state", "asyncio"])
def test_messages_values_and_tracebacks_are_bounded(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    logger = get_logger(name)  # Streamlit's, which hands nothing on
    logger.addHandler(caplog.handler)
    try:
        logger.error(LONG)
        logger.error("widget %s of %d", LONG, 7)
        logger.error("widget %(id)s", {"id": LONG}, stack_info=True)
        try:
            fail(900)
        except KeyError:
            logger.exception("failure %s", 12345678)
        logger.error("short %s", ["kept"])
    finally:
        logger.removeHandler(caplog.handler)
    entries = [logging.Formatter().format(record) for record in caplog.records]
    assert all(len(entry) <= LONGEST + LONGEST_LINE + 20 for entry in entries)
    assert (
        max(len(line) for entry in entries for line in entry.split("\n")) <= LONGEST_LINE + 20
    )
    assert entries[1].endswith("x of 7")
    assert entries[3].startswith("failure 12345678\nTraceback")
    assert "KeyError" in entries[3]
    assert entries[4] == "short ['kept']"


resource = pytest.importorskip("resource")


@pytest.fixture
def limit() -> Iterator[int]:
    """The hard limit; the soft one is back as it was at the end."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one_at_most(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limit))
    raise_limit(1000)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1000, limit)
    raise_limit(10**9)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, limit)


def test_a_limit_that_is_higher_already_stays(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (900, limit))
    raise_limit(500)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (900, limit)
