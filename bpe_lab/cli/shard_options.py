"""What `count` and `encode` ask for where a corpus is many files."""

from __future__ import annotations

import glob
import re
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from bpe_core.errors import OptionError
from bpe_core.shards.running import ENGINES
from bpe_core.shards.shard_files import COMPRESSED, is_remote

SHARDS = (
    "Files, globs or addresses such as s3://…: text, .jsonl or .parquet, also .gz and .zst."
)

EngineName: TypeAlias = Annotated[
    str, typer.Option("--engine", help=f"Where shards are read: {', '.join(ENGINES)}.")
]
Spread: TypeAlias = Annotated[
    str | None,
    typer.Option("--engine", help=f"Read the files as shards: {', '.join(ENGINES)}."),
]
Address: TypeAlias = Annotated[
    str | None,
    typer.Option(help="A running Ray cluster, or auto; without it Ray is started here."),
]
Part: TypeAlias = Annotated[
    str | None, typer.Option(help="I/N takes every Nth shard from the Ith, and stops.")
]
TextField: TypeAlias = Annotated[
    str, typer.Option(help="The field or column of the text in .jsonl and .parquet.")
]


def parsed_part(text: str | None) -> tuple[int, int] | None:
    """(I, N) of ``I/N``; raises ``OptionError``."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if match is None:
        raise OptionError(name="part", value=text, rule="I/N, such as 3/64")
    return int(match[1]), int(match[2])


def are_shards(names: list[str]) -> bool:
    """Whether they are more than one file that is a text.

    >>> are_shards(["a.txt"]), are_shards(["a.txt", "b.txt"]), are_shards(["a.txt.gz"])
    (False, True, True)
    >>> are_shards(["*.txt"]), are_shards(["-"])
    (True, False)
    """
    if len(names) > 1:
        return True
    (name,) = names
    is_pattern = glob.has_magic(name) and not Path(name).exists()
    return is_pattern or is_remote(name) or Path(name).suffix in COMPRESSED
