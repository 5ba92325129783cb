"""A race in the background: its events folded as they come, its outcome kept for all."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from sys import getsizeof
from threading import Event, Lock
from time import monotonic

import streamlit as st

from bpe_core.model import BPEModel
from bpe_core.race.machine import machine
from bpe_core.race.plan import RacePlan
from bpe_core.race.run import heats, planned_runs, race
from bpe_core.race.standing import Standing, apply
from bpe_core.texts.corpus import Corpus
from ui.text import t

MOST_KEPT = 16
BUDGET = 256 * 2**20  # bytes of texts and times that are kept
A_TIME = 80  # bytes of a part done and its time
A_COUNT = 700  # bytes of the operations of a part
LONGEST = 600.0  # seconds; then a race ends, if others wait


@dataclass(frozen=True, slots=True)
class Contest:
    """What is raced: the plan, its text and, for encoders, the vocabulary."""

    plan: RacePlan
    corpus: Corpus
    name: str
    model: BPEModel | None = None

    @property
    def key(self) -> Hashable:
        """Equal for equal contests; a str knows its own hash."""
        return self.plan, self.corpus.text, digest_of(self.model)


@dataclass(slots=True, eq=False)
class Racing:
    """A contest under way, or over. The thread that runs it writes, pages read copies."""

    contest: Contest
    now: Standing
    kept: KeptRaces
    planned: int  # runs in all, as far as can be told before
    others_wait: Callable[[], bool] = lambda: False
    gave_way: bool = False
    facts: dict[str, str] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(
        cls,
        contest: Contest,
        kept: KeptRaces,
        others_wait: Callable[[], bool] = lambda: False,
    ) -> Racing:
        """Before its start."""
        plan, text = contest.plan, contest.corpus.text
        before = Standing.before(plan, heats(plan, text))
        return cls(contest, before, kept, planned_runs(plan, text), others_wait)

    def run(self, stop: Event) -> None:
        """Run it to its end; a whole one is kept. A long one gives way where others wait."""
        self.facts = machine()
        plan, text = self.contest.plan, self.contest.corpus.text
        until = monotonic() + LONGEST
        for event in race(plan, text, model=self.contest.model, stop=stop):
            with self.lock:
                apply(self.now, event)
            if monotonic() > until and not stop.is_set() and self.others_wait():
                self.gave_way = True
                stop.set()
        self._drop_strips()
        if not self.now.cancelled:
            self.kept.put(self)

    def _drop_strips(self) -> None:
        """Only the walk through the largest heat draws what was touched."""
        with self.lock:
            for lane in self.now.lanes.values():
                for size in self.now.sizes[:-1]:
                    if size in lane.tallies:
                        lane.tallies[size] = replace(lane.tallies[size], touched=())

    @property
    def was_stopped(self) -> bool:
        """Whether it ended before its end, or waited in vain."""
        return self.now.cancelled or not self.now.ended

    def standing(self) -> Standing:
        """A copy that does not change any more."""
        with self.lock:
            lanes = {}
            for name, lane in self.now.lanes.items():
                lanes[name] = copy(lane)
                lanes[name].runs, lanes[name].reached = list(lane.runs), list(lane.reached)
                lanes[name].tallies = dict(lane.tallies)
                lanes[name].results = dict(lane.results)
                lanes[name].digests = {k: set(v) for k, v in lane.digests.items()}
            standing = copy(self.now)
            standing.lanes = lanes
            return standing

    @property
    def name(self) -> str:
        """The text's name in the reader's language."""
        return t(f"sample.{self.contest.name}")

    @property
    def weight(self) -> int:
        """Bytes of memory, about."""
        lanes = self.now.lanes.values()
        times = sum(len(run.done) for lane in lanes for run in lane.runs)
        tallies = [tally for lane in lanes for tally in lane.tallies.values()]
        counts = sum(len(tally.items) for tally in tallies)
        strips = sum(len(tally.touched) * tally.cells for tally in tallies)
        return getsizeof(self.contest.corpus.text) + A_TIME * times + A_COUNT * counts + strips


@dataclass(slots=True)
class KeptRaces:
    """The races ended last, as many as weigh ``budget`` together. Safe for threads."""

    most: int = MOST_KEPT
    budget: int = BUDGET
    kept: OrderedDict[Hashable, Racing] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def put(self, racing: Racing) -> None:
        """Keep a race, in place of an earlier one of the same contest."""
        with self.lock:
            self.kept[racing.contest.key] = racing
            self.kept.move_to_end(racing.contest.key)
            while len(self.kept) > self.most or self._is_too_heavy():
                self.kept.popitem(last=False)

    def get(self, contest: Contest) -> Racing | None:
        """The latest race of this contest."""
        with self.lock:
            if contest.key in self.kept:
                self.kept.move_to_end(contest.key)
            return self.kept.get(contest.key)

    def _is_too_heavy(self) -> bool:
        weight = sum(racing.weight for racing in self.kept.values())
        return len(self.kept) > 1 and weight > self.budget


def digest_of(model: BPEModel | None) -> bytes:
    """Equal for models that encode alike; one that is made anew is the same one.

    >>> digest_of(None)
    b''
    """
    if model is None:
        return b""
    seen = sha256()
    for token in model.vocabulary.tokens:
        seen.update(len(token).to_bytes(8, "big") + token)
    merges = [number for merge in model.merges for number in merge]
    rules = (model.special_tokens, model.pattern, model.whole_first, model.normalization)
    seen.update(array("q", merges).tobytes() + repr((rules, model.ranks)).encode())
    return seen.digest()


@st.cache_resource
def kept_races() -> KeptRaces:
    """Those of this server: a class of two hundred needs one race, not two hundred."""
    return KeptRaces()
