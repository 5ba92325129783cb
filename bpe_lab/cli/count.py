"""``bpe-lab count``: how often each pre-token occurs in a corpus of many files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.runtime.machine import temporary_folder
from bpe_core.shards.count_shards import SMALL, count_shards
from bpe_core.shards.counts_file import load_counts
from bpe_core.shards.shard_files import find_shards
from bpe_lab.cli.compiling import compile_first
from bpe_lab.cli.figures import show
from bpe_lab.cli.meter import Meter
from bpe_lab.cli.pipes import check_folder
from bpe_lab.cli.saying import refuse
from bpe_lab.cli.shard_options import SHARDS, Address, EngineName, Part, TextField, parsed_part
from bpe_lab.cli.stopping import stoppable
from bpe_lab.measure.memory import high_water


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
    special_token: Annotated[
        list[str] | None, typer.Option(help="Kept whole; as often as wanted.")
    ] = None,
    pattern: Annotated[
        str, typer.Option(help=f"How texts are cut: {', '.join(PATTERNS)}, custom:REGEX.")
    ] = "gpt2",
    sample: Annotated[
        float | None, typer.Option(help="Count this share of the documents only, such as 0.1.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Which documents the sample has.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="As many as there are cores without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
) -> None:
    """Count the pre-tokens of a corpus, for `train --counts`.

    How many tokens a text has depends on the vocabulary: `bpe-lab tokens gpt-4o FILE`.

    The same command after a crash goes on where it was. Parts, side by side on many machines,
    leave their counts in the work folder, which they share; the command without --part joins
    them. The file is the same to the byte, whoever counts.
    """
    started = perf_counter()
    if out is None and part:
        refuse("--part counts for others: name the file of all by --out, as they do")
    if out is not None:
        check_folder(out)
    with _file_of(out) as target, stoppable(), Meter() as meter:
        if any(shard.size >= SMALL for shard in find_shards(shards)):
            compile_first(meter, "count")
        counted = count_shards(
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
        occurrences = int(load_counts(target).table.counts.sum()) if out is None else None
    figures = {
        "bytes": counted.size,
        "shards": counted.shards,
        "occurrences": occurrences,
        "pre_tokens": counted.rows,
        "seconds": {**meter.seconds, "total": perf_counter() - started},
        "peak_memory": high_water(),
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
