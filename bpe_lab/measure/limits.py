"""What a plan may ask for: checked once at the door."""

from __future__ import annotations

from bpe_core.errors import OptionError
from bpe_lab.measure.machine import usable_cores

MOST_REPEATS = 101
MOST_THREADS = 64


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise ``OptionError`` unless ``least`` <= ``value`` <= ``most``."""
    if not least <= value <= most:
        raise OptionError(name=name, value=value, rule=f"{least} to {most}")


def check_budget(seconds: float, most: float) -> None:
    """The same for the seconds of a run."""
    if not 0 < seconds <= most:
        rule = f"above 0, at most {most:.0f} seconds"
        raise OptionError(name="budget", value=seconds, rule=rule)


def all_threads() -> int:
    """As many as this process may use at the same time."""
    return max(1, round(usable_cores()))
