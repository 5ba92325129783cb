"""All commands of ``bpe-lab``, options that several have, and how their errors are reported.

Each is imported when somebody asks for it, not for the list of all.

Exit codes: 0 done; 1 failed, or a race found a difference; 2 not a valid command line; 130
after Ctrl-C, 143 after a request to end.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pkgutil import resolve_name
from typing import Annotated, TypeAlias

import typer

from bpe_core.errors import BPELabError
from bpe_core.runtime.files import FULL
from bpe_lab.cli.pipes import STDOUT_NAME, drop_unwritten, is_output_closed
from bpe_lab.cli.terminal import FAILED, NAME, say

DONE, NO_COMMAND = 0, 2
ABOUT = "Byte-pair encoding to import, to watch and to time."

# Options.
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Figures as JSON.")]
Threads: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="As many as there are cores without it.")
]
Specials: TypeAlias = Annotated[
    list[str] | None, typer.Option(help="Kept whole; as often as wanted.")
]

# By its name: where a command stands, as ``module:name``, and its line in the list of all.
Commands = Mapping[str, tuple[str, str]]

COMMANDS: Commands = {
    "train": (
        "bpe_lab.cli.train:train_command",
        "Train a vocabulary on texts, or on the counts of a corpus (see `count`).",
    ),
    "count": (
        "bpe_lab.cli.shards:count_command",
        "Count the pre-tokens of a corpus, for `train --counts`.",
    ),
    "tokens": (
        "bpe_lab.cli.tokens:tokens_command",
        "Count the tokens of texts, by one model or several, as gpt-4o,llama-3.",
    ),
    "encode": (
        "bpe_lab.cli.encode:encode_command",
        "Encode a text to token ids, or many texts in many files.",
    ),
    "decode": (
        "bpe_lab.cli.encode:decode_command",
        "Decode ids to the bytes they stand for.",
    ),
    "convert": (
        "bpe_lab.cli.train:convert_command",
        "Write a vocabulary in another format.",
    ),
    "exercise": (
        "bpe_lab.cli.exercises:exercise_command",
        "Draw a text to be trained on with pencil and paper.",
    ),
    "check": (
        "bpe_lab.cli.check:check_command",
        "Check your own BPE code, in a process of its own with limits.",
    ),
    "sheet": (
        "bpe_lab.cli.exercises:sheet_command",
        "Write exercises to be printed on A4 or Letter, and their keys.",
    ),
    "lesson": ("bpe_lab.cli.app:lesson_commands", "Lesson files."),
    "race": ("bpe_lab.cli.race:race_command", "Race algorithms on one text."),
    "compare": ("bpe_lab.cli.compare:compare_command", "Compare the systems."),
    "app": (
        "bpe_lab.cli.app:app_command",
        "Open the pages in a browser: http://127.0.0.1:8501 until Ctrl-C.",
    ),
    "hand-out": (
        "bpe_lab.cli.app:hand_out_command",
        "Write a lesson as one file: its walks play and its questions are marked offline.",
    ),
}


def run(argv: Sequence[str] | None, commands: Commands = COMMANDS, name: str = NAME) -> int:
    """The exit code of the command; raises ``KeyboardInterrupt`` as it came outside one."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        app = program(commands, words)
        code: int = app(args=words, prog_name=name, standalone_mode=False) or 0
        is_output_closed()  # writes what is left: a full disk may refuse it only now
        return code
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
        # Every other file is named where it is written.
        file = error.filename or (STDOUT_NAME if error.errno in FULL else None)
        say(f"{file}: {reason}" if file else reason)
        drop_unwritten()
        return FAILED


def program(commands: Commands, words: Sequence[str]) -> typer.Typer:
    """The program with all ``commands``, of which those are loaded that ``words`` name.

    A program of one command needs no name for it.
    """
    app = typer.Typer(help=ABOUT, add_completion=False, rich_markup_mode=None)
    for name, (where, line) in commands.items():
        if name in words or len(commands) == 1:
            _add(app, name, resolve_name(where))
        else:
            app.command(name, help=line)(_listed)
    return app


def _add(app: typer.Typer, name: str, command: Callable[..., None] | typer.Typer) -> None:
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


def _listed() -> None:
    """A command that nobody asked for: it stands in the list, and never runs."""
