"""Streamlit's inside is used in one place alone, and nothing there is needed to start."""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient
from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import Runtime, scriptrunner

import app as module
from bpe_lab.pages import PAGES
from tests.paths import ROOT
from tests.ui.test_pages import open_page
from ui.serving import kernels, streamlit_private
from ui.serving.bounds import is_allowed
from ui.serving.uploads import UploadRoom

ADAPTER = ROOT / "ui" / "serving" / "streamlit_private.py"
LONGEST = 100  # lines
LOG = streamlit_private.__name__
# What Streamlit's documentation names as modules. All else is reached by `st.` alone; types
# may come from anywhere, as long as nothing but a type checker imports them.
PUBLIC = ("streamlit", "streamlit.testing.v1")
# Every name that the adapter takes.
NAMES = (
    *("BackMsg", "file_urls_request", "file_names"),
    *("backend_operation_request", "get_script_run_ctx", "query_string"),
    *("is_history_navigation", "session_id", "uploaded_file_mgr", "file_storage"),
    *("remove_file", "is_active_session", "get_instance"),
)


def own_files() -> Iterator[Path]:
    yield ROOT / "app.py"
    for folder in ("ui", "pages", "bpe_lab"):
        yield from (ROOT / folder).rglob("*.py")


def private_names(source: str) -> list[str]:
    """What a module takes of Streamlit that its documentation does not name.

    >>> private_names("from streamlit.runtime import get_instance")
    ['streamlit.runtime']
    >>> private_names("import streamlit as st\\nst.session_state._state")
    ['st.session_state._state']
    >>> private_names("if TYPE_CHECKING:\\n    from streamlit.runtime import Runtime")
    []
    """
    names: list[str] = []
    for node in _run_nodes(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names += [node.module or ""]
        elif isinstance(node, ast.Import):
            names += [each.name for each in node.names]
        elif isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr):
            path = ast.unparse(node)
            if path.startswith("st."):
                names.append(path)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names += [node.value] if node.value.startswith("streamlit.") else []
    streamlits = (each for each in names if each.split(".")[0] in ("streamlit", "st"))
    return [each for each in streamlits if each not in PUBLIC]


def _run_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those for a type checker."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _run_nodes(child)


def test_no_private_name_outside_the_adapter() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for path in own_files()
        if path != ADAPTER and (names := private_names(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_the_adapter_is_short_and_its_names_are_told() -> None:
    source = ADAPTER.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    taken = {ast.unparse(each.args[1]) for each in calls if ast.unparse(each.func) == "take"}
    assert {each for each in taken if each != "kind"} <= set(map(repr, NAMES))


def remove(names: Sequence[str], patch: pytest.MonkeyPatch) -> None:
    """Streamlit as it is where it has some of the names no longer."""
    take = streamlit_private.take

    def taken(owner: Any, name: str) -> Any:
        if name in names:
            raise AttributeError(name)
        return take(owner, name)

    patch.setattr(streamlit_private, "take", taken)
    streamlit_private._say_once.cache_clear()


@pytest.fixture(params=NAMES)
def without(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each name in turn."""
    remove([request.param], monkeypatch)
    return str(request.param)


def test_the_server_starts_without_any_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    remove(NAMES, monkeypatch)
    monkeypatch.setattr(Runtime, "_instance", None)
    # What it computes ahead would go on in other tests.
    monkeypatch.setattr(module, "make_ready", lambda: None)
    monkeypatch.setattr(kernels, "end", lambda: None)
    with TestClient(module.app) as server:
        assert server.get("/train").status_code == 200
        assert server.get("/_stcore/health").text == "ok"
        assert server.put("/_stcore/upload_file/a/7").status_code in (400, 403)


def test_the_log_says_once_what_is_done_without(
    without: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Mock(is_active_session=Mock(return_value=False))
    run = Mock(uploaded_file_mgr=Mock(file_storage={}))
    monkeypatch.setattr(runtime, "get_instance", lambda: hall)
    for is_running in (True, False) * 2:
        answer: Any = run if is_running else None
        monkeypatch.setattr(
            scriptrunner, "get_script_run_ctx", lambda answer=answer, **_: answer
        )
        assert UploadRoom(stored=dict).refusal("a", 1) is None
        for kind in ("file_urls_request", "backend_operation_request"):
            is_allowed(message_of({kind: {}}))
        if is_running:
            streamlit_private.of_browser()
            streamlit_private.own_session()
            streamlit_private.stored_files()
        streamlit_private.drop_file("a", "7", unless_here=True)
    said = [each.getMessage() for each in caplog.records if each.name == LOG]
    assert len(said) == len(set(said)) >= 1, said
    assert all(without in each for each in said), said


def message_of(fields: Any) -> bytes:
    data: bytes = BackMsg(**fields).SerializeToString()
    return data


@pytest.mark.usefixtures("without")
def test_a_page_opens() -> None:
    assert not open_page("train", merges="2").exception


@pytest.mark.slow
@pytest.mark.usefixtures("without")
def test_every_page_opens() -> None:
    for name in PAGES:
        at = open_page(name)
        assert not at.exception, (name, at.exception)


def test_what_is_there_is_not_missed(caplog: pytest.LogCaptureFixture) -> None:
    streamlit_private._say_once.cache_clear()
    with caplog.at_level(logging.WARNING):
        at = open_page("train", text="upload")
        at.file_uploader(key="file").set_value(("low.txt", b"low lower", "text/plain")).run()
    assert not [each for each in caplog.records if "has changed" in each.getMessage()]
