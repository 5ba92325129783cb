"""A race under way at a terminal: its progress on stderr."""

from __future__ import annotations

from rich.console import Console

from bpe_core.cli.runs_bar import runs_bar
from bpe_core.cli.stopping import Stop
from bpe_core.model import BPEModel
from bpe_core.race.events import RaceEvent, RunStarted
from bpe_core.race.plan import RacePlan
from bpe_core.race.run import heats, planned_runs, race
from bpe_core.race.standing import Standing, apply


def run_race(plan: RacePlan, text: str, model: BPEModel | None, stop: Stop) -> Standing:
    """Race to the end, with a bar on stderr where that is a terminal."""
    standing = Standing.before(plan, heats(plan, text))
    console = Console(stderr=True)
    stop.heeded = True
    try:
        with runs_bar(console) as bar:
            runs = bar.add_task("loading", total=planned_runs(plan, text))
            for event in race(plan, text, model=model, stop=stop.event):
                apply(standing, event)
                bar.update(runs, completed=standing.runs_done, description=_doing(event))
    finally:
        stop.heeded = False
    return standing


def _doing(event: RaceEvent) -> str | None:
    """What is said beside the bar; None: what was said before."""
    if not isinstance(event, RunStarted):
        return None
    kind = "counted" if event.counted else "warm-up" if event.number < 0 else event.number + 1
    return f"{event.lane}, {event.size} bytes, {kind}"
