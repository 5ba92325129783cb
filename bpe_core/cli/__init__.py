"""The command line: ``bpe-lab``, one module a command.

Results go to stdout and nothing else; progress and errors go to stderr. What is wrong is one
line there, and the exit code says whether the work failed (1) or the command is none (2).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

INTERRUPTED = 130  # by Ctrl-C, as shells tell it


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command that ``argv`` (else the shell) asks for and exit with its code."""
    try:
        # Here, since it takes a moment in which Ctrl-C may come.
        from bpe_core.cli.commands import run

        code = run(argv)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
