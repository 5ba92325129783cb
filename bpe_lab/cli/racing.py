"""A race under way at a terminal: its progress on stderr."""

from __future__ import annotations

from bpe_core.model import BPEModel
from bpe_lab.cli.measuring import fold_all
from bpe_lab.cli.stopping import Stop
from bpe_lab.race.plan import RacePlan, heats, planned_runs
from bpe_lab.race.run import race
from bpe_lab.race.standing import RaceEvent, RunStarted, Standing, apply


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
