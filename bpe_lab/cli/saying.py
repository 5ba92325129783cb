"""Messages on stderr: one line each, starting with the program's name."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

NAME = "bpe-lab"
FAILED = 1


def say(message: str) -> None:
    """Print ``message`` to stderr as one line, whatever it contains."""
    sys.stderr.write(f"{NAME}: {' '.join(message.split())}\n")


def refuse(message: str, code: int = FAILED) -> NoReturn:
    """Print why the work cannot be done, and end the command."""
    say(message)
    raise typer.Exit(code)
