"""Scripts and styles by address: a browser loads each of them once and keeps it for good.

A component that carries its files sends them anew with every mount, half a megabyte for each
player of a page, and the server copies and hashes them in every rerun. What it carries here is
a module of a few lines, which loads them from routes of our own.

They go compressed, each packed once and kept, and so do Streamlit's own scripts: seen with
Streamlit 1.67, it sends those as they lie on the disk, since packing them anew for each reader
took too long. A first visit loads 2.3 MB of them, or 0.7 MB packed. A file whose name holds a
digest never means anything else, so what is packed once serves all readers.
"""

from __future__ import annotations

import gzip
from asyncio import Lock
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import streamlit as st
from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_lab.player.parts import bundle

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

# An address with a digest never means anything else.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
LOADER = """const { NAME } = await import(new URL("MODULE", document.baseURI));
export default NAME;
"""
ENDINGS = (".js", ".css")
LEAST = 1000  # bytes that are worth packing
MOST_FILES = 512  # files; those of Streamlit are some 300
# What asks for a part, or whether anything is new, is not for us.
CONDITIONS = ("range", "if-none-match", "if-modified-since")


@dataclass(frozen=True, slots=True)
class File:
    """One of a component's files; ``name`` holds a digest of ``content``."""

    name: str
    content: bytes
    media: str


def module_file(name: str, module: str) -> File:
    """A module."""
    return _file(name, module, "js", "text/javascript")


def style_file(name: str, styles: str) -> File:
    """A style sheet."""
    return _file(name, styles, "css", "text/css")


def _file(name: str, text: str, ending: str, media: str) -> File:
    content = text.encode()
    return File(f"{name}-{sha256(content).hexdigest()[:16]}.{ending}", content, media)


@dataclass(frozen=True, slots=True)
class Folder:
    """Files that a browser asks for together; ``files`` reads them once a server."""

    name: str
    files: Callable[[], tuple[File, ...]]

    def address(self, file: File) -> str:
        """Where ``file`` is, seen from any page."""
        return f"./{self.name}/{file.name}"

    @property
    def route(self) -> Route:
        """Below whatever path a server answers under."""

        async def serve(request: Request) -> Response:
            """One of the files; another version's name is not found."""
            for file in self.files():
                if request.path_params["name"] == file.name:
                    return Response(file.content, media_type=file.media, headers=FOREVER)
            return PlainTextResponse("not found", status_code=404)

        return Route(f"/{{prefix:path}}{self.name}/{{name}}", serve)


@cache
def _window() -> tuple[File]:
    """What a page loads besides the player: one module (`ui/window.js`).

    The front page opens the hall's tools out of it, and the components for notes, progress and
    drafts are other exports of the same file, which the browser has by then.
    """
    return (module_file("window", bundle("window")),)


WINDOW = Folder("bpe-lab-window", _window)


def loader(name: str) -> str:
    """The module that a component carries: it mounts the export ``name``.

    >>> loader("notes").splitlines()[-1]
    'export default notes;'
    """
    return LOADER.replace("NAME", name).replace("MODULE", WINDOW.address(*WINDOW.files()))


@cache
def component(name: str, module: str) -> ComponentRenderer:
    """What mounts a component, made when it is first drawn.

    subtle: before there is a server Streamlit has nowhere to note it, and 1.65 forgets it.
    """
    return st.components.v2.component(f"bpe_lab.{name}", js=module)


def window_part(name: str) -> ComponentRenderer:
    """What mounts the export ``name`` of the window's module."""
    return component(name, loader(name))


@dataclass(frozen=True, slots=True)
class Packed:
    """An answer as it is sent: its headers and its packed body."""

    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def messages(self) -> Iterator[Message]:
        # subtle: who wraps `send` may add to the list of headers, so each answer has its own.
        yield {"type": "http.response.start", "status": 200, "headers": [*self.headers]}
        yield {"type": "http.response.body", "body": self.body}


@dataclass(slots=True)
class PackedFiles:
    """The app behind it, its scripts and styles packed for browsers that take gzip."""

    app: ASGIApp
    by_name: MutableMapping[str, Packed] = field(default_factory=dict)
    # Of files that are asked for just now: a hall comes to a fresh server in one second.
    turns: WeakValueDictionary[str, Lock] = field(default_factory=WeakValueDictionary)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file as it was packed before, else ask for it."""
        if not _may_be_packed(scope):
            await self.app(scope, receive, send)
            return
        name = _name(scope["path"])
        async with self.turns.setdefault(name, Lock()):
            answer = self.by_name.get(name) or await self._ask(name, scope, receive)
        await _send_all(answer.messages() if isinstance(answer, Packed) else answer, send)

    async def _ask(self, name: str, scope: Scope, receive: Receive) -> Packed | list[Message]:
        """The answer, packed and kept if it is a file for good."""
        answer = await self._answer(scope, receive)
        packed = await _packed(answer)
        if packed and len(self.by_name) < MOST_FILES:
            self.by_name[name] = packed
        return packed or answer

    async def _answer(self, scope: Scope, receive: Receive) -> list[Message]:
        """What the app answers to a browser that takes no packed files, whole."""
        plain = [
            (name, value) for name, value in scope["headers"] if name != b"accept-encoding"
        ]
        messages: list[Message] = []

        async def collect(message: Message) -> None:
            messages.append(message)

        # Extensions go, too: by one of them a server may be told to send a file by itself.
        await self.app({**scope, "headers": plain, "extensions": {}}, receive, collect)
        return messages


def _may_be_packed(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    headers = Headers(scope=scope)
    takes_gzip = "gzip" in headers.get("accept-encoding", "")
    asks_whole = not any(each in headers for each in CONDITIONS)
    return scope["path"].endswith(ENDINGS) and takes_gzip and asks_whole


def _name(path: str) -> str:
    """What a file is kept under: what stands before its folder means nothing to its route.

    >>> _name("/lab/static/js/index.DormvYxC.js")
    'js/index.DormvYxC.js'
    """
    return "/".join(path.split("/")[-2:])


async def _packed(answer: list[Message]) -> Packed | None:
    """The answer packed; None where it is no file for good or is packed already."""
    start, *parts = answer
    headers = MutableHeaders(raw=[*start["headers"]])
    body = b"".join(part.get("body", b"") for part in parts)
    is_for_good = start["status"] == 200 and "immutable" in headers.get("cache-control", "")
    if not is_for_good or "content-encoding" in headers or len(body) < LEAST:
        return None
    smaller = await to_thread.run_sync(gzip.compress, body)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(smaller))
    headers.add_vary_header("Accept-Encoding")
    return Packed(tuple(headers.raw), smaller)


async def _send_all(messages: Iterator[Message] | list[Message], send: Send) -> None:
    for message in messages:
        await send(message)
