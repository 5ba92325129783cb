"""The player's files by address (`ui/serving/component_files.py` says why)."""

from __future__ import annotations

from functools import cache

from bpe_lab.player.parts import bundle, styles
from ui.serving.component_files import File, component_files, loader_of, route_of

FOLDER = "bpe-lab"


@cache
def files() -> tuple[File, File]:
    """The bundle and the style sheets, read once: what a name means may not change later."""
    return component_files("player", bundle(), styles())


def head() -> str:
    """What has a browser load the files while it has nothing else to load.

    Without it they are asked for when a walk is mounted, at the end of a chain of scripts.
    """
    return "\n".join(f'<link rel="prefetch" href="./{FOLDER}/{file.name}">' for file in files())


def loader() -> str:
    """The module that a component carries: it loads the player and mounts it.

    >>> "import(new URL(" in loader()
    True
    """
    return loader_of(FOLDER, files())


ROUTE = route_of(FOLDER, files)
