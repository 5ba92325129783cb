"""Where the app lies, which is no package: its files are those of a script."""

from __future__ import annotations

from pathlib import Path

from bpe_core.runtime.installed import is_importable
from bpe_core.shards.shard_errors import PackageMissingError

PACKAGE = Path(__file__).parent


def app_folder(package: Path = PACKAGE) -> Path:
    """Within the package where it is installed, else beside it; its script is ``app.py``."""
    within = package / "app"
    return within if within.exists() else package.parent


def check_app() -> None:
    """Raises ``PackageMissingError`` where what the pages need is not installed."""
    if not is_importable("streamlit"):
        raise PackageMissingError(package="streamlit", extra="app")
