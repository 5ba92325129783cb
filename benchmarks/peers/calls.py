"""What is timed: prepared, called, then asked what it made; and one run in its own process.

`run` is a work of a `bpe_lab.measure.child`, whose folder `inputs.lay_out` and
`inputs.prepare` have filled. What goes out is the clock around each timed call (encoders have
two: the first pass of a fresh one, then a warm one over the same text) and

    {"done": (seconds, peak bytes, version, what was made)}

The clock runs with the input in memory in the form that the library takes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import perf_counter_ns
from typing import TypeAlias, TypeVar

from benchmarks.peers.inputs import BenchInputs
from benchmarks.peers.trails import Trail, last_only
from benchmarks.peers.works import CONTENDERS, PASSES, BenchPlan, BenchTask, Contender, Kind
from bpe_core.kernels import TO_ENCODE, TO_TRAIN
from bpe_lab.measure.guards import Say
from bpe_lab.measure.memory import high_water
from bpe_lab.measure.messages import STARTED, STOPPED

# By what can be compared: a tie rule, ids, bytes; "" what is its own alone.
Tells: TypeAlias = Callable[[], Mapping[str, Trail]]
Call: TypeAlias = Callable[[], Tells]
Makes: TypeAlias = Callable[[BenchInputs], Call]
Result = TypeVar("Result")

IDS, BYTES = "ids", "bytes"
MAKERS: Mapping[Kind, str] = {
    "train": "benchmarks.peers.trainers",
    "encode": "benchmarks.peers.encoders",
    "decode": "benchmarks.peers.decoders",
}
# The kernels that ours have loaded before the clock, as a program that runs has.
KERNELS: Mapping[Kind, Sequence[str]] = {
    "train": TO_TRAIN,
    "encode": TO_ENCODE,
    "decode": ("encode",),
}


def call_of(work: Callable[[], Result], rule: str, trail_of: Callable[[Result], Trail]) -> Call:
    """A call that times ``work`` alone, and says afterwards what it made by ``rule``."""

    def call() -> Tells:
        result = work()
        return lambda: {rule: trail_of(result)}

    return call


def run(
    say: Say, folder: Path, plan: BenchPlan, work: str, contender: str, number: str
) -> None:
    """Do the plan's work of that index, and report its figures."""
    task = BenchTask(plan.works[int(work)], contender, int(number), plan.threads)
    say({"done": done(BenchInputs(task, folder), say)})


def done(inputs: BenchInputs, say: Say) -> tuple[object, ...]:
    """The run's figures, in the order of the fields of `standing.Done`.

    The memory is the most that this process has had until the first call was over. Trails are
    whole in the first run of a contender, and their ends afterwards.
    """
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
    made = {
        rule: tuple(trail if task.number == 0 else last_only(trail))
        for rule, trail in tells().items()
    }
    return seconds, peak, version(contender.library) if contender.library else "", made


def makes(kind: Kind, contender: Contender) -> Makes:
    """The function that makes the contender ready; our compiled ones have their kernels."""
    if contender.maker == "ours":
        from bpe_core.warm import warm  # not in the memory of peers

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
