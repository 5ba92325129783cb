"""The player's files by address: a browser loads each of them once and keeps it for good.

A component that carries its files sends them anew with every mount, half a megabyte for each
player of a page, and the server copies and hashes them in every rerun. What it carries here is
a module of a few lines, which loads them from routes of our own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ui.player.parts import bundle, styles

FOLDER = "bpe-lab"
# An address with a digest never means anything else.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
CONTENTS: dict[str, Callable[[], str]] = {"text/javascript": bundle, "text/css": styles}
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


@cache
def addresses() -> dict[str, str]:
    """The name of each file by its media type, with a digest of what it holds."""
    endings = {"text/javascript": "js", "text/css": "css"}
    return {
        media: f"player-{sha256(read().encode()).hexdigest()[:16]}.{endings[media]}"
        for media, read in CONTENTS.items()
    }


def loader() -> str:
    """The module that a component carries: it loads the player and mounts it.

    >>> "import(new URL(" in loader()
    True
    """
    names = addresses()
    filled = LOADER.replace("FOLDER", FOLDER).replace("MODULE", names["text/javascript"])
    return filled.replace("STYLES", names["text/css"])


async def serve(request: Request) -> Response:
    """One of the player's files; another version's name is not found."""
    for media, name in addresses().items():
        if request.path_params["name"] == name:
            return Response(CONTENTS[media](), media_type=media, headers=FOREVER)
    return PlainTextResponse("not found", status_code=404)


# Below whatever path a server is told to answer under.
ROUTE = Route(f"/{{prefix:path}}{FOLDER}/{{name}}", serve)
