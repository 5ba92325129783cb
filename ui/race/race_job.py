"""A race in the background: what is raced, and its events folded as they come."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Hashable
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from sys import getsizeof
from threading import Event
from typing import ClassVar

import streamlit as st

from bpe_core.model import BPEModel
from bpe_core.texts.corpus import Corpus
from bpe_lab.race.plan import RacePlan, heats, planned_runs
from bpe_lab.race.run import race
from bpe_lab.race.samples import machine
from bpe_lab.race.standing import LaneStanding, RaceEvent, Standing, apply
from bpe_lab.text import t
from ui.serving.jobs import session_races
from ui.serving.measurements import LatestMeasurements, Measurement, SessionMeasurement

A_TIME = 80  # bytes of a part done and its time
A_COUNT = 700  # bytes of the operations of a part


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

    @property
    def uncounted(self) -> Contest:
        """The same by the clock alone."""
        return replace(self, plan=replace(self.plan, counting=False))


@dataclass(slots=True, eq=False, kw_only=True)
class Racing(Measurement[Standing]):
    """A contest under way, or over."""

    contest: Contest
    longest: ClassVar[float] = 600.0

    @classmethod
    def of(cls, contest: Contest) -> Racing:
        """Before its start."""
        plan, text = contest.plan, contest.corpus.text
        before = Standing.before(plan, heats(plan, text))
        return cls(now=before, contest=contest, planned=planned_runs(plan, text))

    @property
    def key(self) -> Hashable:
        """That of its contest."""
        return self.contest.key

    def events(self, stop: Event) -> Generator[RaceEvent, None, None]:
        """Those of the lanes, one after the other."""
        self.facts = machine()
        plan, text = self.contest.plan, self.contest.corpus.text
        yield from race(plan, text, model=self.contest.model, stop=stop)
        self._drop_strips()

    def fold(self, event: RaceEvent) -> None:
        """Note it in the standing."""
        apply(self.now, event)

    def _drop_strips(self) -> None:
        """Only the walk through the largest heat draws what was touched."""
        with self.lock:
            for lane in self.now.lanes.values():
                for size in self.now.sizes[:-1]:
                    if size in lane.tallies:
                        lane.tallies[size] = replace(lane.tallies[size], touched=())

    def copied(self) -> Standing:
        """The standing with lanes of its own."""
        standing = copy(self.now)
        standing.lanes = {name: copy_of(lane) for name, lane in self.now.lanes.items()}
        return standing

    @property
    def name(self) -> str:
        """The text's name in the reader's language."""
        return t(f"sample.{self.contest.name}")

    @property
    def weight(self) -> int:
        """The text, the times and what was counted."""
        lanes = self.now.lanes.values()
        times = sum(len(run.done) for lane in lanes for run in lane.runs)
        tallies = [tally for lane in lanes for tally in lane.tallies.values()]
        counts = sum(len(tally.items) for tally in tallies)
        strips = sum(len(tally.touched) * tally.cells for tally in tallies)
        return getsizeof(self.contest.corpus.text) + A_TIME * times + A_COUNT * counts + strips


def copy_of(lane: LaneStanding) -> LaneStanding:
    """A lane that later events do not change."""
    other = copy(lane)
    other.runs, other.reached = list(lane.runs), list(lane.reached)
    other.tallies, other.results = dict(lane.tallies), dict(lane.results)
    other.digests = {size: set(digests) for size, digests in lane.digests.items()}
    return other


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
def latest_races() -> LatestMeasurements[Racing]:
    """Those of this server: a class of two hundred needs one race, not two hundred."""
    return LatestMeasurements()


def session_race() -> SessionMeasurement[Racing]:
    """The race of this session."""
    return SessionMeasurement("race", session_races(), latest_races())
