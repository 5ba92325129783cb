"""A race in the background: its events folded as they come, its outcome kept for all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from copy import copy
from dataclasses import dataclass, field
from threading import Event, Lock

import streamlit as st

from bpe_core.corpus import Corpus
from bpe_core.model import BPEModel
from bpe_core.race.machine import machine
from bpe_core.race.plan import RacePlan
from bpe_core.race.run import heats, planned_runs, race
from bpe_core.race.standing import Standing, apply
from ui.text import t

MOST_KEPT = 16
BUDGET = 256 * 2**20  # bytes of texts and times that are kept
A_TIME = 80  # bytes of a part done and its time


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
        model = None if self.model is None else id(self.model)
        return self.plan, self.corpus.text, model


@dataclass(slots=True, eq=False)
class Racing:
    """A contest under way, or over. The thread that runs it writes, pages read copies."""

    contest: Contest
    now: Standing
    kept: KeptRaces
    facts: dict[str, str] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(cls, contest: Contest, kept: KeptRaces) -> Racing:
        """Before its start."""
        sizes = heats(contest.plan, contest.corpus.text)
        return cls(contest, Standing.before(contest.plan, sizes), kept)

    def run(self, stop: Event) -> None:
        """Run it to its end; a whole one is kept."""
        self.facts = machine()
        plan, text = self.contest.plan, self.contest.corpus.text
        for event in race(plan, text, model=self.contest.model, stop=stop):
            with self.lock:
                apply(self.now, event)
        if not self.now.cancelled:
            self.kept.put(self)

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
        runs = (run for lane in self.now.lanes.values() for run in lane.runs)
        return len(self.contest.corpus.text) + A_TIME * sum(len(run.done) for run in runs)

    @property
    def planned(self) -> int:
        """Runs in all, as far as can be told before."""
        return planned_runs(self.contest.plan, self.contest.corpus.text)


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
            return self.kept.get(contest.key)

    def _is_too_heavy(self) -> bool:
        weight = sum(racing.weight for racing in self.kept.values())
        return len(self.kept) > 1 and weight > self.budget


@st.cache_resource
def kept_races() -> KeptRaces:
    """Those of this server: a class of two hundred needs one race, not two hundred."""
    return KeptRaces()
