"""Scripts and styles by address: what a page names is served, once for good, and packed."""

from __future__ import annotations

import asyncio
import gzip
import inspect
import re
from collections.abc import Mapping

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message

from tests.paths import ROOT, modules
from tests.ui import asynchronous
from ui.page.look import FRAME, STYLES, style_links, style_of
from ui.player.served import PLAYER
from ui.serving.static_files import (
    FOREVER,
    LEAST,
    WINDOW,
    Folder,
    PackedFiles,
    component,
    module_file,
)

EXPORT = re.compile(r"^export (?:const|\{) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'from "([^"]+)";')
USED = re.compile(r'window_part\("(\w+)"\)')


@pytest.mark.parametrize("prefix", ["", "/lab", "/a/b"])
def test_each_file_is_served_from_its_own_folder(prefix: str) -> None:
    client = TestClient(Starlette(routes=[PLAYER.route, WINDOW.route]))
    for served in (PLAYER, WINDOW):
        for file in served.files():
            answer = client.get(f"{prefix}/{served.name}/{file.name}")
            assert (answer.status_code, answer.content) == (200, file.content)
            assert "immutable" in answer.headers["cache-control"]
    assert client.get(f"{prefix}/{WINDOW.name}/window.js").status_code == 404
    [window] = WINDOW.files()
    assert client.get(f"{prefix}/{PLAYER.name}/{window.name}").status_code == 404


def test_every_export_is_opened_by_a_page_or_mounted_by_a_component() -> None:
    exports = set(EXPORT.findall((ROOT / "ui/window.js").read_text("utf-8")))
    texts = (path.read_text("utf-8") for path in ROOT.glob("ui/**/*.py"))
    used = {name for text in texts for name in USED.findall(text)}
    assert exports == {"openTools", *used}


def test_no_component_is_made_before_it_is_drawn() -> None:
    """Streamlit 1.65 forgets those that are made while the app's modules are imported."""
    makes = "st.components.v2.component("
    texts = [path.read_text("utf-8") for path in ROOT.glob("ui/**/*.py")]
    assert sum(text.count(makes) for text in texts) == 1
    assert makes in inspect.getsource(component)


def test_progress_takes_nothing_of_the_player_but_its_core() -> None:
    folder = ROOT / "ui" / "progress" / "panel"
    imports = {
        (path.parent / target).resolve()
        for path in modules(folder)
        for target in IMPORT.findall(path.read_text("utf-8"))
    }
    assert len(imports) > 5
    assert {path.parent for path in imports} == {folder, ROOT / "bpe_lab" / "player" / "core"}


SHEET = re.compile(r'"(\./bpe-lab-styles/[\w.-]+)"')


def test_every_sheet_that_a_page_names_is_served_for_good() -> None:
    client = TestClient(Starlette(routes=[STYLES.route]))
    links = style_links("home")
    named = set(SHEET.findall(links))
    assert named == {STYLES.address(file) for file in STYLES.files()}
    early = re.findall(r'rel="(?:stylesheet|preload" as="style)" href="([^"]+)"', links)
    assert {each.rpartition("-")[0].rpartition("/")[2] for each in early} == {
        "page-frame",
        "home-style",
        "counting-style",
    }
    for prefix in ("", "/lab"):
        for address in named:
            answer = client.get(f"{prefix}/{address.removeprefix('./')}")
            assert answer.headers["content-type"].startswith("text/css")
            assert answer.headers["Cache-Control"] == FOREVER["Cache-Control"]
            assert answer.text
    assert client.get("/bpe-lab-styles/page-frame-0.css").status_code == 404


def test_a_page_brings_in_its_sheets_before_its_own_rules() -> None:
    style = style_of(FRAME, ("home", "style"), rules="p { color: red; }")
    first, second = SHEET.findall(style)
    assert ("page-frame-" in first, "home-style-" in second) == (True, True)
    assert style.index("p { color") > style.rindex("@import")


SCRIPT = "const token = 'low lower newest widest';\n" * 1000
FILE = module_file("script", SCRIPT)
ADDRESS = f"/static/{FILE.name}"


class Server:
    """One that gives a file for good, and counts how often it is asked."""

    def __init__(self, headers: Mapping[str, str] = FOREVER) -> None:
        self.asked = 0

        async def answer(request: object) -> Response:
            self.asked += 1
            return Response(FILE.content, media_type=FILE.media, headers=headers)

        behind = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "HEAD"])])
        self.packed = PackedFiles(behind)
        self.client = TestClient(self.packed)


def test_a_file_for_good_is_packed_once_for_all_readers() -> None:
    server = Server()
    answers = [
        server.client.get(ADDRESS, headers={"Accept-Encoding": "gzip"}) for _ in range(3)
    ]
    for answer in answers:
        assert answer.text == SCRIPT
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(SCRIPT) / 10
        assert answer.headers["cache-control"] == FOREVER["Cache-Control"]
        assert answer.headers["vary"] == "Accept-Encoding"
    assert server.asked == 1


def test_who_asks_while_a_file_is_packed_waits_for_it() -> None:
    server, sent = Server(), list[Message]()

    async def ask() -> None:
        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(b"accept-encoding", b"gzip")]
        scope = {"type": "http", "method": "GET", "path": ADDRESS, "headers": headers}
        await server.packed({**scope, "query_string": b""}, receive, send)

    async def together() -> None:
        await asyncio.gather(*(ask() for _ in range(5)))

    asynchronous.run(together())
    bodies = {message["body"] for message in sent if "body" in message}
    assert [gzip.decompress(body).decode() for body in bodies] == [SCRIPT]
    assert len(sent) == 10
    assert server.asked == 1
    assert not server.packed.turns


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        (ADDRESS, {"Accept-Encoding": "identity"}),
        (ADDRESS, {"Range": "bytes=0-9"}),
        (ADDRESS, {"If-None-Match": '"seen"'}),
        ("/train", {}),
    ],
)
def test_what_is_asked_otherwise_is_answered_by_the_server(
    path: str, sent: Mapping[str, str]
) -> None:
    server = Server()
    for _ in range(2):
        answer = server.client.get(path, headers={"Accept-Encoding": "gzip", **sent})
        assert answer.text == SCRIPT
        assert "content-encoding" not in answer.headers
    assert server.asked == 2


def test_what_may_change_is_never_kept() -> None:
    server = Server({"Cache-Control": "no-cache"})
    for _ in range(2):
        assert "content-encoding" not in server.client.get(ADDRESS).headers
    assert server.asked == 2


def test_what_a_first_visit_loads_is_packed() -> None:
    app = st.App(ROOT / "app.py", routes=[Folder("ours", lambda: (FILE,)).route])
    client = TestClient(PackedFiles(GZipMiddleware(app)))
    named = re.findall(r'"\./(static/[^"]+\.(?:js|css))"', client.get("/").text)
    answers = [client.get(f"/{name}") for name in (*named, f"deep/ours/{FILE.name}")]
    long = [each for each in answers if len(each.content) > LEAST]
    assert {each.headers.get("content-encoding") for each in long} == {"gzip"}
    sent = sum(int(each.headers["content-length"]) for each in answers)
    assert sent < sum(len(each.content) for each in answers) / 2.5
    assert client.get("/ours/older.js").status_code == 404
