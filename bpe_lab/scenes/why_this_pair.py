"""Why this pair: pairs as drawn, the order of preference, what other tie rules would take."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest

from bpe_core.events import MergeDone, SubGoal
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.state import TrainState
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak, preference
from bpe_core.train.trainers import TRAINERS
from bpe_lab.scenes.drawn_tokens import DrawnTokens
from bpe_lab.scenes.recording import Json, Text, TokenTable, text

Counts = Mapping[Pair, int]
ROWS = 5
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


def ties(counts: Counts) -> list[Pair]:
    """All pairs of the highest count, in the order of counting."""
    best = max(counts.values(), default=0)
    return [pair for pair, count in counts.items() if count == best]


@dataclass(frozen=True, slots=True)
class Brush(DrawnTokens):
    """The tokens of a training by their bytes, and the tie rule of its run."""

    tokens: TokenTable
    token_bytes: Mapping[int, bytes]
    tie_break: TieBreak

    def bytes_of(self, token_id: int) -> bytes:
        return self.token_bytes[token_id]

    def rule(self) -> Json:
        """The tie rule as a value of a sentence."""
        return {"text": text(f"tie_rule.{self.tie_break}")}

    def tie_bytes(self) -> Callable[[Pair], str] | None:
        """What bytes decide a tie by, written as they are drawn; None where they do not."""
        return self.numbers_of if self.tie_break == "greatest" else None

    def numbers_of(self, pair: Pair) -> str:
        """The bytes of a pair's two tokens as numbers."""
        return " | ".join(" ".join(map(str, self.token_bytes[each])) for each in pair)

    def best(
        self, counts: Mapping[Pair, int], size: int, rule: TieBreak | None = None
    ) -> Sequence[Pair]:
        """The best pairs in the order in which the trainer, or another ``rule``, prefers them.

        subtle: nlargest keeps equal ones in the order of counting, as max() does.
        """
        better = preference(rule or self.tie_break, self.token_bytes)
        least = min(heapq.nlargest(size, counts.values()), default=0)
        near = [pair for pair, count in counts.items() if count >= least]
        return heapq.nlargest(size, near, key=lambda pair: (counts[pair], better(pair)))


@dataclass(slots=True)
class TopRows:
    """Which pairs are on top: ``first``, then those touched, then the best of the others.

    A pair keeps its row; where rows run out, the one touched longest ago gives its own.
    """

    first: Pair | None = None
    touched: list[Pair] = field(default_factory=list)
    ages: dict[Pair, int] = field(default_factory=dict)
    rest: list[Pair] = field(default_factory=list)
    clock: int = 0

    def begin(self, first: Pair | None, best: list[Pair]) -> None:
        """A new merge: the pair at work, the others by preference."""
        self.first, self.touched, self.ages, self.rest = first, [], {}, best

    def touch(self, pair: Pair) -> None:
        """``pair`` is being changed and must be seen."""
        self.clock += 1
        rows_left = ROWS - (self.first is not None)
        if pair == self.first:
            return
        if pair not in self.touched:
            if len(self.touched) < rows_left:
                self.touched.append(pair)
            else:
                oldest = min(self.touched, key=self.ages.__getitem__)
                self.touched[self.touched.index(oldest)] = pair
        self.ages[pair] = self.clock

    def pairs(self) -> list[Pair]:
        """The pairs on top, from the first row to the last."""
        rows = ([] if self.first is None else [self.first]) + self.touched
        return (rows + [pair for pair in self.rest if pair not in rows])[:ROWS]


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
        line = text(f"train.why.{key}", pair=self.brush.pair_value(would))
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
