"""The command line: ``bpe-lab``, one module per command.

Only results go to stdout; progress and errors go to stderr. An error is one line there, and the
exit code says whether the work failed (1) or the command line is wrong (2).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

INTERRUPTED = 130  # by Ctrl-C, as in shells


def main(argv: Sequence[str] | None = None, **program: Any) -> NoReturn:
    """Run the command that ``argv`` (else the shell) asks for and exit with its code.

    ``program``: the commands of another one and its name, for `commands.run`.
    """
    _open_closed_streams()
    try:
        # Here, since it takes a moment in which Ctrl-C may come.
        from bpe_lab.cli.commands import run

        code = run(argv, **program)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _open_closed_streams() -> None:
    """A stream that the shell has closed (``<&-``) is empty, or swallows all output."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115  # stays open
