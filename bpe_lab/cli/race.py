"""``bpe-lab race``: algorithms side by side on one text, with the numbers of the app's page.

The command, then its report: tables and sentences on the standing that a race ends with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bpe_core.errors import OptionError
from bpe_core.files import load
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.registry import look_up
from bpe_core.texts.corpus import Corpus, from_file
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.cli.arguments import Ties, model_files, read_with_warnings
from bpe_lab.cli.commands import Specials
from bpe_lab.cli.pipes import check_outs, write_file, write_json
from bpe_lab.cli.report import Part, Table, cell_text, draw, machine_of, spread
from bpe_lab.cli.terminal import Stop, console, exit_stopped, fold_all, stoppable
from bpe_lab.race.figures import (
    cautions,
    curve,
    did_nothing,
    extrapolated,
    has_quartiles,
    is_bound,
    parts_of,
    peak,
    ratio,
    ratio_has_quartiles,
    reached,
    times_as_long,
    total,
    totals,
    unit_of,
)
from bpe_lab.race.growth import Fit, Quantity, growth_of
from bpe_lab.race.plan import (
    LANES,
    MERGES,
    RacePlan,
    Work,
    command_of,
    heats,
    lanes_of,
    planned_runs,
)
from bpe_lab.race.run import race
from bpe_lab.race.samples import machine, record_of, samples_csv
from bpe_lab.race.standing import (
    Agreement,
    Compared,
    NotCompared,
    RaceEvent,
    RunStarted,
    Standing,
    agreement,
    apply,
)
from bpe_lab.race.texts import LIBRARY, RACE_TEXTS, default_text, race_text

LIBRARY_TITLE = "Python's standard library"
PARTS = {"train": "merges", "encode": "pre-tokens"}
REASONS: dict[NotCompared, str] = {
    "own_rule": "own rule",
    "no_result": "not told",
    "absent": "not installed",
    "failed": "failed",
    "cut": "cut",
    "not_run": "not run",
    "nothing_done": "nothing done",
}
MEASURES: dict[Quantity, str] = {
    "total": "time over bytes",
    "merging": "merging alone over bytes",
    "operations": "operations over bytes",
    "cumulative": "time since the first over {parts}",
    "per_part": "time of each over {parts}",
}


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
    tie_break: Ties = "greatest",
    special_token: Specials = None,
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
    show_counts: Annotated[
        bool, typer.Option("--counts", help="Show operation counts.")
    ] = False,
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
        draw(console(), sections(standing, facts, title, show_counts=show_counts))
    agreements = [agreement(standing, size) for size in standing.sizes]
    failed = any(one.state == "failed" for one in standing.lanes.values())
    if failed or not all(lane.same for each in agreements for lane in each.compared):
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
    return built_in("lab") if folder is None else read_with_warnings(load, folder)


def run_race(plan: RacePlan, text: str, model: BPEModel | None, stop: Stop) -> Standing:
    """Race to the end, with a bar on stderr where that is a terminal."""
    return fold_all(
        Standing.before(plan, heats(plan, text)),
        race(plan, text, model=model, stop=stop.event),
        apply,
        stop,
        first="loading",
        total=planned_runs(plan, text),
        doing=_doing,
    )


def _doing(event: RaceEvent) -> str | None:
    """The text beside the bar; None leaves the one before."""
    if not isinstance(event, RunStarted):
        return None
    kind = "counted" if event.counted else "warm-up" if event.number < 0 else event.number + 1
    return f"{event.lane}, {event.size} bytes, {kind}"


def sections(
    standing: Standing,
    facts: Mapping[str, str],
    corpus_name: str,
    *,
    show_counts: bool = False,
) -> Iterator[Part | Sequence[Part]]:
    """The largest heat as a table, growth where there was any, and sentences on both."""
    size = standing.sizes[-1]
    yield _set_up(standing, corpus_name)
    yield results(standing, size)
    if show_counts and any(lane.tallies for lane in standing.lanes.values()):
        yield "Operations, counted in runs that were not timed:", counts(standing, size)
    if len(standing.sizes) > 1:
        yield "Median seconds by size:", by_size(standing)
        yield "Slopes on log axes, with standard errors:", slopes(standing)
    yield [
        sentence(agreement(standing, size), PARTS[standing.plan.work]),
        *(f"Note: {caution}." for caution in cautions(standing, size, facts)),
        *_extrapolated(standing, size),
        *_missing(standing),
        machine_of(facts),
    ]


def sentence(comparison: Agreement, parts: str) -> str:
    """Whether the lanes made the same, and how far they were compared.

    >>> sentence(Agreement("", 0, (), {}), "merges")
    'Nothing was compared.'
    """
    if len(comparison.compared) < 2:
        return (
            "Only one lane could be compared."
            if comparison.compared
            else "Nothing was compared."
        )
    others = [lane for lane in comparison.compared if not lane.same]
    if others:
        return " ".join(
            f"{lane.lane} differs from run to run."
            if not lane.steady
            else f"{lane.lane} differs from {comparison.reference}"
            + (
                f" at {parts[:-1]} {lane.differs_at + 1}."
                if lane.differs_at is not None
                else "."
            )
            for lane in others
        )
    short = [lane for lane in comparison.compared if lane.parts < comparison.parts]
    lanes = f"all {len(comparison.compared)} lanes compared"
    exceptions = "".join(f"; {lane.lane} as far as it came, {lane.parts}" for lane in short)
    return f"Identical {parts} in {lanes}: {comparison.parts}{exceptions}."


def _set_up(standing: Standing, corpus_name: str) -> str:
    plan = standing.plan
    words = [corpus_name, f"{standing.sizes[-1]} bytes"]
    if plan.work == "train":
        options = plan.options
        words.append(
            f"vocabulary {options.vocab_size}"
            if options.num_merges is None
            else f"merges: {options.num_merges}"
        )
        words += [f"ties: {options.tie_break}", f"pattern {plan.pattern}"]
    words += [f"repeats: {plan.repeats}", f"warm-ups: {plan.warm_ups}"]
    words.append(f"cut at {plan.budget:g} s")
    return ", ".join(words)


def _extrapolated(standing: Standing, size: int) -> Iterator[str]:
    ends = beyond(standing, size).items()
    if ends:
        parts = PARTS[standing.plan.work]
        estimates = (
            f"{name} {cell_text(seconds)} s for {done} {parts}"
            for name, (done, seconds) in ends
        )
        yield f"Extrapolated from their last third, not measured: {', '.join(estimates)}."


def _missing(standing: Standing) -> Iterator[str]:
    """Lanes that could have run here, were their libraries installed."""
    missing = [name for name in lanes_of(standing.plan.work) if not LANES[name].is_installed]
    if missing:
        libraries = (f"{name} ({LANES[name].library})" for name in missing)
        yield f"Not installed: {', '.join(libraries)}."


def results(standing: Standing, size: int) -> Table:
    """Lane by lane: times, their ratio to the unit lane, memory, how much is identical."""
    unit = unit_of(standing, size)
    ratio_of = f"time, {unit} = 1" if unit else "ratio"
    comparison = agreement(standing, size)
    headers = ["lane", ratio_of, "median s", "quartiles s", "peak MB", "identical"]
    rows = [
        [
            name,
            *_times(standing, name, unit, size),
            peak(standing, name, size) / 1e6 or None,
            _identical(comparison, name),
        ]
        for name, lane in standing.lanes.items()
        if lane.state != "absent"
    ]
    return Table(headers, rows)


def counts(standing: Standing, size: int) -> Table:
    """Operations of the counted runs, one column per lane; cut ones as far as they came."""
    tallies = {
        name: lane.tallies[size]
        for name, lane in standing.lanes.items()
        if size in lane.tallies
    }
    sums = {name: totals(tally) for name, tally in tallies.items()}
    operations = dict.fromkeys(name for row in sums.values() for name in row)
    headers = [f"{name} (cut)" if tally.cut else name for name, tally in tallies.items()]
    rows = [[name, *(row.get(name) for row in sums.values())] for name in operations]
    return Table(["operation", *headers], rows)


def by_size(standing: Standing) -> Table:
    """Median seconds of every heat, or why there are none."""
    rows = []
    for name, lane in standing.lanes.items():
        if lane.state != "absent":
            rows.append([name, *(_median(standing, name, size) for size in standing.sizes)])
    return Table(["lane", *(f"{size} bytes" for size in standing.sizes)], rows)


def slopes(standing: Standing) -> Table:
    """Slopes on log axes with their standard errors."""
    fits = {(growth.lane, growth.measure): growth.fit for growth in growth_of(standing)}
    lanes = dict.fromkeys(lane for lane, _ in fits)
    parts = PARTS[standing.plan.work]
    headers = ["slope of", *(text.format(parts=parts) for text in MEASURES.values())]
    rows = [[lane, *(_slope(fits.get((lane, m))) for m in MEASURES)] for lane in lanes]
    return Table(headers, rows)


def _slope(fit: Fit | None) -> str | None:
    return f"{round(fit.slope, 2) + 0.0:.2f} ± {fit.error:.2f}" if fit else None


def beyond(standing: Standing, size: int) -> dict[str, tuple[int, float]]:
    """Where cut lanes might have ended, parts and seconds: extrapolated, never measured."""
    parts = parts_of(standing, size)
    cut = [name for name in standing.lanes if reached(standing, name, size)]
    ends = {name: extrapolated(curve(standing, name, size), parts) for name in cut}
    return {name: end for name, end in ends.items() if end}


def _times(standing: Standing, name: str, unit: str, size: int) -> list[object]:
    """Ratio, median, quartiles; of a lane without them how far it came, or why it failed."""
    band, median = total(standing, name, size), _median(standing, name, size)
    if band:
        times = 1 if name == unit else _ratio(standing, name, unit, size)
        bound = is_bound(standing, name, size)
        several = has_quartiles(standing, name, size)
        return [times, median, spread(band, bound=bound) if several else None]
    ended = reached(standing, name, size)
    if ended:
        return [None, median, f"{ended[0]} in {cell_text(ended[1])} s"]
    lane = standing.lanes[name]
    if size in lane.left_out:
        return [None, median, f"beaten at {lane.left_out[size]} bytes"]
    return [None, median, str(lane.reason) or None]


def _median(standing: Standing, name: str, size: int) -> float | str | None:
    """Median seconds, else what has become of the lane; None where it has not run."""
    lane = standing.lanes[name]
    if band := total(standing, name, size):
        return band.middle
    if reached(standing, name, size):
        return "cut"
    if did_nothing(standing, name, size):
        return "nothing to do"
    if size in lane.left_out:
        return "not run"
    return "failed" if lane.state == "failed" else None


def _ratio(standing: Standing, name: str, unit: str, size: int) -> str | None:
    """Of the medians, as on the page; in brackets the quartiles of the rounds' own ratios."""
    times = times_as_long(standing, name, unit, size)
    band = ratio(standing, name, unit, size)
    if times and band and ratio_has_quartiles(standing, name, unit, size):
        return f"{cell_text(times)} ({spread(band)})"
    return cell_text(times) if times and band else None


def _identical(comparison: Agreement, name: str) -> str:
    if name in comparison.left_out:
        return REASONS[comparison.left_out[name]]
    lane = next(lane for lane in comparison.compared if lane.lane == name)
    return _difference(lane) or f"{lane.identical} of {comparison.parts}"


def _difference(lane: Compared) -> str:
    if lane.differs_at is not None:
        return f"differs at {lane.differs_at + 1}"
    if not lane.steady:
        return "differs from run to run"
    return "" if lane.same else "differs"
