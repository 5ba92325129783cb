"""The page that Streamlit serves, with a script of ours before its own (`front_page.js`).

It makes one press of Back lead to the page before, has no request of a fresh page fail, and
changes between light and dark by key D. After it comes what else every page needs at once.
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


def routes(names: Iterable[str], head: str) -> list[Route]:
    """Where a browser asks for the home page and for the pages ``names``.

    ``head`` is markup that every page has after the script.
    """
    base = config.get_option("server.baseUrlPath").strip("/")
    root = f"/{base}/" if base else "/"

    async def serve(request: Request) -> HTMLResponse:
        """The page, the same for every address."""
        return HTMLResponse(front_page(head), headers=FRESH)

    return [Route(root + name, serve) for name in ("", *names)]


@cache
def front_page(head: str) -> str:
    """Streamlit's page, the script and ``head`` first in its head."""
    page = (Path(file_util.get_static_dir()) / "index.html").read_text(encoding="utf-8")
    script = SCRIPT.read_text(encoding="utf-8")
    return page.replace(HEAD, f"{HEAD}\n<script>\n{script}</script>\n{head}", 1)
