"""The questions that a merge of the naive trainer answers, read off its run.

What a wrong answer mixes up is another pair's count and positions, an overlap, the tie rule.
What a student can know before and after each merge stands at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import cast

from bpe_core.events import Event, MergeDone, PairChosen
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_core.train.tie_break import TieBreak, preference
from bpe_lab.exercises.questions import Answer, PositionReasons, Question, Remark, one_right
from bpe_lab.exercises.seed import Draws

MOST_CHOICES = 5
APART = 3  # merges from one question about a rule to the next
# The rules that are asked about: why one takes a pair, and why not another.
REMARKS: Mapping[TieBreak, tuple[str, str]] = {
    "first_seen": ("takes_first_seen", "seen_later"),
    "greatest": ("takes_greatest", "sorts_before"),
    "lowest_ids": ("takes_lowest_ids", "higher_ids"),
}


def before_choosing(moment: MergeMoment) -> Iterator[Question]:
    """Which pair, how often, and where."""
    yield next_pair(moment)
    yield its_count(moment)
    yield its_positions(moment)


def before_merging(moment: MergeMoment) -> Iterator[Question]:
    """What is left, and how often a pair stands then whose count the merge changes."""
    yield tokens_left(moment)
    if (pair := most_changed(moment)) is not None:
        yield count_after(moment, pair)


def next_pair(moment: MergeMoment) -> Question:
    """Which pair is merged next."""

    def reason(pair: Answer) -> Remark:
        if not isinstance(pair, tuple) or pair not in moment.positions:
            return Remark("no_such_pair", {"pair": pair})
        at = moment.positions[pair]
        values = {"pair": pair, "count": len(at), "most": moment.count}
        return Remark("tie" if len(at) == moment.count else "fewer", values, tuple(at))

    values = {"most": moment.count}
    return one_right(
        "next_pair", "pair", moment.pair, reason, likely=moment.positions, values=values
    )


def its_count(moment: MergeMoment) -> Question:
    """How often the pair that is merged stands in the text."""
    at, merged = moment.positions[moment.pair], len(moment.merged)
    values = {"pair": moment.pair}

    def reason(answer: Answer) -> Remark:
        if answer == merged:
            return Remark("overlaps_count", values, tuple(at))
        return Remark("other_count", {**values, "answer": answer})

    return one_right(
        "its_count", "number", moment.count, reason, likely=[merged], values=values
    )


def its_positions(moment: MergeMoment) -> Question:
    """Where the pair is merged: from the left, and no token twice."""
    right = frozenset(moment.merged)
    stands = frozenset(moment.positions[moment.pair])
    partners = frozenset(moment.partners[at] for at in right)
    values = {"pair": moment.pair}
    by_position = PositionReasons(
        groups=(
            (stands, Remark("overlap", values)),
            (partners, Remark("both_halves", values)),
        ),
        elsewhere=Remark("not_there", values),
        missing=Remark("places_missing", {**values, "missing": len(right)}),
    )

    return one_right(
        "its_positions",
        "positions",
        right,
        lambda answer: by_position.reason(cast(frozenset[int], answer), right),
        likely=(right | partners, stands),  # what a claim may say
        values=values,
        by_position=by_position,
    )


def tokens_left(moment: MergeMoment) -> Question:
    """How many tokens there are after the merge."""
    values: Mapping[str, object] = {
        "pair": moment.pair,
        "tokens": moment.tokens,
        "merged": len(moment.merged),
    }
    overlapping = moment.tokens - moment.count

    def reason(answer: Answer) -> Remark:
        if answer == moment.tokens:
            return Remark("tokens_before", values)
        if answer == overlapping:
            return Remark("overlaps_left", values, tuple(moment.merged))
        return Remark("other_left", {**values, "answer": answer})

    return one_right(
        "tokens_left",
        "number",
        moment.tokens_left,
        reason,
        likely=(moment.tokens, overlapping),
        values=values,
    )


def most_changed(moment: MergeMoment) -> Pair | None:
    """The pair, other than the one merged, whose count changes most.

    Of several one that stands often then, which is more to count.
    """

    def change(pair: Pair) -> tuple[int, int]:
        after = moment.counts_after.get(pair, 0)
        return abs(after - len(moment.positions.get(pair, ()))), after

    others = {**moment.positions, **moment.counts_after}.keys() - {moment.pair}
    # subtle: a set's order is no order that every machine has.
    return max(sorted(others), key=change, default=None)


def count_after(moment: MergeMoment, pair: Pair) -> Question:
    """How often ``pair`` stands once the merge is done."""
    before = tuple(moment.positions.get(pair, ()))
    right = moment.counts_after.get(pair, 0)
    values = {"pair": pair, "best": moment.pair}

    def reason(answer: Answer) -> Remark:
        if answer == len(before):
            return Remark("count_before", values, before)
        return Remark("other_count_after", {**values, "answer": answer})

    return one_right(
        "count_after", "number", right, reason, likely=[len(before)], values=values
    )


# --- Which pair another tie rule would take


@dataclass(slots=True)
class TieQuestions:
    """Every rule but the run's own is asked about once, where it takes another pair.

    ``rules`` are still to be asked about, from merge ``due`` on. None goes by GPT-2's ids of
    bytes: nothing that a reader can look up tells them.
    """

    token_bytes: Mapping[int, bytes]
    rules: list[TieBreak]
    due: int = 0

    @classmethod
    def beside(cls, own: TieBreak, token_bytes: Mapping[int, bytes]) -> TieQuestions:
        """Those of a run under the rule ``own``."""
        return cls(token_bytes, [rule for rule in REMARKS if rule != own])

    def of(self, moment: MergeMoment) -> Question | None:
        """What is asked about this merge; merges come in their order."""
        if moment.number < self.due:
            return None
        for rule in self.rules:
            if taken_by(rule, moment, self.token_bytes) != moment.pair:
                self.rules.remove(rule)
                self.due = moment.number + APART
                return other_rule(moment, rule, self.token_bytes)
        return None


def taken_by(rule: TieBreak, moment: MergeMoment, token_bytes: Mapping[int, bytes]) -> Pair:
    """The pair that ``rule`` takes of those with the highest count."""
    # subtle: they are in the order of counting, and max() takes the first of equal ones.
    return max(moment.tied, key=preference(rule, token_bytes))


def other_rule(
    moment: MergeMoment, rule: TieBreak, token_bytes: Mapping[int, bytes]
) -> Question:
    """Which of the pairs that stand equally often ``rule`` takes; the run's own among them.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> moment = next(merge_moments(train_naive(pre_tokenize("ab cd"), detail=True)))
    >>> bytes_of = {byte: bytes([byte]) for byte in range(256)}
    >>> moment.pair, other_rule(moment, "lowest_ids", bytes_of).right
    ((99, 100), frozenset({(32, 99)}))
    """
    right = taken_by(rule, moment, token_bytes)
    first = dict.fromkeys([right, moment.pair, *moment.tied])
    offered = list(first)[:MOST_CHOICES]

    def reason(answer: Answer) -> Remark:
        if not isinstance(answer, tuple) or answer not in moment.tied:
            return Remark("not_tied", {"pair": answer, "count": moment.count})
        return _why(rule, moment, answer, is_taken=False)

    draws = Draws(f"{rule} {sorted(offered)}")  # an order of no rule's, the same every time
    return one_right(
        "other_rule",
        "choice",
        right,
        reason,
        likely=offered,
        values={"rule": rule, "count": moment.count},
        choices=tuple(draws.some_of(sorted(offered), len(offered))),
        because=_why(rule, moment, right, is_taken=True),
    )


def _why(rule: TieBreak, moment: MergeMoment, pair: Pair, *, is_taken: bool) -> Remark:
    """By what this pair goes before the others, or another one before it."""
    key = REMARKS[rule][0 if is_taken else 1]
    if rule == "first_seen":
        first = moment.positions[pair][0]
        where = () if is_taken else (first,)
        return Remark(key, {"pair": pair, "position": first}, where)
    # The values' names say how a pair is written: its tokens' bytes, or their ids.
    return Remark(key, {"pair": pair, "bytes" if rule == "greatest" else "ids": pair})


# --- What a student can know before and after each merge


@dataclass(frozen=True, slots=True)
class MergeMoment:
    """One merge of a run on pre-tokens of weight 1; positions are byte offsets.

    ``positions`` lists where each pair stands, overlaps included; ``merged`` are the positions
    at which the new token was put, ``tokens`` how many there were before it; ``counts_after``
    says how often each pair stands then; ``partners`` where the right token of the pair at each
    position begins.
    """

    number: int
    pair: Pair
    new_id: int
    count: int
    positions: Mapping[Pair, Sequence[int]]
    merged: Sequence[int]
    tokens: int
    counts_after: Mapping[Pair, int]
    partners: Mapping[int, int]

    @property
    def tokens_left(self) -> int:
        """How many tokens there are after the merge."""
        return self.tokens - len(self.merged)

    @property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that stand as often as the one merged, itself among them."""
        return tuple(pair for pair, at in self.positions.items() if len(at) == self.count)


@dataclass(slots=True)
class PairsStanding:
    """Where each pair stands, where its right token begins, and how many tokens there are."""

    positions: dict[Pair, list[int]] = field(default_factory=dict)
    partners: dict[int, int] = field(default_factory=dict)
    tokens: int = 0


@dataclass(slots=True)
class MomentFold:
    """The moment at hand: what was known when the pair was chosen, and what came of it."""

    before: PairsStanding = field(default_factory=PairsStanding)
    moment: MergeMoment | None = None

    def chosen(self, state: TrainState) -> None:
        """A pair was chosen in ``state``, and no place of it is merged yet."""
        self.before, self.moment = standing_of(state), None

    def watching(self, events: Iterable[Event], state: TrainState) -> Iterator[Event]:
        """``events``, for somebody who applies each to ``state`` before asking for the next."""
        for event in events:
            yield event
            if isinstance(event, PairChosen):
                self.chosen(state)

    def done(self, state: TrainState, event: MergeDone) -> MergeMoment:
        """The moment of the merge that ``event`` ends; ``state`` has all its places merged."""
        if self.moment is None:
            self.moment = MergeMoment(
                event.number,
                event.pair,
                event.new_id,
                event.count,
                self.before.positions,
                [at for at, token_id in state.token_at.items() if token_id == event.new_id],
                self.before.tokens,
                {pair: len(at) for pair, at in standing_of(state).positions.items()},
                self.before.partners,
            )
        return self.moment


def standing_of(state: TrainState) -> PairsStanding:
    """The pairs of ``state``, overlaps included."""
    standing = PairsStanding()
    for start in state.starts:
        tokens = state.tokens_of(start)
        standing.tokens += len(tokens)
        for (at, left), (following, right) in pairwise(tokens):
            standing.positions.setdefault((left, right), []).append(at)
            standing.partners[at] = following
    return standing


def merge_moments(events: Iterable[Event]) -> Iterator[MergeMoment]:
    """The moments of a run with ``detail``.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> moment = next(merge_moments(train_naive(pre_tokenize("aaab"), detail=True)))
    >>> moment.pair, moment.positions[moment.pair], moment.merged, moment.tokens_left
    ((97, 97), [0, 1], [0], 3)
    """
    state, fold = TrainState(), MomentFold()
    for event in fold.watching(events, state):
        apply(state, event)
        if isinstance(event, MergeDone):
            yield fold.done(state, event)
