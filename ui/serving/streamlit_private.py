"""All that this app takes of Streamlit beyond its public face; nothing else does.

Seen with Streamlit 1.65.0, 1.66.1 and 1.67.0. Where a name is gone, the server starts all the
same, and its log says once what it does without.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any


def take(owner: Any, name: str) -> Any:
    """An attribute of an object, or of the module with that name; all are taken here."""
    return getattr(import_module(owner) if isinstance(owner, str) else owner, name)


@contextmanager
def or_without(what: str) -> Iterator[None]:
    """End the block where Streamlit lacks a name that it takes."""
    try:
        yield
    except (AttributeError, ImportError) as gone:
        _say_once(f"{what} ({gone})")


@cache
def _say_once(what: str) -> None:
    logging.getLogger(__name__).warning("Streamlit has changed: %s", what)


def asked(data: bytes) -> tuple[str, int, str] | None:
    """A message's kind, how many files it names, its operation; raises ``DecodeError``."""
    with or_without("what browsers ask for is not looked through"):
        message = take("streamlit.proto.BackMsg_pb2", "BackMsg")()
        message.ParseFromString(data)
        kind, files, operation = message.WhichOneof("type") or "", 0, ""
        if kind == "file_urls_request":
            files = len(take(take(message, kind), "file_names"))
        elif kind == "backend_operation_request":
            operation = take(message, kind).WhichOneof("payload") or ""
        return kind, files, operation
    return None


def of_browser() -> tuple[str | None, bool]:
    """The query that this run was asked with, if known; whether Back or a link of ours did."""
    with or_without("an address counts as callbacks leave it, Back may pass for a late press"):
        run = _run()
        return take(run, "query_string"), bool(take(run, "is_history_navigation"))
    return None, False


def stored_files() -> dict[str, dict[str, int]]:
    """The bytes of readers' uploads, by session and by file; threads drop some meanwhile."""
    with or_without("uploads are bounded by `server.maxUploadSize` alone"):
        stored = [*take(_uploads(), "file_storage").items()]
        return {name: {k: len(f.data) for k, f in [*files.items()]} for name, files in stored}
    return {}


def own_session() -> str:
    """The id of the session whose script runs."""
    with or_without("a reader's files stay until the session ends"):
        return str(take(_run(), "session_id"))
    return ""


def drop_file(session: str, file: str, *, unless_here: bool = False) -> None:
    """Let go of an upload, unless its browser is to stay connected and is."""
    with or_without("files of a field that is drawn no longer, and late ones, stay"):
        server = take("streamlit.runtime", "get_instance")
        if not (unless_here and take(server(), "is_active_session")(session)):
            take(_uploads(), "remove_file")(session, file)


def _run() -> Any:
    return take("streamlit.runtime.scriptrunner", "get_script_run_ctx")(suppress_warning=True)


def _uploads() -> Any:
    return take(_run() or take("streamlit.runtime", "get_instance")(), "uploaded_file_mgr")
