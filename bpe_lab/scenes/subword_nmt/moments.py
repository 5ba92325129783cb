"""The steps of the reader: events that report one change together are one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import GeneratorType

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    Event,
    IndexChanged,
    PairForgotten,
    PairsRestored,
    PairsSetAside,
    PreTokenCut,
    PreTokenPlaced,
    TokenNamed,
)
from bpe_lab.scenes.executed_lines import Lines, executed

# The events that belong to the moment begun by an event.
FOLLOWERS: Mapping[type[Event], tuple[type[Event], ...]] = {
    PreTokenPlaced: (TokenNamed, PreTokenCut),
    PairsRestored: (CandidatesScanned,),
    CandidatesScanned: (PairsSetAside,),
    CountChanged: (IndexChanged, PairForgotten),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """Events in their order, with the lines of the module that were executed up to the last."""

    events: tuple[Event, ...]
    lines: Lines

    @property
    def first(self) -> Event:
        """The event by which the moment is known."""
        return self.events[0]

    @property
    def last(self) -> Event:
        """The event that ends it."""
        return self.events[-1]


def moments(run: GeneratorType[Event, None, None]) -> Iterator[Moment]:
    """All moments of a run."""
    events: list[Event] = []
    lines: list[int] = []
    for event, executed_lines in executed(run):
        if events and not isinstance(event, FOLLOWERS.get(type(events[0]), ())):
            yield Moment(tuple(events), tuple(lines))
            events, lines = [], []
        events.append(event)
        lines += executed_lines
    if events:
        yield Moment(tuple(events), tuple(lines))
