"""The drafts' module by address, a bundle that ``python -m scripts.javascript`` makes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ui.serving.component_files import File, module_file, route_of

FOLDER = "bpe-lab-drafting"
BUNDLE = Path(__file__).parent / "bundle.js"
LOADER = """const { NAME } = await import(new URL("MODULE", document.baseURI));
export default NAME;
"""


@cache
def files() -> tuple[File]:
    """The bundle, read once: what a name means may not change later."""
    return (module_file("drafting", BUNDLE.read_text(encoding="utf-8")),)


def loader(name: str) -> str:
    """The module that a component carries: it loads the bundle and mounts what ``name`` is."""
    (module,) = files()
    return LOADER.replace("NAME", name).replace("MODULE", f"{FOLDER}/{module.name}")


ROUTE = route_of(FOLDER, files)
