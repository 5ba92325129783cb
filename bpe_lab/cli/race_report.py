"""What is printed after a race: tables, then sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console

from bpe_lab.cli.race_tables import PARTS, beyond, by_size, counts, results, slopes
from bpe_lab.cli.report_parts import machine_of
from bpe_lab.cli.tables import cell_text
from bpe_lab.race.figures import cautions
from bpe_lab.race.plan import LANES, lanes_of
from bpe_lab.race.standing import Agreement, Standing, agreement


def report(
    console: Console,
    standing: Standing,
    facts: Mapping[str, str],
    corpus_name: str,
    *,
    show_counts: bool = False,
) -> None:
    """The largest heat as a table, growth where there was any, and sentences on both."""
    size = standing.sizes[-1]
    _say(console, _set_up(standing, corpus_name))
    results(standing, size).draw(console)
    if show_counts and any(lane.tallies for lane in standing.lanes.values()):
        _say(console, "", "Operations, counted in runs that were not timed:")
        counts(standing, size).draw(console)
    if len(standing.sizes) > 1:
        _say(console, "", "Median seconds by size:")
        by_size(standing).draw(console)
        _say(console, "", "Slopes on log axes, with standard errors:")
        slopes(standing).draw(console)
    _say(console, "", sentence(agreement(standing, size), PARTS[standing.plan.work]))
    _say(console, *(f"Note: {caution}." for caution in cautions(standing, size, facts)))
    _say(console, *_extrapolated(standing, size), *_missing(standing))
    _say(console, machine_of(facts))


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
    return ", ".join(words) + "\n"


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


def _say(console: Console, *lines: str) -> None:
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
