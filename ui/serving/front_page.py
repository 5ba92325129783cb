"""The page that Streamlit serves, with a script of ours before its own (`front_page.js`).

It makes one press of Back lead to the page before, has no request of a fresh page fail, and
changes between light and dark by key D.
Seen with Streamlit 1.67. An address that is no page's gets Streamlit's page as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import config, file_util

SCRIPT = Path(__file__).with_suffix(".js")
HEAD = "<head>"
FRESH = {"Cache-Control": "no-cache"}  # as Streamlit serves it


def routes(names: Iterable[str]) -> list[Route]:
    """Where a browser asks for the home page and for the pages ``names``."""
    base = config.get_option("server.baseUrlPath").strip("/")
    root = f"/{base}/" if base else "/"
    return [Route(root + name, serve) for name in ("", *names)]


async def serve(request: Request) -> HTMLResponse:
    """The page, the same for every address."""
    return HTMLResponse(front_page(), headers=FRESH)


@cache
def front_page() -> str:
    """Streamlit's page, the script first in its head."""
    page = (Path(file_util.get_static_dir()) / "index.html").read_text(encoding="utf-8")
    script = SCRIPT.read_text(encoding="utf-8")
    return page.replace(HEAD, f"{HEAD}\n<script>\n{script}</script>", 1)
