"""Why this pair: the candidates, the tie rule, and what other tie rules would have taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bpe_core.events import MergeDone, SubGoal
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.scenes.brush import Brush, Counts, ties
from bpe_lab.scenes.recording import Json, Text, text

RIVALS = 3
JOINTS: Mapping[TieBreak, str] = {
    "greatest": ">",
    "first_seen": "→",
    "lowest_ids": "<",
    "lowest_gpt2_ids": "<",
}
WHY: Json = {
    "id": "why",
    "kind": "note",
    "title": "train.why.title",
    "goal": SubGoal.CHOOSE,
    "lines": 2,
}
# What the card is called when nothing is chosen any more.
END_TITLE = "train.why.end_title"

BytesPair = tuple[bytes, bytes]


def counted_afresh(state: TrainState) -> dict[Pair, int]:
    """What the naive trainer would count now, in its order, so that every rule can choose."""
    counts: dict[Pair, int] = {}
    for start in state.starts:
        tokens = [token_id for _, token_id in state.tokens_of(start)]
        for pair in pairwise(tokens):
            counts[pair] = counts.get(pair, 0) + state.weight_at[start]
    return counts


@dataclass(frozen=True, slots=True)
class OtherRule:
    """The run under another tie rule; ``parts_at`` is the first merge that differs."""

    tie_break: TieBreak
    parts_at: int | None


def merge_list_of(pre_tokens: Iterable[PreToken], options: TrainOptions) -> list[BytesPair]:
    """The merges of a run by the bytes of their two tokens."""
    token_bytes = options.base_tokens()
    merges = []
    for event in train_linked(pre_tokens, options):
        if isinstance(event, MergeDone):
            left, right = (token_bytes[token_id] for token_id in event.pair)
            token_bytes.append(left + right)
            merges.append((left, right))
    return merges


def other_rules(
    pre_tokens: Sequence[PreToken], options: TrainOptions, merges: Sequence[BytesPair]
) -> list[OtherRule]:
    """Train once more under every other tie rule; see where the lists part from ``merges``."""
    rules = []
    for tie_break in TIE_BREAKS:
        if tie_break != options.tie_break:
            others = merge_list_of(pre_tokens, replace(options, tie_break=tie_break))
            rules.append(OtherRule(tie_break, _first_difference(merges, others)))
    return rules


def _first_difference(merges: Sequence[BytesPair], others: Sequence[BytesPair]) -> int | None:
    for number, (one, other) in enumerate(zip(merges, others, strict=False)):
        if one != other:
            return number
    return min(len(merges), len(others)) if len(merges) != len(others) else None


@dataclass(frozen=True, slots=True)
class WhyCard:
    """The card's states: the rule, then the winner beside the pairs that came nearest."""

    brush: Brush
    others: Sequence[OtherRule] = ()

    def rule(self) -> Json:
        """Before the choice: by what it is made; which pair it is, the step's question asks."""
        return {"lines": [text("train.why.rule", rule=self.brush.rule())]}

    def answer(self, number: int, counts: Counts) -> Json:
        """Merge ``number`` was chosen from ``counts``, which are in the order of counting."""
        own = self.brush.tie_break
        card = {**_names(own), **self._ranking(counts, own)}
        chosen = self.brush.best(counts, 1)[0]
        views = [self._view(other, number, counts, chosen) for other in self.others]
        return {**card, "views": views} if views else card

    def _ranking(self, counts: Counts, rule: TieBreak) -> Json:
        tied = len(ties(counts))
        ranked = self.brush.best(counts, max(2, min(tied, RIVALS)), rule)
        best, look = counts[ranked[0]], "tied" if tied > 1 else ""
        row = [
            {"pair": self.brush.pair(pair), "look": look if k else "chosen"}
            for k, pair in enumerate(ranked)
        ]
        if tied > 1:
            key = "train.why.once" if best == 1 else f"train.why.tie_{rule}"
            line = text(key, ties=tied, count=best)
            more = {"open": True} if tied > len(row) else {}
            return {"lines": [line], "row": row, "join": JOINTS[rule], **more}
        if len(ranked) == 1:
            return {"lines": [text("train.why.only", count=best)], "row": row}
        line = text("train.why.highest", count=best, second=counts[ranked[1]])
        return {"lines": [line], "row": row, "join": ">"}

    def _view(self, other: OtherRule, number: int, counts: Counts, chosen: Pair) -> Json:
        ranking = self._ranking(counts, other.tie_break)
        would = self.brush.best(counts, 1, other.tie_break)[0]
        key = "same" if would == chosen else "differs"
        line = text(f"train.why.{key}", pair={"pair": self.brush.pair(would)})
        lines = [line, _parting(other, number)]
        return {**_names(other.tie_break), **ranking, "lines": lines}


def _names(rule: TieBreak) -> Json:
    """What the card's switch calls the rule, beside others, and its name in full."""
    return {"name": text(f"tie_name.short.{rule}"), "full": text(f"tie_name.{rule}")}


def _parting(other: OtherRule, number: int) -> Text:
    """Where the two merge lists part, seen from merge ``number``."""
    if other.parts_at is None:
        return text("train.why.never_part")
    tense = "parted" if other.parts_at < number else "part"
    return text(f"train.why.{tense}", merge=other.parts_at + 1)
