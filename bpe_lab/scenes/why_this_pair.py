"""Why this pair: the candidates, the tie rule, and what other tie rules would have taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from bpe_core.events import MergeDone, SubGoal
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import TRAINERS
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.scenes.brush import Brush, Counts, ties
from bpe_lab.scenes.recording import Json, Text, text

RIVALS = 3
LISTS_BY = "linked"  # the trainer of whole lists of merges where no other one is named
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


def merges_of(
    pre_tokens: Iterable[PreToken], options: TrainOptions, trainer: str = LISTS_BY
) -> Iterator[BytesPair]:
    """The merges of a run by the bytes of their two tokens, as far as they are asked for."""
    token_bytes = options.base_tokens()
    for event in TRAINERS[trainer](pre_tokens, options):
        if isinstance(event, MergeDone):
            left, right = (token_bytes[token_id] for token_id in event.pair)
            token_bytes.append(left + right)
            yield left, right


def other_rules(
    pre_tokens: Sequence[PreToken],
    options: TrainOptions,
    merges: Sequence[BytesPair],
    trainer: str = LISTS_BY,
) -> list[OtherRule]:
    """Train again under every other tie rule, to where the list parts from ``merges``."""
    rules = []
    for tie_break in TIE_BREAKS:
        if tie_break != options.tie_break:
            others = merges_of(pre_tokens, replace(options, tie_break=tie_break), trainer)
            rules.append(OtherRule(tie_break, _first_difference(merges, others)))
    return rules


def _first_difference(merges: Iterable[BytesPair], others: Iterable[BytesPair]) -> int | None:
    """The first merge that differs, or that only one of both has.

    >>> _first_difference([(b"a", b"b")], iter([])), _first_difference([], [])
    (0, None)
    """
    for number, (one, other) in enumerate(zip_longest(merges, others)):
        if one != other:
            return number
    return None


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
