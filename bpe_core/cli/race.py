"""``bpe-lab race``: algorithms side by side on one text, with the numbers of the app's page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bpe_core.cli.race_report import report
from bpe_core.cli.racing import run_race, stoppable
from bpe_core.corpus import Corpus, from_file
from bpe_core.errors import OptionError
from bpe_core.lab import load
from bpe_core.library import standard_library
from bpe_core.model import BPEModel
from bpe_core.patterns import pattern_text
from bpe_core.race.ladder import LANES, lanes_of
from bpe_core.race.machine import machine
from bpe_core.race.plan import RacePlan, Work
from bpe_core.race.samples import record_of, samples_csv
from bpe_core.race.verdict import agreement
from bpe_core.registry import look_up
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_core.vocabularies import built_in

LIBRARY_BYTES = 133_000  # about as much as the lecture's corpus
LIBRARY = "Python's standard library"


def race_command(
    corpus: Annotated[
        Path | None,
        typer.Argument(help=f"A UTF-8 text; without one {LIBRARY}, {LIBRARY_BYTES} bytes."),
    ] = None,
    work: Annotated[Work, typer.Option(help="What is raced.")] = "train",
    lane: Annotated[
        list[str] | None,
        typer.Option(help="A lane, as often as wanted; all that are installed without it."),
    ] = None,
    vocab_size: Annotated[int, typer.Option(help="Bytes, special tokens and merges.")] = 500,
    tie_break: Annotated[
        TieBreak, typer.Option(help="Which of equal counts is merged.")
    ] = "greatest",
    special_token: Annotated[
        list[str] | None, typer.Option(help="Kept whole; as often as wanted.")
    ] = None,
    pattern: Annotated[str, typer.Option(help="How texts are cut into pre-tokens.")] = "gpt2",
    repeats: Annotated[int, typer.Option(help="Timed runs of each lane.")] = 7,
    warm_ups: Annotated[int, typer.Option(help="Runs before them that are not kept.")] = 1,
    budget: Annotated[float, typer.Option(help="Seconds until a run is cut.")] = 10.0,
    size: Annotated[
        list[int] | None,
        typer.Option(help="Only the first bytes; more than once: how times grow."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="What to encode with; else the built-in vocabulary.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write every time taken here.")] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write machine, plan and figures here.")
    ] = None,
    counts: Annotated[bool, typer.Option("--counts", help="Show operation counts.")] = False,
    no_count: Annotated[
        bool, typer.Option("--no-count", help="Leave the counted runs out.")
    ] = False,
) -> None:
    """Race algorithms on one text, each in a process of its own, one at a time.

    Every lane runs in turn; medians and quartiles are shown, and whether all made the same.
    Exits with 1 where a lane failed or made something else, with 130 after Ctrl-C.
    """
    with stoppable() as stop:
        sizes = tuple(sorted(set(size or ())))
        pattern_text(pattern)
        plan = RacePlan(
            lanes=_lanes(work, lane),
            work=work,
            options=TrainOptions(
                vocab_size=vocab_size, special_tokens=special_token or (), tie_break=tie_break
            ),
            pattern=pattern,
            sizes=sizes,
            repeats=repeats,
            warm_ups=warm_ups,
            budget=budget,
            counting=not no_count,
        )
        for kept in (csv, json_file):
            _check_folder(kept)
        name, text = _text(corpus, max(sizes, default=LIBRARY_BYTES))
        encoder = _model(model) if work == "encode" else None
        facts = machine()
        standing = run_race(plan, text.text, encoder, stop)
        if standing.cancelled:
            Console(stderr=True).print("stopped; nothing is left running", highlight=False)
            raise typer.Exit(stop.code)
        if csv:
            csv.write_text(samples_csv(standing), "utf-8")
        if json_file:
            record = record_of(standing, facts, name, text=text.text)
            json_file.write_text(json.dumps(record, indent=2) + "\n", "utf-8")
        # Last: whoever reads it may hear enough (`| head`).
        report(Console(), standing, facts, name, show_counts=counts)
    found = [agreement(standing, heat) for heat in standing.sizes]
    failed = any(one.state == "failed" for one in standing.lanes.values())
    if failed or not all(compared.same for heat in found for compared in heat.compared):
        raise typer.Exit(1)


def _lanes(work: Work, asked: list[str] | None) -> tuple[str, ...]:
    """The lanes asked for, else all that can run."""
    known = {name: LANES[name] for name in lanes_of(work)}
    chosen = {name: look_up("lane", known, name) for name in asked or known}
    installed = [name for name, lane in chosen.items() if lane.is_installed]
    if not installed:
        raise OptionError(name="lane", value=", ".join(chosen), rule="none is installed")
    return tuple(asked or installed)


def _text(path: Path | None, library_bytes: int) -> tuple[str, Corpus]:
    """The name and the text of what is raced on."""
    if path is None:
        return LIBRARY, standard_library(library_bytes)
    return path.name, from_file(path)


def _model(folder: Path | None) -> BPEModel:
    return built_in("lab") if folder is None else load(folder)


def _check_folder(path: Path | None) -> None:
    """Better before a long race than after it."""
    if path and not path.absolute().parent.is_dir():
        raise OptionError(name="file", value=str(path), rule="its folder is not there")
