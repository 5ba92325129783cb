"""The files of the player: one module and one style sheet, each joined from fragments."""

from pathlib import Path

_FOLDER = Path(__file__).parent
# One module in this order: the fragments share a scope and only the last one exports.
SCRIPTS = (
    *("dom", "focus", "icons", "fold", "speech", "chips", "bytes", "cells", "slot", "ribbon"),
    *("stripplan", "strip", "lensplan", "lenschip", "lensnotes", "lensrow", "lens"),
    *("table", "panels", "note", "remembered", "tabs", "ledger"),
    *("heap", "heapnodes", "heaptree", "heapcells", "code"),
    *("sideways", "treeplan", "treenodes", "treefoot", "tree", "ranks", "lanes"),
    *("latticeplan", "latticearcs", "lattice", "states"),
    *("roving", "flowitems", "flow", "pattern", "bytelanes"),
    *("lanelooks", "versus", "meters", "seriesscale", "seriesends", "series", "strips"),
    "aligned",
    *("wordsplan", "wordslens", "words", "beads"),
    *("board", "walk", "marks", "timeline", "head", "layers", "tools", "transport", "help"),
    *("link", "swipe", "view", "keys", "address", "theme"),
    *("paint", "picture", "offline", "share", "player"),
)
STYLES = (
    *("tokens", "player", "menus", "widgets", "glass", "lens", "flow", "encode", "lattice"),
    *("race", "aligned", "words"),
)


def joined(names: tuple[str, ...], ending: str) -> str:
    """The files of one kind as the browser gets them."""
    paths = [_FOLDER / f"{name}.{ending}" for name in names]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
