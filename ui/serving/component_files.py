"""A component's files by address: a browser loads each of them once and keeps it for good.

A component that carries its files sends them anew with every mount, half a megabyte for each
player of a page, and the server copies and hashes them in every rerun. What it carries here is
a module of a few lines, which loads them from routes of our own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

# An address with a digest never means anything else.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


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


def route_of(folder: str, files: Callable[[], tuple[File, ...]]) -> Route:
    """Where a browser asks for the files, below whatever path a server answers under."""

    async def serve(request: Request) -> Response:
        """One of the files; another version's name is not found."""
        for file in files():
            if request.path_params["name"] == file.name:
                return Response(file.content, media_type=file.media, headers=FOREVER)
        return PlainTextResponse("not found", status_code=404)

    return Route(f"/{{prefix:path}}{folder}/{{name}}", serve)
