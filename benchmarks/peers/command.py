"""This project and its peers in turn, each run in a process of its own.

    python -m benchmarks.peers                     # any machine: Python's standard library
    python -m benchmarks.peers TEXT --work hard --work start --details
    python -m benchmarks.peers --speed             # the texts of docs/speed.md, 21 MB each
    python -m benchmarks.peers --speed --write     # and put the tables there
    python -m benchmarks.peers --again --write     # those of the last such run

What is not installed is told as absent; ``uv sync --group test`` installs all that can be. Of a
run with ``--speed`` every time goes to ``benchmarks/results/peers.json``, all figures to
``peers.md`` beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks import measure
from benchmarks.measure import DATA, ROOT, gpt2_model, keep, marks, put_into
from benchmarks.peers.inputs import PreparationError
from benchmarks.peers.report import details as all_figures
from benchmarks.peers.report import markdown, record_of, report, samples_csv
from benchmarks.peers.runs import bench, planned_runs
from benchmarks.peers.standing import BenchEvent, BenchStanding, Done, all_same, apply
from benchmarks.peers.works import (
    CONTENDERS,
    BenchPlan,
    BenchTask,
    Work,
    hard_works,
    start_works,
)
from bpe_core.errors import OptionError
from bpe_core.files import load
from bpe_core.library import library_bytes
from bpe_core.model import BPEModel
from bpe_lab.cli.arguments import model_files, read_with_warnings
from bpe_lab.cli.commands import NO_COMMAND
from bpe_lab.cli.pipes import check_outs, write_file, write_json
from bpe_lab.cli.report import duration, table
from bpe_lab.cli.terminal import Stop, exit_stopped, fold_all, refuse, stoppable
from bpe_lab.measure.frame import Cut, Failed, Started
from bpe_lab.measure.machine import libraries_of, machine

SPEED = ROOT / "docs" / "speed.md"
NAME = "peers"
BEGIN, END = marks(NAME)
ALL = "\n## All figures\n\n"
LIBRARY = "library"
LIBRARY_BYTES = 21_000_000
VOCAB_SIZE = 32_000
BUDGET, SPEED_BUDGET = 60.0, 120.0  # seconds until a run is cut

# What docs/speed.md tells of.
TEXTS: Mapping[str, str] = {
    "English": "english-21mb.txt",
    "Chinese": "chinese-21mb.txt",
    "held-out English": "english-held-out.txt",
    "held-out Chinese": "chinese-held-out.txt",
}
WORKS: Mapping[str, Sequence[Work]] = {
    "train": (
        Work("train", "English", 1_000),
        Work("train", "English", 32_000),
        Work("train", "Chinese", 32_000),
    ),
    "encode": tuple(Work("encode", text) for text in TEXTS),
    "decode": (Work("decode", "English"), Work("decode", "Chinese")),
    "hard": tuple(hard_works()),
    "start": tuple(start_works()),
}


class WorkKind(StrEnum):
    """What can be asked for."""

    TRAIN = "train"
    ENCODE = "encode"
    DECODE = "decode"
    HARD = "hard"
    START = "start"


def peers_command(
    corpus: Annotated[
        list[Path] | None,
        typer.Argument(help="UTF-8 texts; without one Python's standard library, up to 21 MB."),
    ] = None,
    work: Annotated[
        list[WorkKind] | None,
        typer.Option(help="As often as wanted; without it train, encode and decode."),
    ] = None,
    vocab_size: Annotated[
        list[int] | None, typer.Option(help="To train; as often as wanted, 32000 without it.")
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(help="What to encode with; else 32,000 tokens of the first text."),
    ] = None,
    speed: Annotated[
        bool, typer.Option("--speed", help="The texts and works of docs/speed.md.")
    ] = False,
    data: Annotated[Path, typer.Option(help="Where these texts are.")] = DATA,
    write: Annotated[
        bool, typer.Option("--write", help="Put the tables into docs/speed.md.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Show the last run with --speed.")
    ] = False,
    repeats: Annotated[int, typer.Option(help="Runs of each contender.")] = 5,
    budget: Annotated[
        float | None,
        typer.Option(help="Seconds until a run is cut: 60, and 120 with --speed."),
    ] = None,
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
    if again:
        return _show_again(write=write)
    if write and not speed:
        refuse("--write is for --speed, or --again", NO_COMMAND)
    kinds = [WorkKind(kind) for kind in work or ()]
    with stoppable() as stop:
        check_outs([csv, json_file], [*(corpus or ()), *model_files(model)])
        texts = speed_texts(data, kinds) if speed else texts_of(corpus or [])
        works = (
            speed_works(kinds) if speed else works_of(kinds, texts, vocab_size or [VOCAB_SIZE])
        )
        plan = BenchPlan(
            works=tuple(dict.fromkeys(works)),
            repeats=repeats,
            budget=budget or (SPEED_BUDGET if speed else BUDGET),
            threads=threads or 0,
        )
        encoder = (
            read_with_warnings(load, model) if model else gpt2_model(data) if speed else None
        )
        standing = run(plan, texts, encoder, stop)
        facts = machine(libraries())
        if csv:
            write_file(csv, samples_csv(standing))
        if json_file:
            write_json(json_file, record_of(standing, facts))
        report(Console(), standing, facts, show_details=details)
        if speed:
            _keep(standing, facts, write=write)
    if not all_same(standing):
        raise typer.Exit(1)
    return None


def _show_again(*, write: bool) -> None:
    """The tables of the last run with ``--speed``."""
    last = measure.RESULTS / f"{NAME}.md"
    if not last.exists():
        refuse(f"{last} is not there: run with --speed first")
    shown = last.read_text("utf-8").partition(ALL)[0]
    typer.echo(shown, nl=False)
    if write:
        put_into(SPEED, NAME, shown)


def _keep(standing: BenchStanding, facts: Mapping[str, str], *, write: bool) -> None:
    """Every time taken and all figures as files, and the tables in docs/speed.md."""
    keep(NAME, record_of(standing, facts))
    shown, figures = markdown(standing, facts), all_figures(standing)
    everything = shown + ALL + table(figures.headers, figures.rows) + "\n"
    (measure.RESULTS / f"{NAME}.md").write_text(everything, "utf-8")
    if write:
        put_into(SPEED, NAME, shown)


def speed_works(kinds: Sequence[WorkKind]) -> Iterator[Work]:
    """The works of docs/speed.md, or those of some kinds."""
    for kind in WORKS:
        if not kinds or kind in kinds:
            yield from WORKS[kind]


def speed_texts(data: Path, kinds: Sequence[WorkKind]) -> dict[str, Path | bytes]:
    """Their texts; says which file is not there."""
    used = {work.text for work in speed_works(kinds)} & TEXTS.keys()
    paths = [data / TEXTS[name] for name in sorted(used)]
    if missing := [str(path) for path in paths if not path.exists()]:
        refuse(f"not there: {', '.join(missing)}; without --speed no texts are needed")
    return {name: data / file for name, file in TEXTS.items()}


def run(
    plan: BenchPlan, texts: Mapping[str, Path | bytes], model: BPEModel | None, stop: Stop
) -> BenchStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else a line a run.

    What ends it early is one line on stderr and the exit code.
    """
    try:
        standing = fold_all(
            BenchStanding.before(plan),
            bench(plan, texts, model=model, stop=stop.event),
            apply,
            stop,
            first="preparing",
            total=planned_runs(plan),
            doing=_doing,
            line=_line,
        )
    except PreparationError as error:
        refuse(str(error))
    if standing.cancelled:
        exit_stopped(stop)
    return standing


def _doing(event: BenchEvent) -> str | None:
    """The text beside the bar; None leaves the one before."""
    return _title(event.task) if isinstance(event, Started) else None


def _line(event: BenchEvent) -> str | None:
    """A run in a line."""
    if isinstance(event, Done):
        ending = ", ".join(map(duration, event.seconds))
    elif isinstance(event, Cut):
        ending = f"cut at {duration(event.seconds)}"
    elif isinstance(event, Failed):
        ending = f"failed: {event.reason}"
    else:
        return None
    return f"{_title(event.task)}: {ending}"


def _title(task: BenchTask) -> str:
    return f"{task.work.name}, {task.contender}, {task.number + 1}"


def works_of(
    kinds: Sequence[WorkKind], texts: Mapping[str, Path | bytes], sizes: Sequence[int]
) -> Iterator[Work]:
    """The works that were asked for, over each text."""
    for kind in kinds or (WorkKind.TRAIN, WorkKind.ENCODE, WorkKind.DECODE):
        if kind is WorkKind.HARD:
            yield from hard_works()
        elif kind is WorkKind.START:
            yield from start_works()
        elif kind is WorkKind.TRAIN:
            yield from (
                Work("train", text, size) for text in texts for size in sizes or [VOCAB_SIZE]
            )
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
