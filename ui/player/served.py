"""The player's files by address: a browser loads each of them once and keeps it for good.

A component that carries its files sends them anew with every mount, half a megabyte for each
player of a page, and the server copies and hashes them in every rerun. What it carries here is
a module of a few lines, which loads them from routes of our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ui.player.parts import bundle, styles

FOLDER = "bpe-lab"
# An address with a digest never means anything else.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
LOADER = """const folder = new URL("FOLDER/", document.baseURI);
const [player, css] = await Promise.all([
  import(new URL("MODULE", folder)),
  fetch(new URL("STYLES", folder)).then((answer) => answer.text()),
]);
export default function mount(page) {
  const root = page.parentElement.getRootNode();
  if (!root.querySelector("style[data-player]")) {
    const style = document.createElement("style");
    style.dataset.player = "";
    style.textContent = css;
    root.prepend(style);
  }
  return player.default(page);
}
"""


@dataclass(frozen=True, slots=True)
class File:
    """One of the player's files; ``name`` holds a digest of ``content``."""

    name: str
    content: bytes
    media: str


@cache
def files() -> tuple[File, File]:
    """The bundle and the style sheets, read once: what a name means may not change later."""
    return _file(bundle(), "js", "text/javascript"), _file(styles(), "css", "text/css")


def _file(text: str, ending: str, media: str) -> File:
    content = text.encode()
    return File(f"player-{sha256(content).hexdigest()[:16]}.{ending}", content, media)


def loader() -> str:
    """The module that a component carries: it loads the player and mounts it.

    >>> "import(new URL(" in loader()
    True
    """
    module, css = files()
    filled = LOADER.replace("FOLDER", FOLDER).replace("MODULE", module.name)
    return filled.replace("STYLES", css.name)


async def serve(request: Request) -> Response:
    """One of the player's files; another version's name is not found."""
    for file in files():
        if request.path_params["name"] == file.name:
            return Response(file.content, media_type=file.media, headers=FOREVER)
    return PlainTextResponse("not found", status_code=404)


# Below whatever path a server is told to answer under.
ROUTE = Route(f"/{{prefix:path}}{FOLDER}/{{name}}", serve)
