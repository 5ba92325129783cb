"""Where the pictures are that the head of a page names (`ui/serving/front_page.py`).

Who asks is a stranger: one picture is made at once, the latest are kept, and while too many
are waited for nobody gets another.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bpe_lab.pages import PAGES
from ui.serving.front_page import PREVIEWS, known_query
from ui.serving.memory import MB
from ui.serving.store import Store

MOST_WAITING = 8
A_DAY = {"Cache-Control": "public, max-age=86400"}
LATER = {"Retry-After": "30"}

_pictures = Store(most=64, budget=8 * MB)
_painter = ThreadPoolExecutor(1, thread_name_prefix="preview")
_waiting: set[Future[bytes]] = set()


async def serve(request: Request) -> Response:
    """The picture of a link to a page, by what it says."""
    name = request.path_params["name"]
    if name not in PAGES:
        return PlainTextResponse("not found", HTTPStatus.NOT_FOUND)
    if len(_waiting) >= MOST_WAITING:
        return PlainTextResponse("busy", HTTPStatus.SERVICE_UNAVAILABLE, LATER)
    link = known_query(name, request.query_params)
    drawn = get_running_loop().run_in_executor(_painter, stored_picture, name, link)
    _waiting.add(drawn)
    drawn.add_done_callback(_waiting.discard)
    return Response(await drawn, media_type="image/png", headers=A_DAY)


def stored_picture(name: str, link: dict[str, str]) -> bytes:
    """A picture, made once for all who ask."""
    from ui.preview.picture import picture  # late: the server is to be ready at once

    png: bytes = _pictures.get((name, *link.items()), lambda: picture(name, link))
    return png


PICTURES = Route(f"/{{prefix:path}}{PREVIEWS}/{{name}}.png", serve)
