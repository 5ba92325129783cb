"""All commands of ``bpe-lab``, and how their errors are reported.

Exit codes: 0 done; 1 failed, or a race found a difference; 2 not a valid command line; 130
after Ctrl-C, 143 after a request to end.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from bpe_core.errors import BPELabError
from bpe_core.runtime.files import FULL
from bpe_lab.cli.asked import Commands, program
from bpe_lab.cli.pipes import STDOUT_NAME, drop_unwritten, is_output_closed
from bpe_lab.cli.saying import FAILED, NAME, say

DONE, NO_COMMAND = 0, 2

COMMANDS: Commands = {
    "train": (
        "bpe_lab.cli.train:train_command",
        "Train a vocabulary on texts, or on the counts of a corpus (see `count`).",
    ),
    "count": (
        "bpe_lab.cli.count:count_command",
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
        "bpe_lab.cli.decode:decode_command",
        "Decode ids to the bytes they stand for.",
    ),
    "convert": (
        "bpe_lab.cli.convert:convert_command",
        "Write a vocabulary in another format.",
    ),
    "exercise": (
        "bpe_lab.cli.exercise:exercise_command",
        "Draw a text to be trained on with pencil and paper.",
    ),
    "check": (
        "bpe_lab.cli.check:check_command",
        "Check your own BPE code, in a process of its own with limits.",
    ),
    "sheet": (
        "bpe_lab.cli.sheet:sheet_command",
        "Write exercises to be printed on A4 or Letter, and their keys.",
    ),
    "lesson": ("bpe_lab.cli.lesson:app", "Lesson files."),
    "race": ("bpe_lab.cli.race:race_command", "Race algorithms on one text."),
    "compare": ("bpe_lab.cli.compare:compare_command", "Compare the systems."),
    "app": (
        "bpe_lab.cli.app:app_command",
        "Open the pages in a browser: http://127.0.0.1:8501 until Ctrl-C.",
    ),
    "hand-out": (
        "bpe_lab.cli.hand_out:hand_out_command",
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
