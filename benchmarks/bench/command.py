"""``bpe-lab bench``: this project and the peers that are installed, on any machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.bench.benching import run_bench
from benchmarks.bench.checks import all_same
from benchmarks.bench.contenders import CONTENDERS
from benchmarks.bench.prepare import PreparationError
from benchmarks.bench.record import record_of, samples_csv
from benchmarks.bench.report import report
from benchmarks.bench.standing import BenchStanding
from benchmarks.bench.works import BenchPlan, Work, hard_works, start_works
from bpe_core.errors import OptionError
from bpe_core.lab import load
from bpe_core.model import BPEModel
from bpe_core.texts.standard_library import library_bytes
from bpe_lab.cli.measuring import check_outs, exit_stopped, write_file, write_json
from bpe_lab.cli.models import model_files, saying
from bpe_lab.cli.saying import refuse
from bpe_lab.cli.stopping import Stop, stoppable
from bpe_lab.measure.machine import libraries_of, machine

LIBRARY = "library"
LIBRARY_BYTES = 21_000_000


class WorkKind(StrEnum):
    """What can be asked for."""

    TRAIN = "train"
    ENCODE = "encode"
    DECODE = "decode"
    HARD = "hard"
    START = "start"


def bench_command(
    corpus: Annotated[
        list[Path] | None,
        typer.Argument(help="UTF-8 texts; without one Python's standard library, up to 21 MB."),
    ] = None,
    work: Annotated[
        list[WorkKind] | None,
        typer.Option(help="As often as wanted; train, encode and decode without it."),
    ] = None,
    vocab_size: Annotated[
        list[int] | None, typer.Option(help="To train; as often as wanted, 32000 without it.")
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(help="What to encode with; else 32,000 tokens of the first text."),
    ] = None,
    repeats: Annotated[int, typer.Option(help="Runs of each contender.")] = 5,
    budget: Annotated[
        float, typer.Option(help="Seconds until a run is cut, and of all runs together.")
    ] = 60.0,
    threads: Annotated[
        int | None, typer.Option(help="For each library; all cores without it.")
    ] = None,
    details: Annotated[bool, typer.Option("--details", help="Show all figures.")] = False,
    csv: Annotated[Path | None, typer.Option(help="Write every time taken here.")] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write machine and figures here.")
    ] = None,
) -> None:
    """Time this lab beside other libraries.

    Training, encoding and decoding by all that are installed. Contenders run in turn, each run
    in a process of its own. Exits with 1 where one failed or made something else than the
    others, with 130 after Ctrl-C.
    """
    with stoppable() as stop:
        check_outs([csv, json_file], [*(corpus or ()), *model_files(model)])
        texts = texts_of(corpus or [])
        asked = work or [WorkKind.TRAIN, WorkKind.ENCODE, WorkKind.DECODE]
        sizes = vocab_size or [32_000]
        plan = BenchPlan(
            works=tuple(dict.fromkeys(works_of(asked, texts, sizes))),
            repeats=repeats,
            budget=budget,
            threads=threads or 0,
        )
        encoder = saying(load, model) if model else None
        standing = run(plan, texts, encoder, stop)
        facts = machine(libraries())
        if csv:
            write_file(csv, samples_csv(standing))
        if json_file:
            write_json(json_file, record_of(standing, facts))
        report(Console(), standing, facts, show_details=details)
    if not all_same(standing):
        raise typer.Exit(1)


def run(
    plan: BenchPlan, texts: Mapping[str, Path | bytes], model: BPEModel | None, stop: Stop
) -> BenchStanding:
    """`run_bench`; what ends it early is one line on stderr and the exit code."""
    try:
        standing = run_bench(plan, texts, model, stop)
    except PreparationError as error:
        refuse(str(error))
    if standing.cancelled:
        exit_stopped(stop)
    return standing


def works_of(
    asked: list[WorkKind], texts: Mapping[str, Path | bytes], sizes: list[int]
) -> Iterator[Work]:
    """The works that were asked for, over each text."""
    for kind in asked:
        if kind is WorkKind.HARD:
            yield from hard_works()
        elif kind is WorkKind.START:
            yield from start_works()
        elif kind is WorkKind.TRAIN:
            yield from (Work("train", text, size) for text in texts for size in sizes)
        elif kind is WorkKind.ENCODE:
            yield from (Work("encode", text) for text in texts)
        else:
            yield from (Work("decode", text) for text in texts)


def texts_of(files: list[Path]) -> dict[str, Path | bytes]:
    """Files by their names; without one the standard library."""
    if not files:
        return {LIBRARY: library_bytes(LIBRARY_BYTES)}
    texts: dict[str, Path | bytes] = {path.name: path for path in files}
    if len(texts) < len(files):
        raise OptionError(name="corpus", value=str(files[-1]), rule="files of different names")
    return texts


def libraries() -> list[str]:
    """All that contenders need."""
    rows = (who.library for table in CONTENDERS.values() for who in table.values())
    return ["numba", "numpy", *libraries_of(rows)]
