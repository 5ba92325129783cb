"""The server: ``streamlit run app.py``, or any ASGI server on ``app:app``.

Pages and the shell live under ``ui/`` and ``pages/``; here is only what every answer shares.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import Response

from bpe_lab.lessons.shelf import course
from bpe_lab.pages import PAGES
from ui import shell
from ui.ahead import compute_ahead, rehearse
from ui.hall import opening as hall
from ui.page import tool_words
from ui.page.look import STYLES, style_links
from ui.page.problems import say_failure
from ui.player import served
from ui.preview.route import PICTURES
from ui.serving import front_page, kernels
from ui.serving.bounds import NeededEndpoints, OwnPageOnly, bound_log, raise_limit
from ui.serving.jobs import timing_line, workshop_line
from ui.serving.static_files import WINDOW, PackedFiles

# No frames, no foreign code or data. The app's own bundle needs inline styles, workers from
# blobs and, for the charts' expressions, eval.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        "connect-src 'self' ws: wss: blob:; worker-src 'self' blob:; frame-ancestors 'none'; "
        "base-uri 'self'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


async def add_security_headers(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Put the headers on every answer."""
    response = await call_next(request)
    response.headers.update(SECURITY_HEADERS)
    return response


@asynccontextmanager
async def serve(app: st.App) -> AsyncIterator[None]:
    """What holds from the first reader to the last: bounds, work ahead, an end to all work."""
    bound_log()
    raise_limit()
    make_ready()
    yield
    kernels.end()
    for line in (timing_line(), workshop_line()):
        line.stop_all()  # no race and no training outlives the server


def make_ready() -> None:
    """Import what pages need while the first reader's browser still loads the bundle.

    In threads, so that the server is ready at once; together they take about 2 s. Kernels that
    were never compiled are, in processes of their own, and all are loaded a little later; then
    what pages show first is computed.
    """
    for work in (course, rehearse, compute_ahead):
        Thread(target=work, daemon=True).start()


def head_of(page: str) -> str:
    """What a browser is to load early."""
    return "\n".join((style_links(page), tool_words.head(), hall.head(), served.head()))


app = st.App(
    shell.__file__,
    lifespan=serve,
    routes=[
        *(each.route for each in (served.PLAYER, WINDOW, STYLES, tool_words.WORDS)),
        PICTURES,
        *front_page.routes(PAGES, head_of),
    ],
    on_script_error=say_failure,
    middleware=[
        Middleware(OwnPageOnly),
        Middleware(BaseHTTPMiddleware, dispatch=add_security_headers),
        Middleware(PackedFiles),
        Middleware(NeededEndpoints),
        Middleware(front_page.KnownAddresses, names=PAGES),
    ],
)
