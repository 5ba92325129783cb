"""How the text stands before the first merge of a run and after each one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bpe_core.events import Event, MergeDone, PairChosen
from bpe_core.state import TrainState, apply
from bpe_lab.sheets.tables import Cell, Content, Cut, Phrase, Table
from bpe_lab.sheets.written import NOTHING, token_on_paper


class Stage(NamedTuple):
    """The token at each position (None: absorbed), its neighbours, where pre-tokens start."""

    tokens: Mapping[int, bytes | None]
    prev: Mapping[int, int | None]
    next: Mapping[int, int | None]
    starts: frozenset[int]


def stages(events: Iterable[Event]) -> Iterator[Stage]:
    """The stages of a run with ``detail``: one more than it has merges."""
    state = TrainState()
    for event in events:
        if isinstance(event, PairChosen) and not event.number:
            yield stage_of(state)
        apply(state, event)
        if isinstance(event, MergeDone):
            yield stage_of(state)


def stage_of(state: TrainState) -> Stage:
    """A copy of what changes."""
    tokens = {
        at: None if token_id is None else state.token_bytes[token_id]
        for at, token_id in state.token_at.items()
    }
    return Stage(tokens, dict(state.prev), dict(state.next), frozenset(state.starts))


def stage_table(title: Phrase, stage: Stage, *, is_asked: bool, linked: bool = False) -> Table:
    """Position by position the tokens, and with ``linked`` their neighbours."""
    heads: list[Content] = [Phrase("position"), *map(str, stage.tokens)]
    rows = [[Cell(Phrase("token")), *_tokens(stage, is_asked=is_asked)]]
    if linked:
        for name, links in (("prev", stage.prev), ("next", stage.next)):
            rows.append([Cell(name), *_links(stage, links, is_asked=is_asked)])
    return Table(title, heads, rows, "row")


def _tokens(stage: Stage, *, is_asked: bool) -> Iterator[Cell]:
    for at, token in stage.tokens.items():
        text = "" if token is None else token_on_paper(token)
        yield Cell(text, is_asked, cut="shown" if at in stage.starts else "none")


def _links(stage: Stage, links: Mapping[int, int | None], *, is_asked: bool) -> Iterator[Cell]:
    for at, token in stage.tokens.items():
        other = links[at]
        text = NOTHING if other is None else str(other)
        cut: Cut = "shown" if at in stage.starts else "none"
        yield Cell("" if token is None else text, is_asked, cut=cut)
