"""What is said on stderr, each in one line that begins with the program's name."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

NAME = "bpe-lab"
FAILED = 1


def say(message: str) -> None:
    """A line on stderr, whatever is in ``message``."""
    sys.stderr.write(f"{NAME}: {' '.join(message.split())}\n")


def refuse(message: str, code: int = FAILED) -> NoReturn:
    """Say why the work cannot be done, and end the command."""
    say(message)
    raise typer.Exit(code)
