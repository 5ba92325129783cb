"""The command ``bpe-lab``: the core's commands, and those that need the app."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from bpe_core import cli


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command that ``argv`` (else the shell) asks for and exit with its code."""
    cli.main(argv, more=_more)


def _more() -> Mapping[str, Callable[..., None]]:
    from bpe_lab.app_command import app_command
    from bpe_lab.hand_out_command import hand_out_command

    return {"app": app_command, "hand-out": hand_out_command}
