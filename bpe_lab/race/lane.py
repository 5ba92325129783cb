"""A lane's own process: it loads, then answers commands; `run.py` is the other side.

`lane` is the work of a `bpe_lab.measure.child`. Its folder holds ``text`` (UTF-8) and for
encoders ``model/``. A command is a pickled (counted, bytes, number); the end of input ends it.
What goes out beside the clock:

    {"ready": {library: version}}                once
    {"reached": (parts done, nanoseconds)}       at most ten a second
    {"run": a `Timed`}, {"tally": a `Counted`}   the answer, as a plain tuple

The clock of a timed run starts with the text in memory as a str and stops with the last part.
What is made of the result for comparison is made afterwards.
"""

from __future__ import annotations

import gc
import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from sys import getsizeof
from time import monotonic, perf_counter_ns
from typing import Any, NamedTuple

import bpe_core
from bpe_core.encode.encode_array import encode_array, forget
from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.errors import OptionError
from bpe_core.events import Event, MergeDone
from bpe_core.kernels import TO_ENCODE, TO_TRAIN
from bpe_core.model import BPEModel
from bpe_core.pretokenize.counting import count_table
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import ENCODERS, TRAINERS, look_up
from bpe_core.runtime.progress import Progress
from bpe_core.texts.sources import blocks_of
from bpe_core.train.fold import fold_model
from bpe_core.warm import warm
from bpe_lab.measure.guards import Say
from bpe_lab.measure.memory import at_rest, bound, forget_peak, high_water
from bpe_lab.measure.messages import STARTED, STOPPED, unpickled
from bpe_lab.measure.peers import ANYTHING, PEERS, Pair
from bpe_lab.measure.reasons import CutError
from bpe_lab.race.counted import Counted, count_encoder, count_trainer
from bpe_lab.race.plan import LANES, WARM_UP, Lane, RacePlan, pieces_of, pre_tokens_of
from bpe_lab.race.standing import digest_of

A_FEW = PreToken(b"abab", 0)
TELL_EVERY = 100_000_000  # nanoseconds
ONE_SLICE = 5_000  # nanoseconds
STAMPS = 200  # at most so many where parts are quick
QUICK, SLOW = 1_000_000, 10_000_000  # nanoseconds between two stamps


def lane(say: Say, folder: Path, plan: RacePlan, name: str) -> None:
    """Answer commands until there are no more, or one fails."""
    work = LaneWork(say, folder, plan, name)
    at_rest()
    say({"ready": work.versions()})
    for line in sys.stdin.buffer:
        bound()
        say(work.answer(*unpickled(line)))


class LaneWork:
    """A lane with its text, plan and model in memory, ready to run; ``say`` sends a line."""

    def __init__(self, say: Say, folder: Path, plan: RacePlan, lane: str) -> None:
        self._say, self._plan = say, plan
        self._data = (folder / "text").read_bytes()
        self._lane = look_up("lane", LANES, lane)
        self._model: BPEModel | None = None
        if self._lane.work == "encode":
            self._model = bpe_core.load(folder / "model")
        self._warm_up()

    def versions(self) -> dict[str, str]:
        """Of the libraries that do the work."""
        if self._lane.library:
            names = [self._lane.library]
        else:
            names = ["regex", "numba"] if not self._lane.fine else ["regex"]
        return {name: version(name) for name in names}

    def answer(self, counted: bool, size: int, number: int) -> dict[str, Any]:
        """One run over the first ``size`` bytes."""
        text = self._data[:size].decode()
        if counted:
            return {"tally": tuple(self._count(text))}
        plan = self._plan
        if number < 0:
            plan = replace(plan, budget=min(plan.budget, WARM_UP))
        run = self._time(text, plan)
        return {"run": tuple(run if number <= 0 else run._replace(merges=()))}

    def _time(self, text: str, plan: RacePlan) -> Timed:
        lane, model = self._lane, self._model
        if model is not None:
            if lane.library:
                return time_tiktoken(text, model, plan.budget, self._say)
            if not lane.fine:
                return time_compiled(text, model, plan.budget, self._say)
            return time_encoder(lane, text, model, plan.budget, self._say)
        if lane.library:
            return time_peer(lane, text, plan, self._say)
        return time_trainer(lane, text, plan, self._say)

    def _count(self, text: str) -> Counted:
        if not self._lane.fine:
            raise OptionError(name="do", value="count", rule="time, since it tells no detail")
        if self._model is None:
            return count_trainer(self._lane, text, self._plan, self._say)
        return count_encoder(self._lane, text, self._model, self._plan.budget, self._say)

    def _warm_up(self) -> None:
        """Import or compile what the first run would, on a few bytes."""
        if self._lane.library:
            import_module(self._lane.library)
        elif not self._lane.fine:
            warm(TO_TRAIN if self._model is None else TO_ENCODE)
            if self._model is not None:
                encode_array(self._model, A_FEW.data)  # makes its tables
        elif self._model is not None:
            encoder = ENCODERS[self._lane.algorithm]
            encode_pre_token(self._model, A_FEW.data, encoder=encoder)
        else:
            for _ in TRAINERS[self._lane.algorithm]([A_FEW], self._plan.options):
                pass


class Timed(NamedTuple):
    """A timed run: the last fields of `Run`, then those of `RunDone`."""

    done: tuple[int, ...]
    at: tuple[int, ...]
    pre_tokenized: int
    cut: bool
    peak_bytes: int
    merges: tuple[Pair, ...]
    digest: str


class Stamps:
    """Parts done and when, from its making on, with all garbage collected, until `stop`.

    ``say`` hears when the clock starts and stops and, ten times a second at most, what the
    run has reached; ``budget`` is in seconds. ``peak_bytes`` is how far the memory of this
    process rose above what it had before its first run and ``text``, which is given.
    """

    def __init__(self, text: str, budget: float, say: Say) -> None:
        self.done: list[int] = []
        self.at: list[int] = []
        self.pre_tokenized = self.peak_bytes = 0
        self._say, self._budget = say, round(budget * 1e9)
        self._next_look = min(TELL_EVERY, self._budget)
        gc.collect()
        self._before = at_rest() + getsizeof(text)
        forget_peak()
        say(STARTED)
        self._start = perf_counter_ns()

    def ready(self) -> bool:
        """The pre-tokens are ready; returns whether to go on."""
        self.pre_tokenized = perf_counter_ns() - self._start
        return self.pre_tokenized < self._budget

    def take(self, done: int) -> bool:
        """So many parts are done now; returns whether to go on."""
        now = perf_counter_ns() - self._start
        self.done.append(done)
        self.at.append(now)
        return now < self._next_look or self._look(done, now)

    def stop(self) -> None:
        """The run is over; what follows is no part of it."""
        self.peak_bytes = max(0, high_water() - self._before)
        self._say(STOPPED)

    def timed(self, digest: str, merges: tuple[Pair, ...] = (), *, cut: bool = False) -> Timed:
        """The run that was stopped."""
        done, at, ready = tuple(self.done), tuple(self.at), self.pre_tokenized
        return Timed(done, at, ready, cut, self.peak_bytes, merges, digest)

    def _look(self, done: int, now: int) -> bool:
        self._say({"reached": (done, now)})
        self._next_look = min(now + TELL_EVERY, self._budget)
        return now < self._budget


def time_trainer(lane: Lane, text: str, plan: RacePlan, say: Say) -> Timed:
    """A trainer of ours, with one stamp per merge."""
    options = plan.options
    merge_events: list[MergeDone] = []
    stamps = Stamps(text, plan.budget, say)
    events = _pre_tokenized(lane, text, plan)
    goes_on = stamps.ready()
    for event in events if goes_on else ():
        if isinstance(event, MergeDone):
            merge_events.append(event)
            goes_on = stamps.take(len(merge_events))
            if not goes_on:
                break
    stamps.stop()
    if not lane.fine:
        stamps.done, stamps.at = whole_slices(stamps.done, stamps.at)
    merges = tuple(fold_model(merge_events, options).merges_as_bytes())
    cut = not goes_on and len(merge_events) != options.merge_limit
    return stamps.timed(digest_of(chain.from_iterable(merges)), merges, cut=cut)


def _pre_tokenized(lane: Lane, text: str, plan: RacePlan) -> Iterator[Event]:
    """A trainer about to begin, its pre-tokens made: in compiled code where it is compiled."""
    trainer = TRAINERS[lane.algorithm]
    if trainer.table is None:
        return trainer(pre_tokens_of(text, plan, lane.view), plan.options)
    blocks = blocks_of(text, pattern=plan.pattern, special_tokens=plan.options.special_tokens)
    return trainer.table(count_table(blocks, pattern=plan.pattern), plan.options)


def time_peer(lane: Lane, text: str, plan: RacePlan, say: Say) -> Timed:
    """A peer, which reports nothing before its end; the parent ends one that takes too long."""
    train = PEERS[lane.library](text, plan.options, plan.pattern)
    stamps = Stamps(text, plan.budget, say)
    learned = train()
    stamps.take(0)
    stamps.stop()
    result = learned()
    stamps.done = [len(result.tokens)]
    digest = digest_of(chain.from_iterable(result.pairs) if result.pairs else result.tokens)
    return stamps.timed(digest, result.pairs)


def whole_slices(done: list[int], at: list[int]) -> tuple[list[int], list[int]]:
    """Only the last stamp of those that came at once: a compiled loop reports merges in slices.

    >>> whole_slices([1, 2, 3, 4], [70_000, 90_000, 90_200, 90_400])
    ([1, 4], [70000, 90400])
    """
    last = [k for k in range(len(at)) if k + 1 == len(at) or at[k + 1] - at[k] >= ONE_SLICE]
    return [done[k] for k in last], [at[k] for k in last]


class Strides:
    """After which parts to look at the clock: often where parts are slow, rarely where not.

    Between two stamps lie 1 to 10 ms, but no more than a 200th of all parts: so the clock
    costs next to nothing, and a slow encoder is cut in time.
    """

    def __init__(self, parts: int, stamps: Stamps) -> None:
        self._longest = max(1, parts // STAMPS)
        self._stamps, self._parts = stamps, parts
        self._stride = 1
        self.next = min(1, parts)

    def take(self) -> bool:
        """Stamp the part that was waited for; returns whether to go on."""
        goes_on = self._stamps.take(self.next)
        at = self._stamps.at
        took = at[-1] - (at[-2] if at[1:] else self._stamps.pre_tokenized)
        if took < QUICK:
            self._stride = min(2 * self._stride, self._longest)
        elif took > SLOW:
            self._stride = max(self._stride // 2, 1)
        self.next = min(self.next + self._stride, self._parts)
        return goes_on


def time_encoder(lane: Lane, text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """An encoder that is taught; one with the ``distinct`` view encodes no pre-token twice."""
    encoder = ENCODERS[lane.algorithm]
    caches = lane.view == "distinct"
    known: dict[bytes, list[int]] = {}
    ids: list[int] = []
    stamps = Stamps(text, budget, say)
    pieces = pieces_of(text, model)
    goes_on = stamps.ready()
    strides = Strides(len(pieces), stamps)
    for done, piece in enumerate(pieces if goes_on else (), 1):
        piece_ids = known.get(piece)
        if piece_ids is None:
            piece_ids = encode_pre_token(model, piece, encoder=encoder)
            if caches:
                known[piece] = piece_ids
        ids += piece_ids
        if done == strides.next:
            goes_on = strides.take()
            if not goes_on:
                break
    stamps.stop()
    cut = not goes_on and stamps.done[-1:] != [len(pieces)]
    return stamps.timed(digest_of_ids(ids), cut=cut)


def time_compiled(text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """The compiled encoder on one thread, knowing no pre-token before, a stamp at the end.

    Its tables of the model are ready, as tiktoken's are.
    """
    forget(model)
    stamps = Stamps(text, budget, say)
    last = monotonic() + budget

    def look(progress: Progress) -> None:
        if monotonic() > last:
            raise CutError

    try:
        ids = encode_array(model, text, threads=1, on_progress=look).tolist()
    except CutError:
        stamps.stop()
        return stamps.timed(digest_of_ids([]), cut=True)
    return _at_once(stamps, ids, text, model)


def time_tiktoken(text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """tiktoken with the model's own tokens, a stamp at the end.

    It gives our ids where the ids of the tokens ascend as they were learned.
    """
    import tiktoken

    if model.normalization:
        rule = "none, since tiktoken takes texts as they are"
        raise OptionError(name="normalization", value=model.normalization, rule=rule)
    peer = tiktoken.Encoding(
        "race",
        pat_str=pattern_text(model.pattern) or ANYTHING,
        mergeable_ranks=dict(model.ordinary_ids),
        special_tokens=dict(model.special_tokens),
    )
    stamps = Stamps(text, budget, say)
    ids = peer.encode_ordinary(text)
    return _at_once(stamps, ids, text, model)


def _at_once(stamps: Stamps, ids: list[int], text: str, model: BPEModel) -> Timed:
    """A run of one stamp, now, which stands for all pre-tokens."""
    stamps.take(0)
    stamps.stop()
    stamps.done = [len(pieces_of(text, model))]
    return stamps.timed(digest_of_ids(ids))


def digest_of_ids(ids: list[int]) -> str:
    """One short text for what an encoder made."""
    return sha256(array("q", ids)).hexdigest()
