"""Rank bars: every adjacent pair of every round with the rank of its merge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log1p

from bpe_core.events import PairRanked
from bpe_lab.scenes.encode.rounds import Round
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.token_palette import Palette

RANKS: Json = {"id": "ranks", "kind": "ranks", "title": "encode.ranks.title"}


@dataclass(slots=True)
class Ranks:
    """One block a round; the past ones stay."""

    palette: Palette
    highest: int  # of all ranks that are looked up, for the bars' scale
    blocks: list[Json] = field(default_factory=list)

    def draw(self, number: int, now: Round, state: Sequence[int], *, crown: bool) -> Json:
        """The state in round ``number`` (from 0); ``crown`` crowns the pair that is chosen.

        ``state`` has the ids of the present tokens.
        """
        chosen = now.chosen.position if now.chosen and crown else None
        block = {
            "title": text(f"encode.ranks.{'step' if now.chosen else 'last'}", step=number + 1),
            "state": [self.palette.token(token_id) for token_id in state],
            "rows": [self._row(event, chosen) for event in now.ranked],
            "look": "now",
        }
        past = [{**each, "look": ""} for each in self.blocks[:number]]
        self.blocks = [*past, block]
        return self.still()

    def still(self) -> Json:
        """The blocks as they are."""
        return {"blocks": list(self.blocks), "scale": text("encode.ranks.scale")}

    def _row(self, event: PairRanked, chosen: int | None) -> Json:
        row = {"pair": self.palette.pair(event.pair), "at": event.position, "look": ""}
        if event.rank is None:
            return row
        bar = round(log1p(event.rank) / log1p(self.highest), 4) if self.highest else 0
        look = "chosen" if event.position == chosen else ""
        return {**row, "rank": event.rank, "bar": bar, "look": look}


def highest_rank(all_rounds: Sequence[Round]) -> int:
    """The highest rank that is met; 0 where no pair is a merge."""
    met = [event.rank or 0 for now in all_rounds for event in now.ranked]
    return max(met, default=0)
