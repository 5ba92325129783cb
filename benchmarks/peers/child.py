"""One run in a process of its own; see `runs.py` for the other side.

    python -m benchmarks.peers.child FOLDER TASK

FOLDER is what `prepare` laid out, TASK the JSON of a `works.Task`. What goes out, one JSON
object a line:

    {"clock": "started"}, {"clock": "stopped"}  around each timed call: encoders have two
    {"done": {…}}                               seconds, memory, version, what was made
    {"failed": {"text": "one line", …}}         instead of "done"

The clock runs with the input in memory in the form that the library takes. Encoders are called
twice: the first pass of a fresh one, then a warm one over the same text.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from benchmarks.peers.bench_inputs import BenchInputs
from benchmarks.peers.calls import Call, Makes, Tells
from benchmarks.peers.contenders import CONTENDERS, Contender
from benchmarks.peers.trails import Trail, last_only, to_json
from benchmarks.peers.works import PASSES, Kind, Task, task_from_json
from bpe_lab.measure.guards import HangUp, Say
from bpe_lab.measure.memory import high_water
from bpe_lab.measure.prologue import STARTED, STOPPED, answering

MAKERS: Mapping[Kind, str] = {
    "train": "benchmarks.peers.trainers",
    "encode": "benchmarks.peers.encoders",
    "decode": "benchmarks.peers.decoders",
}
# The kernels that ours have loaded before the clock, as a program that runs has.
KERNELS: Mapping[Kind, Sequence[str]] = {
    "train": ("texts", "train"),
    "encode": ("texts",),
    "decode": ("texts",),
}


def main(folder: Path, task: Task) -> None:
    """Do the task and report its figures."""
    with answering() as say:
        with HangUp():
            answer = done(BenchInputs(task, folder), say)
        say({"done": answer})


def done(inputs: BenchInputs, say: Say) -> dict[str, Any]:
    """The run's figures; ``peak_bytes`` is the most that this process has had until then."""
    task = inputs.task
    contender = CONTENDERS[task.work.kind][task.contender]
    call = makes(task.work.kind, contender)(inputs)
    seconds = []
    for _ in range(PASSES[task.work.kind]):
        took, tells = timed(call, say)
        seconds.append(took)
        if len(seconds) == 1:
            peak = high_water()
        if len(seconds) < PASSES[task.work.kind]:
            del tells
    return {
        "seconds": seconds,
        "peak_bytes": peak,
        "version": version(contender.library) if contender.library else "",
        "made": trails_as_json(tells(), whole=task.number == 0),
    }


def makes(kind: Kind, contender: Contender) -> Makes:
    """The function that makes the contender ready; our compiled ones have their kernels."""
    if contender.maker == "ours":
        from bpe_core.warm import warm

        warm(KERNELS[kind])
    maker: Makes = getattr(import_module(MAKERS[kind]), contender.maker)
    return maker


def timed(call: Call, say: Say) -> tuple[float, Tells]:
    """Seconds of the call, and what it made.

    subtle: what is there is frozen, or the collector would go through a vocabulary in Python,
    and ours alone would start with its tables out of the processor's cache.
    """
    gc.freeze()
    gc.collect()
    say(STARTED)
    start = perf_counter_ns()
    tells = call()
    took = perf_counter_ns() - start
    say(STOPPED)
    return took / 1e9, tells


def trails_as_json(trails: Mapping[str, Trail], *, whole: bool) -> dict[str, Any]:
    """The trails as JSON: whole for the first run of a contender, by their ends afterwards."""
    return {
        rule: to_json(trail if whole else last_only(trail)) for rule, trail in trails.items()
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), task_from_json(sys.argv[2]))
