"""Where the project lies, its tests' data, and the real data beside it."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
SHARED = ROOT.parent / "shared"


def modules(folder: Path) -> list[Path]:
    """The JavaScript of a folder that readers get: no ``*.unit.js`` and no ``*.test.js``."""
    return sorted(path for path in folder.glob("*.js") if not path.suffixes[:-1])
