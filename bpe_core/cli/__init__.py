"""The command line: ``bpe-lab race`` and what is added beside it.

Results go to stdout and nothing else; progress and errors go to stderr. A wrong input is one
line and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from bpe_core.cli.race import race_command
from bpe_core.errors import BPELabError

NAME = "bpe-lab"

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command("race")(race_command)


@app.callback()
def every_command() -> None:
    """Byte-pair encoding to import, to watch and to time."""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command that ``argv`` (else the shell) asks for and exit with its code."""
    try:
        code = app(args=argv, prog_name=NAME, standalone_mode=False)
    except (BPELabError, typer.TyperException) as error:
        _refuse(
            error.format_message() if isinstance(error, typer.TyperException) else str(error)
        )
    except OSError as error:
        if error.filename is None:
            raise
        _refuse(f"{error.filename}: {error.strerror}")
    sys.exit(code or 0)


def _refuse(message: str) -> NoReturn:
    sys.stderr.write(f"{NAME}: {' '.join(message.split())}\n")
    sys.exit(2)
