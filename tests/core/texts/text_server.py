"""A server in this process that gives one text: whole, in part, broken off, endless."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bpe_core.texts.download import Download

TEXT = b"Once upon a time there was a low door. " * 10_000
SHA256 = hashlib.sha256(TEXT).hexdigest()
HALF = len(TEXT) // 2


class Server(ThreadingHTTPServer):
    """Serves ``TEXT`` as ``how`` says; notes the ranges that it was asked for."""

    def __init__(self, how: Callable[[Handler], None]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.how = how
        self.ranges: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/text.txt"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:  # the name that http.server calls
        self.server.ranges.append(self.headers["Range"])
        self.server.how(self)

    def log_message(self, *_: object) -> None:
        pass

    def give(self, data: bytes, status: int = 200, **headers: object) -> None:
        self.send_response(status)
        for name, value in {"Content_Length": len(data), **headers}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(data)


def whole(handler: Handler) -> None:
    handler.give(TEXT)


def with_ranges(handler: Handler, text: bytes = TEXT) -> None:
    asked = re.fullmatch(r"bytes=(\d+)-", handler.headers["Range"] or "")
    if not asked:
        return handler.give(text)
    start = int(asked[1])
    if start >= len(text):
        return handler.give(b"", 416, Content_Range=f"bytes */{len(text)}")
    place = f"bytes {start}-{len(text) - 1}/{len(text)}"
    return handler.give(text[start:], 206, Content_Range=place)


def half(handler: Handler) -> None:
    """The connection breaks where the second half should come."""
    handler.give(TEXT[:HALF], Content_Length=len(TEXT))


def half_without_length(handler: Handler) -> None:
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(TEXT[:HALF])


def silent(handler: Handler) -> None:
    """Half of it, then nothing, the connection open until the client gives up."""
    half(handler)
    handler.wfile.flush()
    with suppress(ConnectionError):
        handler.rfile.read(1)


def endless(handler: Handler) -> None:
    """More than was stated, without saying how much."""
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(TEXT)
    except OSError:
        pass
    else:
        raise AssertionError("all of it was taken")


def other(handler: Handler) -> None:
    handler.give(bytes(len(TEXT)))


def elsewhere(handler: Handler) -> None:
    handler.give(b"", 302, Location=Path(__file__).as_uri())


def round_and_round(handler: Handler) -> None:
    handler.give(b"", 302, Location=handler.path)


def text_at(server: Server, **other: object) -> Download:
    stated = Download(server.url, len(TEXT), SHA256, page="", license="")
    return stated._replace(**other)
