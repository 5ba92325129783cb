"""The page that Streamlit serves, with a script of ours before its own (`front_page.js`).

It makes one press of Back lead to the page before, has no request of a fresh page fail, and
changes between light and dark by key D. After it comes what else every page needs at once. On a
slow line Streamlit's scripts take some seconds, and its page is white until then: what is seen
first is ours, in the reader's language. Seen with Streamlit 1.67. An address that is no page's
gets a page that says so, in plain HTML: Streamlit would serve its own, open the home page and
say it in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_lab.html_pages import template
from bpe_lab.text import LANGUAGES, catalogue, preferred

HOME = "home"
SCRIPT = Path(__file__).with_suffix(".js")
HEAD = "<head>"
# A phone's keyboard makes the page shorter, where it would lie over what is answered there.
VIEWPORT, SHORTER = "shrink-to-fit=no", "interactive-widget=resizes-content"
HTML, TITLE, ROOT = '<html lang="en">', "<title>Streamlit</title>", '<div id="root">'
FRESH = {"Cache-Control": "no-cache"}  # as Streamlit serves it
LONGEST = 80  # characters of an unknown address that are shown


def routes(names: Iterable[str], head_of: Callable[[str], str]) -> list[Route]:
    """Where a browser asks for the home page, by either of its names, and the pages ``names``.

    ``head_of`` gives the markup that a page has after the script.
    """

    async def serve(request: Request) -> HTMLResponse:
        """The page, in the language that its script will settle on."""
        language = preferred(
            request.query_params.get("lang"), request.headers.get("accept-language")
        )
        name = request.url.path.removeprefix(_root()) or HOME
        page = front_page(head_of(name), language, name)
        return HTMLResponse(page, headers={**FRESH, "Vary": "Accept-Language"})

    async def lead_home(request: Request) -> RedirectResponse:
        """To the address that the home page has, with all that the link says."""
        return RedirectResponse(f"{_root()}?{request.url.query}".rstrip("?"))

    pages = [Route(_root() + name, serve) for name in ("", *names) if name != HOME]
    return [*pages, Route(_root() + HOME, lead_home)]


def _root() -> str:
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"/{base}/" if base else "/"


class KnownAddresses:
    """The app behind it, and a page of ours where Streamlit serves its own for any address."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        self.names = frozenset(("", *names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put our page in the place of an answer that is one, at an address that is none's."""
        name = scope.get("path", "").removeprefix(_root())
        if scope["type"] != "http" or name in self.names:
            await self.app(scope, receive, send)
            return
        is_page = False

        async def send_others(message: Message) -> None:
            nonlocal is_page
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "")
                is_page = message["status"] == 200 and kind.startswith("text/html")
            if not is_page:
                await send(message)

        await self.app(scope, receive, send_others)
        if is_page:
            asked = QueryParams(scope["query_string"]).get("lang")
            locale = Headers(scope=scope).get("accept-language")
            page = unknown_page(preferred(asked, locale), name)
            # subtle: as Streamlit answers. By 404 a browser's console would have an error.
            await HTMLResponse(page, headers=FRESH)(scope, receive, send)


def unknown_page(language: str, name: str) -> str:
    """What is shown at the address of no page: a sentence, and the way to the home page."""
    text = catalogue(language)
    title = text["app.tab"].format(page=text["app.no_page"], name=text["app.name"])
    sentence = text["app.no_page_here"].format(address=name[:LONGEST])
    return _drawn("unknown_page", language, text, title=title, sentence=sentence, root=_root())


@cache
def front_page(head: str, language: str, name: str) -> str:
    """Streamlit's page named as page ``name`` is, ours in its head and before what it draws."""
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    script, text = SCRIPT.read_text(encoding="utf-8"), catalogue(language)
    title = text["app.tab"].format(page=text[f"page.{name}"], name=text["app.name"])
    for theirs, ours in (
        (HEAD, f"{HEAD}\n<script>\n{script}</script>\n{head}"),
        (VIEWPORT, SHORTER),
        (HTML, f'<html lang="{LANGUAGES[language].tag}">'),
        (TITLE, f"<title>{escape(title)}</title>"),
        (ROOT, first_sight(language) + ROOT),
    ):
        page = page.replace(theirs, ours, 1)
    return page


def first_sight(language: str) -> str:
    """What is seen until the first page is there: what this is about, and that it comes."""
    return _drawn("first_sight", language, catalogue(language))


def _drawn(macro: str, language: str, text: Mapping[str, str], **values: str) -> str:
    macros = template("ui", "serving/serving.html").module
    tag = LANGUAGES[language].tag
    return str(getattr(macros, macro)(language=language, tag=tag, text=text, **values))
