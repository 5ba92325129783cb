"""One run in a process of its own; see `runs.py` for the other side.

    python -m bpe_core.bench.child FOLDER TASK

FOLDER is what `prepare` laid out, TASK the JSON of a `works.Task`. What goes out, one JSON
object a line:

    {"clock": "started"}, {"clock": "stopped"}  around each timed call: encoders have two
    {"done": {…}}                               seconds, memory, version, what was made
    {"failed": "one line"}                      in its place

The clock runs with the input in memory in the form that the library takes. Encoders are called
twice: the first pass of a fresh one, then a warm one over the same text.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from bpe_core.bench import made
from bpe_core.bench.calls import Call, Makes, Tells
from bpe_core.bench.contenders import CONTENDERS, Contender
from bpe_core.bench.given import Given
from bpe_core.bench.works import Kind, Task, task_from_json
from bpe_core.race.child import end_with_parent, one_line, own_output, say
from bpe_core.race.memory import LIBRARIES, allowance, be_killed_first, bound, high_water
from bpe_core.race.room import free_memory

Say = Callable[[Mapping[str, Any]], object]

MAKERS: Mapping[Kind, str] = {
    "train": "bpe_core.bench.trainers",
    "encode": "bpe_core.bench.encoders",
    "decode": "bpe_core.bench.decoders",
}
# The kernels that ours have loaded before the clock, as a program that runs has.
KERNELS: Mapping[Kind, Sequence[str]] = {
    "train": ("count", "train"),
    "encode": ("encode",),
    "decode": ("encode",),
}
PASSES: Mapping[Kind, int] = {"train": 1, "encode": 2, "decode": 1}


def main(folder: Path, task: Task) -> None:
    """Do the task and tell it."""
    out = own_output()
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        answer = done(Given(task, folder), lambda said: say(out, said))
        say(out, {"done": answer})
    except BaseException as error:  # a panic of compiled code is no Exception
        say(out, {"failed": one_line(error)})


def done(given: Given, tell: Say) -> dict[str, Any]:
    """The run's figures; ``peak_bytes`` is the most that this process has had until then."""
    task = given.task
    contender = CONTENDERS[task.work.kind][task.contender]
    call = makes(task.work.kind, contender)(given)
    seconds = []
    for _ in range(PASSES[task.work.kind]):
        took, tells = timed(call, tell)
        seconds.append(took)
        if len(seconds) == 1:
            peak = high_water()
        if len(seconds) < PASSES[task.work.kind]:
            del tells
    return {
        "seconds": seconds,
        "peak_bytes": peak,
        "version": version(contender.library) if contender.library else "",
        "made": told(tells(), whole=task.number == 0),
    }


def makes(kind: Kind, contender: Contender) -> Makes:
    """The function that makes the contender ready; our compiled ones have their kernels."""
    if contender.maker == "ours":
        from bpe_core.warm import warm

        warm(KERNELS[kind])
    found: Makes = getattr(import_module(MAKERS[kind]), contender.maker)
    return found


def timed(call: Call, tell: Say) -> tuple[float, Tells]:
    """Seconds of the call, and what it made."""
    gc.collect()
    tell({"clock": "started"})
    start = perf_counter_ns()
    tells = call()
    took = perf_counter_ns() - start
    tell({"clock": "stopped"})
    return took / 1e9, tells


def told(trails: Mapping[str, made.Trail], *, whole: bool) -> dict[str, Any]:
    """What was made, in all parts once and by its end afterwards."""
    kept = {rule: trail if whole else made.last_only(trail) for rule, trail in trails.items()}
    return {rule: made.to_json(trail) for rule, trail in kept.items()}


if __name__ == "__main__":
    main(Path(sys.argv[1]), task_from_json(sys.argv[2]))
