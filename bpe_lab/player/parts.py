"""The files of the player: a bundle of its ES modules, and style sheets in their order.

``python -m scripts.javascript`` makes the bundles of the modules here and in `ui`, so that the
app needs no Node; a test holds them equal to fresh ones.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
BUNDLES = FOLDER / "bundles"
# The cascade follows this order: colours, frame, widgets.
STYLES = (
    *("core/colours", "chrome/player", "chrome/menus", "widgets/panels", "widgets/glass-box"),
    *("widgets/lens", "widgets/flow", "widgets/encoding", "widgets/lattice", "widgets/race"),
    *("widgets/words", "chrome/answers"),
)

# Of a page that holds a player and asks nobody for anything; `chrome/pages.js` has it too.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)


def bundle(name: str = "player") -> str:
    """The player, or what ``scripts/bundles.mjs`` names so, as one ES module."""
    return (BUNDLES / f"{name}.js").read_text(encoding="utf-8")


def styles() -> str:
    """All style sheets as one."""
    paths = [FOLDER / f"{name}.css" for name in STYLES]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
