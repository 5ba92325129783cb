"""One page for all tests of the player: it serves the checkout, and drives what tests ask for.

A test is JavaScript beside what it proves (``NAME.test.js``) and runs in the page. For a real
key, click or window it asks the driver here, which does it and answers.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser, Page

from bpe_lab.player.parts import styles
from tests.browser.looks import serious_faults
from tests.browser.player.given import GIVEN
from tests.npm_tools import npm_tools
from tests.paths import ROOT

WINDOW = {"width": 1280, "height": 800}
MEDIA: dict[str, Any] = {"color_scheme": "light", "reduced_motion": "no-preference"}
THEME = """:host {
  --st-background-color: #ffffff; --st-text-color: #17202b; --st-primary-color: #334155;
}"""
# What is transparent is laid out, pointed at and read, but never painted: a third of the work.
PAGE = """<!DOCTYPE html><html lang="en"><head><title>BPE Lab</title>
<meta charset="utf-8"></head><body><div id="host"></div>
<script>onerror = () => { document.body.dataset.failed = "yes"; };</script>
<style>#host { opacity: 0; }</style>
<script type="importmap">{"imports": {"fflate": "/node_modules/fflate/esm/browser.js"}}</script>
<script type="module" src="/tests/browser/player/harness.js"></script></body></html>"""


class Checkout(SimpleHTTPRequestHandler):
    """The files of the checkout, the page of the tests, and the values of ``given.py``."""

    protocol_version = "HTTP/1.1"  # one connection for a hundred modules

    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/":
                hidden = "opacity: 0;" * (not self.path.endswith("?watched"))
                self._answer(PAGE.replace("opacity: 0;", hidden), "text/html")
            case "/player.css":
                self._answer(THEME + styles(), "text/css")
            case "/favicon.ico":
                self._answer("", "image/x-icon")
            case _:
                super().do_GET()

    def do_POST(self) -> None:
        values = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        made = GIVEN[self.path.removeprefix("/given/")](**values)
        self._answer(json.dumps(made), "application/json")

    def _answer(self, body: str, media: str) -> None:
        data = body.encode("utf-8", "surrogatepass")
        self.send_response(200)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing: what fails is told by the test."""


class PlayerPage:
    """The page in which the cases of a module run, one after another."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def run(self, module: Path, only: str = "") -> list[tuple[str, str]]:
        """The name of each case, and what is wrong with it: nothing where it passes."""
        self.open()
        path = f"/{module.relative_to(ROOT).as_posix()}"
        command = self.page.evaluate("([module, only]) => start(module, only)", [path, only])
        while command[0] != "done":
            answer = getattr(self, f"do_{command[0]}")(*command[1:])
            command = self.page.evaluate("answer => next(answer)", answer)
        return [(name, fault) for name, fault in command[1]]

    def open(self) -> None:
        """The page anew: players remember what a reader chose, so each module has its own."""
        self.page.goto(self.address)
        self.page.wait_for_function("'start' in window || 'failed' in document.body.dataset")
        assert self.page.evaluate("'start' in window"), self.complaints

    def do_press(self, keys: list[str]) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def do_type(self, text: str) -> None:
        self.page.keyboard.insert_text(text)

    def do_download(self, x: float, y: float) -> dict[str, Any]:
        """The file that a click has the browser keep."""
        with self.page.expect_download() as waiting:
            self.page.mouse.click(x, y)
        data = Path(waiting.value.path()).read_bytes()
        return {
            "name": waiting.value.suggested_filename,
            "size": len(data),
            "text": data.decode("utf-8", "replace"),
            "base64": b64encode(data).decode(),
        }

    def do_mouse(self, action: str, *where: float) -> None:
        """``move``, ``click`` or ``dblclick`` somewhere, ``down``, ``up``, or ``wheel``."""
        getattr(self.page.mouse, action)(*where)

    def do_size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def do_media(self, options: dict[str, Any]) -> None:
        self.page.emulate_media(**options)

    def do_faults(self) -> list[str]:
        """What axe finds, the bare page's own apart: in what is painted alone."""
        self.page.evaluate("host.style.opacity = 1")
        found = serious_faults(SimpleNamespace(page=self.page))
        self.page.evaluate("host.style.opacity = ''")
        return [fault for fault in found if "html" not in fault.split(":")[0]]

    def do_reset(self) -> list[str]:
        """The window as it was; what the console said meanwhile."""
        said, self.complaints = self.complaints, []
        if self.page.viewport_size != WINDOW:
            self.page.set_viewport_size(WINDOW)
        self.page.emulate_media(**MEDIA)
        self.page.mouse.move(0, 0)
        return said

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.complaints.append(f"the console says: {message.text}")


@contextmanager
def player_page(browser: Browser, *, watched: bool = False) -> Iterator[PlayerPage]:
    """The page, open as long as the context; painted where it is ``watched``."""
    npm_tools()
    handler = partial(Checkout, directory=str(ROOT))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(viewport=WINDOW, locale="en-US")
        address = f"http://127.0.0.1:{server.server_port}/{'?watched' if watched else ''}"
        yield PlayerPage(context.new_page(), address)
        context.close()
        server.shutdown()
