"""``bpe-lab app``: the pages, from wherever the package lies."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from bpe_core.errors import PackageMissingError
from bpe_core.runtime.machine import is_importable
from bpe_lab.lessons.shelf import FOLDER_VARIABLE

HERE, PORT = "127.0.0.1", 8501
PACKAGE = Path(__file__).parents[1]


def app_command(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where browsers find it.")] = PORT,
    address: Annotated[
        str, typer.Option(help="0.0.0.0 lets other computers in; without it this one alone.")
    ] = HERE,
    lessons: Annotated[
        Path | None,
        typer.Option(help="A folder of lesson files to offer.", exists=True, file_okay=False),
    ] = None,
) -> None:
    """Open the pages in a browser: http://127.0.0.1:8501 until Ctrl-C."""
    check_app()
    if lessons is not None:
        os.environ[FOLDER_VARIABLE] = str(lessons.resolve())
    options = {"server.port": str(port), "server.address": address}
    sys.stdout.flush()
    os.execv(sys.executable, arguments(app_folder() / "app.py", options))


def arguments(app: Path, options: Mapping[str, str]) -> list[str]:
    """What Python is told to serve ``app`` with Streamlit's ``options``.

    >>> arguments(Path("app.py"), {"server.port": "8700"})[1:]
    ['-m', 'streamlit', 'run', 'app.py', '--server.port=8700']
    """
    chosen = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), *chosen]


def app_folder(package: Path = PACKAGE) -> Path:
    """Where the app lies, whose files are those of a script; ``app.py`` starts it.

    Within the package where it is installed, else beside it.
    """
    within = package / "app"
    return within if within.exists() else package.parent


def check_app() -> None:
    """Raises ``PackageMissingError`` where what the pages need is not installed."""
    if not is_importable("streamlit"):
        raise PackageMissingError(package="streamlit", extra="app")
