"""All commands of ``bpe-lab``, and how their errors are reported.

Exit codes: 0 done; 1 failed, or a race found a difference; 2 not a valid command line; 130
after Ctrl-C, 143 after a request to end.
"""

from __future__ import annotations

from collections.abc import Sequence

import typer

from bpe_core.cli.bench import bench_command
from bpe_core.cli.check import check_command
from bpe_core.cli.compare import compare_command
from bpe_core.cli.convert import convert_command
from bpe_core.cli.count import count_command
from bpe_core.cli.decode import decode_command
from bpe_core.cli.encode import encode_command
from bpe_core.cli.exercise import exercise_command
from bpe_core.cli.lesson import app as lesson_app
from bpe_core.cli.pipes import is_output_closed
from bpe_core.cli.race import race_command
from bpe_core.cli.saying import FAILED, NAME, say
from bpe_core.cli.sheet import sheet_command
from bpe_core.cli.train import train_command
from bpe_core.errors import BPELabError

DONE, NO_COMMAND = 0, 2

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command("train")(train_command)
app.command("count")(count_command)
app.command("encode")(encode_command)
app.command("decode")(decode_command)
app.command("convert")(convert_command)
app.command("exercise")(exercise_command)
app.command("check")(check_command)
app.command("sheet")(sheet_command)
app.add_typer(lesson_app, name="lesson")
app.command("race")(race_command)
app.command("bench")(bench_command)
app.command("compare")(compare_command)


@app.callback()
def every_command() -> None:
    """Byte-pair encoding to import, to watch and to time."""


def run(argv: Sequence[str] | None) -> int:
    """The exit code of the command; raises ``KeyboardInterrupt`` as it came outside one."""
    try:
        return app(args=argv, prog_name=NAME, standalone_mode=False) or 0
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    except SystemExit as error:
        # subtle: what typer makes of a closed pipe. Whoever read it has enough: `| head`.
        if error.code == FAILED and is_output_closed():
            return DONE
        raise
    except typer.TyperException as error:
        say(error.format_message())
        return NO_COMMAND
    except (BPELabError, MemoryError) as error:
        which = getattr(error, "__notes__", ())
        say(": ".join([*which, str(error) or "not enough memory"]))
        return FAILED
    except OSError as error:
        reason = error.strerror or type(error).__name__
        say(f"{error.filename}: {reason}" if error.filename else reason)
        return FAILED
