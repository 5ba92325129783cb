"""The player alone in a page, with walks of which its code knows nothing."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Download, Locator, Route

from bpe_lab.player.parts import bundle, styles
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json, hanoi

ADDRESS = "http://lab.test/"
THEME = """:host {
  --st-background-color: #ffffff; --st-text-color: #17202b; --st-primary-color: #334155;
}"""
PAGE = """<!DOCTYPE html><html><head><title>BPE Lab</title></head><body><div id="host"></div>
<script type="application/json" id="data">DATA</script>
<script type="module">
import mount from "/player.js";
const shadow = document.getElementById("host").attachShadow({ mode: "open" });
const style = document.createElement("style");
style.textContent = await (await fetch("/player.css")).text();
const parentElement = document.createElement("div");
shadow.append(style, parentElement);
window.left = 0;
window.remount = (data) => mount({ data, parentElement, setTriggerValue: () => window.left++ });
window.unmount = window.remount(JSON.parse(document.getElementById("data").textContent));
</script></body></html>"""
Lab = Callable[..., Visit]


def answer(route: Route, data: Json) -> None:
    """A site of three files."""
    path = route.request.url.removeprefix(ADDRESS).split("?")[0]
    if path == "player.js":
        route.fulfill(body=bundle(), content_type="text/javascript")
    elif path == "player.css":
        route.fulfill(body=THEME + styles(), content_type="text/css")
    elif path == "":
        written = json.dumps(data).replace("<", "\\u003c")
        route.fulfill(body=PAGE.replace("DATA", written), content_type="text/html")
    else:
        route.fulfill(status=204)


def heard(visited: Visit, said: Any) -> None:
    if said.type == "error":
        visited.complaints.append(said.text)


def named(visited: Visit, name: str) -> Locator:
    """The player's control of this name."""
    return visited.page.locator(f".player [data-name={name}]")


def downloaded(visited: Visit, name: str) -> Download:
    """Open the menu and take a file."""
    if not named(visited, name).is_visible():
        named(visited, "share").click()
    with visited.page.expect_download() as waiting:
        named(visited, name).click()
    return waiting.value


WALK = hanoi(3)
