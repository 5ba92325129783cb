"""The page that Streamlit serves, with a script of ours before its own (`front_page.js`).

It makes one press of Back lead to the page before, has no request of a fresh page fail, and
changes between light and dark by key D. After it comes what else every page needs at once. On a
slow line Streamlit's scripts take some seconds, and its page is white until then: what is seen
first is ours, in the reader's language. Seen with Streamlit 1.67. An address that is no page's
gets a page that says so, in plain HTML: Streamlit would serve its own, open the home page and
say it in English.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from babel.core import get_global
from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_lab.html_pages import template
from bpe_lab.pages import ASK, OF_THE_READER, PAGES
from bpe_lab.text import LANGUAGES, catalogue, preferred

HOME = "home"
SCRIPT = Path(__file__).with_suffix(".js")
HEAD, END = "<head>", "</head>"
# A phone's keyboard makes the page shorter, where it would lie over what is answered there.
VIEWPORT, SHORTER = "shrink-to-fit=no", "interactive-widget=resizes-content"
HTML, TITLE, ROOT = '<html lang="en">', "<title>Streamlit</title>", '<div id="root">'
FRESH = {"Cache-Control": "no-cache"}  # as Streamlit serves it
LONGEST = 80  # characters of an unknown address that are shown
# Not `browser.serverAddress`, which names no scheme, nor what a request says of its host: who
# asks could have us send others' previews anywhere.
ADDRESS = "BPE_LAB_ADDRESS"  # https://lab.example.org/folder
PREVIEWS, PREVIEW_SIZE = "preview", (1200, 630)
LONGEST_LINK = 4000  # characters; of a longer one the page itself is shown


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
        card = link_card(name, language, known_query(name, request.query_params))
        page = page.replace(END, card + END, 1)
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
    script = SCRIPT.read_text(encoding="utf-8")
    title = tab_title(name, language)
    for theirs, ours in (
        (HEAD, f"{HEAD}\n<script>\n{script}</script>\n{head}"),
        (VIEWPORT, SHORTER),
        (HTML, f'<html lang="{LANGUAGES[language].tag}">'),
        (TITLE, f"<title>{escape(title)}</title>"),
        (ROOT, first_sight(language) + ROOT),
    ):
        page = page.replace(theirs, ours, 1)
    return page


def tab_title(name: str, language: str) -> str:
    """What a page's tab is called until its walk says more."""
    text = catalogue(language)
    return text["app.tab"].format(page=text[f"page.{name}"], name=text["app.name"])


def introduced(name: str, language: str) -> tuple[str, str]:
    """What a page is called for whoever does not know it, and the sentence on what it shows."""
    text = catalogue(language)
    if name == HOME:
        return text["home.lead"], text["home.why"]
    return text[f"page.{name}"], text[f"shows.{name}"]


def known_query(name: str, query: QueryParams) -> dict[str, str]:
    """What a link says that its page understands; nothing of an endless one."""
    known = (*PAGES[name].options, *OF_THE_READER, ASK.param) if name in PAGES else ()
    link = {param: query[param] for param in dict.fromkeys(known) if param in query}
    return link if len(urlencode(link)) <= LONGEST_LINK else {}


def link_card(name: str, language: str, link: Mapping[str, str]) -> str:
    """What others show of a link to a page, which says ``link``, as elements of its head."""
    text, tag = catalogue(language), LANGUAGES[language].tag
    about = introduced(name, language)[1]
    card = {
        "description": about,
        "og:type": "website",
        "og:site_name": text["app.name"],
        "og:title": tab_title(name, language),
        "og:description": about,
        "og:locale": locale_of(tag),
        "twitter:card": "summary",
    }
    if address := public_address():
        page = f"/{'' if name == HOME else name}"
        query = f"?{urlencode(link)}" if link else ""
        in_language = urlencode({**link, "lang": language})
        width, height = map(str, PREVIEW_SIZE)
        card |= {
            "og:url": f"{address}{page}{query}",
            "og:image": f"{address}/{PREVIEWS}/{name}.png?{in_language}",
            "og:image:width": width,
            "og:image:height": height,
            "og:image:alt": about,
            "twitter:card": "summary_large_image",
        }
    return _drawn("link_card", language, text, card=card)


def locale_of(tag: str) -> str:
    """A language as Open Graph names it, with the territory that has most of its speakers.

    >>> locale_of("en"), locale_of("zh-CN")
    ('en_US', 'zh_CN')
    """
    likely: str = get_global("likely_subtags").get(tag, tag.replace("-", "_"))
    parts = likely.split("_")
    return f"{parts[0]}_{parts[-1]}"


def public_address() -> str:
    """Where the public finds this server, without a slash at its end; empty: nowhere."""
    address = os.environ.get(ADDRESS, "").rstrip("/")
    return address if address.startswith(("https://", "http://")) else ""


def first_sight(language: str) -> str:
    """What is seen until the first page is there: what this is about, and that it comes."""
    return _drawn("first_sight", language, catalogue(language))


def _drawn(macro: str, language: str, text: Mapping[str, str], **values: Any) -> str:
    macros = template("ui", "serving/serving.html").module
    tag = LANGUAGES[language].tag
    return str(getattr(macros, macro)(language=language, tag=tag, text=text, **values))
