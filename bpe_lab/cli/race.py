"""``bpe-lab race``: algorithms side by side on one text, with the numbers of the app's page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bpe_core.errors import OptionError
from bpe_core.files import load
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.registry import look_up
from bpe_core.texts.corpus import Corpus, from_file
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_core.vocabularies import built_in
from bpe_lab.cli.measuring import check_outs, exit_stopped, write_file, write_json
from bpe_lab.cli.models import model_files, saying
from bpe_lab.cli.race_report import report
from bpe_lab.cli.racing import run_race
from bpe_lab.cli.stopping import stoppable
from bpe_lab.race.plan import LANES, MERGES, RacePlan, Work, command_of, lanes_of
from bpe_lab.race.samples import machine, record_of, samples_csv
from bpe_lab.race.standing import agreement
from bpe_lab.race.texts import LIBRARY, RACE_TEXTS, default_text, race_text

LIBRARY_TITLE = "Python's standard library"


def race_command(
    corpus: Annotated[
        Path | None,
        typer.Argument(
            help=f"A UTF-8 text; without one {LIBRARY_TITLE}, {LIBRARY[default_text()]} bytes."
        ),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(help=f"A text of the page's in place of a file: {', '.join(RACE_TEXTS)}."),
    ] = None,
    work: Annotated[Work, typer.Option(help="What is raced.")] = "train",
    lane: Annotated[
        list[str] | None,
        typer.Option(help="A lane, as often as wanted; all that are installed without it."),
    ] = None,
    merges: Annotated[
        int | None, typer.Option(help=f"How many at most; {MERGES} without it.")
    ] = None,
    vocab_size: Annotated[
        int | None, typer.Option(help="In place of --merges: bytes, special tokens and merges.")
    ] = None,
    tie_break: Annotated[
        TieBreak, typer.Option(help="Which of equal counts is merged.")
    ] = "greatest",
    special_token: Annotated[
        list[str] | None, typer.Option(help="Kept whole; as often as wanted.")
    ] = None,
    pattern: Annotated[str, typer.Option(help="How texts are cut into pre-tokens.")] = "gpt2",
    repeats: Annotated[int, typer.Option(help="Timed runs of each lane.")] = 7,
    warm_ups: Annotated[
        int,
        typer.Option(
            help="Runs before them that are not kept, of our lanes a second each at most."
        ),
    ] = 1,
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
    """Race algorithms on one text.

    Each in a process of its own, one at a time. Every lane runs in turn; medians and
    quartiles are shown, and whether all made the same.
    Exits with 1 where a lane failed or made something else, with 130 after Ctrl-C.
    """
    with stoppable() as stop:
        if merges is None and vocab_size is None:
            merges = MERGES
        pattern_text(pattern)
        plan = RacePlan(
            lanes=_lanes(work, lane),
            work=work,
            options=TrainOptions(
                num_merges=merges,
                vocab_size=vocab_size,
                special_tokens=special_token or (),
                tie_break=tie_break,
            ),
            pattern=pattern,
            sizes=tuple(sorted(set(size or ()))),
            repeats=repeats,
            warm_ups=warm_ups,
            budget=budget,
            counting=not no_count,
        )
        check_outs([csv, json_file], [corpus or "", *model_files(model)])
        name, raced = _text(corpus, text, plan.sizes)
        encoder = _model(model) if work == "encode" else None
        if encoder:
            plan = replace(
                plan, options=RacePlan(lanes=plan.lanes).options, pattern=encoder.pattern
            )
        facts = machine()
        standing = run_race(plan, raced.text, encoder, stop)
        if standing.cancelled:
            exit_stopped(stop)
        if csv:
            write_file(csv, samples_csv(standing))
        if json_file:
            again = command_of(
                plan, "" if corpus else name, file=str(corpus), model=str(model or "")
            )
            record = record_of(standing, facts, name, text=raced.text, command=again)
            write_json(json_file, record)
        # Last: whoever reads it may hear enough (`| head`).
        title = LIBRARY_TITLE if corpus is None and name in LIBRARY else name
        report(Console(), standing, facts, title, show_counts=counts)
    heats = [agreement(standing, size) for size in standing.sizes]
    failed = any(one.state == "failed" for one in standing.lanes.values())
    if failed or not all(compared.same for heat in heats for compared in heat.compared):
        raise typer.Exit(1)


def _lanes(work: Work, asked: list[str] | None) -> tuple[str, ...]:
    """The lanes asked for, else all that can run."""
    known = {name: LANES[name] for name in lanes_of(work)}
    chosen = {name: look_up("lane", known, name) for name in asked or known}
    installed = [name for name, lane in chosen.items() if lane.is_installed]
    if not installed:
        raise OptionError(name="lane", value=", ".join(chosen), rule="none is installed")
    return tuple(asked or installed)


def _text(path: Path | None, name: str | None, sizes: tuple[int, ...]) -> tuple[str, Corpus]:
    """The name and the text of what is raced on."""
    if path is None:
        name = name or default_text(sizes)
        return name, race_text(name)
    if name is not None:
        raise OptionError(name="text", value=name, rule="not beside a file")
    return path.name, from_file(path)


def _model(folder: Path | None) -> BPEModel:
    return built_in("lab") if folder is None else saying(load, folder)
