"""The command ``bpe-lab``: the core's commands, and those that need the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from bpe_core import cli

MORE = {
    "app": (
        "bpe_lab.app_command:app_command",
        "Open the pages in a browser: http://127.0.0.1:8501 until Ctrl-C.",
    ),
    "hand-out": (
        "bpe_lab.hand_out_command:hand_out_command",
        "Write a lesson as one file: its walks play and its questions are marked offline.",
    ),
}


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command that ``argv`` (else the shell) asks for and exit with its code."""
    cli.main(argv, more=MORE)
