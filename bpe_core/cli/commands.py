"""All commands of ``bpe-lab``, and how their errors are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from bpe_core.cli.race import race_command
from bpe_core.errors import BPELabError

NAME = "bpe-lab"

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command("race")(race_command)


@app.callback()
def every_command() -> None:
    """Byte-pair encoding to import, to watch and to time."""


def run(argv: Sequence[str] | None) -> int:
    """The exit code of the command; raises ``KeyboardInterrupt`` as it came outside one."""
    try:
        return app(args=argv, prog_name=NAME, standalone_mode=False) or 0
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except BPELabError as error:
        return _refuse(str(error))
    except OSError as error:
        if error.filename is None:
            raise
        return _refuse(f"{error.filename}: {error.strerror}")


def _refuse(message: str) -> int:
    sys.stderr.write(f"{NAME}: {' '.join(message.split())}\n")
    return 2
