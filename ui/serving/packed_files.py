"""Scripts and styles go compressed, each packed once and kept.

Seen with Streamlit 1.67: it sends its own scripts as they lie on the disk, since packing them
anew for each reader took too long. A first visit loads 2.3 MB of them, or 0.7 MB packed. A file
whose name holds a digest never means anything else, so what is packed once serves all readers.
"""

from __future__ import annotations

import gzip
from asyncio import Lock
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ENDINGS = (".js", ".css")
LEAST = 1000  # bytes that are worth packing
MOST_FILES = 512  # files; those of Streamlit are some 300
# What asks for a part, or whether anything is new, is not for us.
CONDITIONS = ("range", "if-none-match", "if-modified-since")


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
