"""Short ways to run races in tests, and to see what is left of them."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bpe_lab.race.plan import RacePlan
from bpe_lab.race.standing import LaneFailed, RaceEvent, Run, RunDone

STUB = Path(__file__).with_name("lane_stub.py")
PATIENCE = 300  # seconds for what comes at once where the machine is free
TEXT = "low lower newest widest " * 20


def stubs(**how: str) -> list[str]:
    """The command of lanes that behave as told; the others work."""
    return [sys.executable, "-S", "-E", str(STUB), json.dumps(how)]  # without what is slow


def plan(*lanes: str, **options: object) -> RacePlan:
    """A plan of two repeats after one warm-up, without counting."""
    options = {"repeats": 2, "warm_ups": 1, "budget": 5.0, "counting": False, **options}
    return RacePlan(lanes=lanes, **options)  # type: ignore[arg-type]  # tests give what fits


def runs(events: Iterable[RaceEvent], lane: str | None = None) -> list[Run]:
    """The timed runs, of one lane or all."""
    done = [event.run for event in events if isinstance(event, RunDone)]
    return [run for run in done if lane in (None, run.lane)]


def reason(events: Iterable[RaceEvent], lane: str) -> str:
    """Why the lane failed."""
    reasons = [e.reason for e in events if isinstance(e, LaneFailed) and e.lane == lane]
    assert len(reasons) == 1, f"{lane} failed {len(reasons)} times"
    return str(reasons[0])


def children() -> set[int]:
    """Processes that this one has started and not waited for, dead or alive."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(after_name[1]) == os.getpid():
                found.add(int(folder.name))
    return found


def naming(words: str) -> set[int]:
    """Processes that run with ``words`` in their command."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if words.encode() in command:
                found.add(int(folder.name))
    return found


def processor_seconds(process: int) -> float:
    """The processor time that a process has used; none where it is gone."""
    try:
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def has_loaded(process: int, library: str) -> bool:
    """Whether a process has opened a compiled library of this name."""
    try:
        return library in Path(f"/proc/{process}/maps").read_text()
    except OSError:
        return False


def comes_true(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Whether ``holds`` does so within so long."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
