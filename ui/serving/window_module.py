"""What a page loads besides the player: one module (`ui/window.js`), by address.

The front page opens the hall's tools out of it, and the components for notes, progress and
drafts are other exports of the same file, which the browser has by then.
"""

from __future__ import annotations

from functools import cache

from bpe_lab.player.parts import bundle
from ui.serving.component_files import File, module_file, route_of

FOLDER = "bpe-lab-window"
LOADER = """const { NAME } = await import(new URL("MODULE", document.baseURI));
export default NAME;
"""


@cache
def files() -> tuple[File]:
    """The bundle, read once: what a name means may not change later."""
    return (module_file("window", bundle("window")),)


def address() -> str:
    """Where it is, seen from any page."""
    (module,) = files()
    return f"{FOLDER}/{module.name}"


def loader(name: str) -> str:
    """The module that a component carries: it mounts the export ``name``.

    >>> loader("notes").splitlines()[-1]
    'export default notes;'
    """
    return LOADER.replace("NAME", name).replace("MODULE", address())


ROUTE = route_of(FOLDER, files)
