"""A corpus in many files: ``bpe-lab count``, and what ``encode`` does with more than one.

Files may lie in a store, and be compressed; many processes or a Ray cluster share the work.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated, TypeAlias

import typer

import bpe_core
from bpe_core.encode.whole_text import SHORT
from bpe_core.errors import OptionError
from bpe_core.kernels import TO_ENCODE
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.runtime.machine import temporary_folder
from bpe_core.shards.running import ENGINES
from bpe_core.shards.shard_files import COMPRESSED, find_shards, is_remote
from bpe_lab.cli.commands import AsJson, Specials, Threads
from bpe_lab.cli.pipes import check_folder, check_out_folder
from bpe_lab.cli.report import costs, show
from bpe_lab.cli.terminal import Meter, compile_first, refuse, stoppable

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


def count_command(
    shards: Annotated[list[str], typer.Argument(help=SHARDS)],
    out: Annotated[
        Path | None,
        typer.Option(help="The Parquet file of counts. Without it they are only printed."),
    ] = None,
    engine: EngineName = "local",
    address: Address = None,
    part: Part = None,
    work: Annotated[
        str | None,
        typer.Option(help="The folder for each shard's counts, or its address; kept."),
    ] = None,
    text_field: TextField = "text",
    special_token: Specials = None,
    pattern: Annotated[
        str, typer.Option(help=f"How texts are cut: {', '.join(PATTERNS)}, custom:REGEX.")
    ] = "gpt2",
    sample: Annotated[
        float | None, typer.Option(help="Count this share of the documents only, such as 0.1.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Which documents the sample has.")] = 0,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Count the pre-tokens of a corpus, for `train --counts`.

    How many tokens a text has depends on the vocabulary: `bpe-lab tokens gpt-4o FILE`.

    The same command after a crash goes on where it was. Parts, side by side on many machines,
    leave their counts in the work folder, which they share; the command without --part joins
    them. The file is the same to the byte, whoever counts.
    """
    from bpe_core.shards.count_shards import SMALL  # which encode and decode do not load

    started = perf_counter()
    if out is None and part:
        refuse("--part counts for others: name the file of all by --out, as they do")
    if out is not None:
        check_folder(out)
    with _file_of(out) as target, stoppable(), Meter() as meter:
        if any(shard.size >= SMALL for shard in find_shards(shards)):
            compile_first(meter, "texts")
        counted = bpe_core.count_shards(
            shards,
            target,
            engine=engine,
            address=address,
            part=parsed_part(part),
            work=work,
            text_field=text_field,
            special_tokens=special_token or [],
            pattern=pattern,
            sample=sample,
            seed=seed,
            threads=threads,
            on_progress=meter,
        )
        occurrences = (
            int(bpe_core.load_counts(target).table.counts.sum()) if out is None else None
        )
    figures = {
        "bytes": counted.size,
        "shards": counted.shards,
        "occurrences": occurrences,
        "pre_tokens": counted.rows,
        **costs(meter.seconds, started),
    }
    show(str(out or "counted"), figures, as_json=as_json)


@contextmanager
def _file_of(out: Path | None) -> Iterator[Path]:
    """The file of counts; where none is asked for, one that goes once it is read."""
    if out is not None:
        yield out
        return
    with temporary_folder() as folder:
        yield folder / "counts.parquet"


def encode_many(
    model: BPEModel,
    shards: Sequence[str],
    out: Path | None,
    *,
    engine: str,
    address: str | None,
    part: tuple[int, int] | None,
    text_field: str,
    allowed_special: Sequence[str],
    threads: int | None,
    as_json: bool,
) -> None:
    """Write the ids of each shard into the folder ``out``, and print figures."""
    if out is None:
        raise OptionError(name="out", value="", rule="a folder, for the ids of many files")
    started = perf_counter()
    check_out_folder(out)
    with stoppable(), Meter() as meter:
        if any(shard.size >= SHORT for shard in find_shards(shards)):
            compile_first(meter, *TO_ENCODE)
        encoded = bpe_core.encode_shards(
            model,
            shards,
            out,
            engine=engine,
            address=address,
            part=part,
            text_field=text_field,
            allowed_special=allowed_special,
            threads=threads,
            on_progress=meter,
        )
    figures = {
        "bytes": encoded.size,
        "shards": encoded.shards,
        "texts": encoded.texts,
        "ids": encoded.ids,
        **costs(meter.seconds, started),
    }
    show(str(out), figures, as_json=as_json)


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
