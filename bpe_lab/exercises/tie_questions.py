"""The question that a tie answers: which pair another rule would take.

None goes to GPT-2's ids of bytes: nothing that a reader can look up tells them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_core.model import Pair
from bpe_core.train.tie_break import TieBreak, preference
from bpe_lab.exercises.draws import Draws
from bpe_lab.exercises.questions import Answer, Question, Reason
from bpe_lab.exercises.train_moments import MergeMoment

MOST_CHOICES = 5
APART = 3  # merges from one of them to the next
ASKED: tuple[TieBreak, ...] = ("first_seen", "greatest", "lowest_ids")


@dataclass(slots=True)
class TieQuestions:
    """Every rule but the run's own is asked about once, where it takes another pair.

    ``rules`` are still to be asked about, from merge ``due`` on.
    """

    token_bytes: Mapping[int, bytes]
    rules: list[TieBreak]
    due: int = 0

    @classmethod
    def beside(cls, own: TieBreak, token_bytes: Mapping[int, bytes]) -> TieQuestions:
        """Those of a run under the rule ``own``."""
        return cls(token_bytes, [rule for rule in ASKED if rule != own])

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

    >>> from bpe_lab.exercises.train_moments import merge_moments
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

    def reason(answer: Answer) -> Reason:
        if answer not in moment.tied:
            return Reason("not_tied", {"pair": answer, "count": moment.count})
        return _why_not(rule, moment, answer)

    return Question(
        ask="other_rule",
        kind="choice",
        values={"rule": rule, "count": moment.count},
        right=frozenset([right]),
        wrong={pair: reason(pair) for pair in offered if pair != right},
        choices=_shuffled(offered, rule),
        because=_why(rule, moment, right),
        otherwise=reason,
    )


def _why(rule: TieBreak, moment: MergeMoment, pair: Pair) -> Reason:
    """By what this pair goes before the others."""
    match rule:
        case "greatest":
            return Reason("takes_greatest", {"pair": pair, "bytes": pair})
        case "first_seen":
            first = moment.positions[pair][0]
            return Reason("takes_first_seen", {"pair": pair, "position": first})
        case _:
            return Reason("takes_lowest_ids", {"pair": pair, "ids": pair})


def _why_not(rule: TieBreak, moment: MergeMoment, pair: Answer) -> Reason:
    """By what another pair goes before this one; ``bytes`` and ``ids`` are those of a pair."""
    assert isinstance(pair, tuple)
    first = moment.positions[pair][0]
    match rule:
        case "greatest":
            return Reason("sorts_before", {"pair": pair, "bytes": pair})
        case "first_seen":
            return Reason("seen_later", {"pair": pair, "position": first}, (first,))
        case _:
            return Reason("higher_ids", {"pair": pair, "ids": pair})


def _shuffled(pairs: Sequence[Pair], rule: TieBreak) -> tuple[Pair, ...]:
    """In an order of no rule's, the same whenever the same pairs are asked about."""
    draws = Draws(f"{rule} {sorted(pairs)}")
    return tuple(draws.some_of(sorted(pairs), len(pairs)))
