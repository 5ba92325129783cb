"""The questions that a merge of the naive trainer answers.

What a wrong answer mixes up is read off the run: another pair's count and positions, an
overlap, the tie rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from bpe_core.model import Pair
from bpe_lab.exercises.questions import Answer, PositionReasons, Question, Reason
from bpe_lab.exercises.train_moments import MergeMoment


def train_questions(moment: MergeMoment) -> Iterator[Question]:
    """Which pair, how often, where, and what is left; in the order of the walk."""
    yield from before_choosing(moment)
    yield from before_merging(moment)


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
    wrong: dict[Answer, Reason] = {}
    for pair, at in moment.positions.items():
        if pair == moment.pair:
            continue
        tied = len(at) == moment.count
        values = {"pair": pair, "count": len(at), "most": moment.count}
        wrong[pair] = Reason("tie" if tied else "fewer", values, tuple(at))
    return Question(
        ask="next_pair",
        kind="pair",
        values={"most": moment.count},
        right=frozenset([moment.pair]),
        wrong=wrong,
        otherwise=lambda answer: Reason("no_such_pair", {"pair": answer}),
    )


def its_count(moment: MergeMoment) -> Question:
    """How often the pair that is merged stands in the text."""
    at = moment.positions[moment.pair]
    values = {"pair": moment.pair}
    wrong: dict[Answer, Reason] = {}
    if len(moment.merged) != moment.count:
        wrong[len(moment.merged)] = Reason("overlaps_count", values, tuple(at))
    return Question(
        ask="its_count",
        kind="number",
        values=values,
        right=frozenset([moment.count]),
        wrong=wrong,
        otherwise=lambda answer: Reason("other_count", {**values, "answer": answer}),
    )


def its_positions(moment: MergeMoment) -> Question:
    """Where the pair is merged: from the left, and no token twice."""
    right = frozenset(moment.merged)
    stands = frozenset(moment.positions[moment.pair])
    partners = frozenset(moment.partners[at] for at in right)
    values = {"pair": moment.pair}
    by_position = PositionReasons(
        groups=(
            (stands, Reason("overlap", values)),
            (partners, Reason("both_halves", values)),
        ),
        elsewhere=Reason("not_there", values),
        missing=Reason("places_missing", {**values, "missing": len(right)}),
    )

    def reason(answer: Answer) -> Reason:
        return by_position.reason(cast(frozenset[int], answer), right)

    return Question(
        ask="its_positions",
        kind="positions",
        values=values,
        right=frozenset([right]),
        wrong={  # what a claim may say
            answer: reason(answer) for answer in (right | partners, stands) if answer != right
        },
        by_position=by_position,
        otherwise=reason,
    )


def tokens_left(moment: MergeMoment) -> Question:
    """How many tokens there are after the merge."""
    values: Mapping[str, object] = {
        "pair": moment.pair,
        "tokens": moment.tokens,
        "merged": len(moment.merged),
    }
    wrong: dict[Answer, Reason] = {moment.tokens: Reason("tokens_before", values)}
    if moment.count != len(moment.merged):
        wrong[moment.tokens - moment.count] = Reason(
            "overlaps_left", values, tuple(moment.merged)
        )
    return Question(
        ask="tokens_left",
        kind="number",
        values=values,
        right=frozenset([moment.tokens_left]),
        wrong=wrong,
        otherwise=lambda answer: Reason("other_left", {**values, "answer": answer}),
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
    before = len(moment.positions.get(pair, ()))
    right = moment.counts_after.get(pair, 0)
    values = {"pair": pair, "best": moment.pair}
    wrong: dict[Answer, Reason] = {}
    if before != right:
        wrong[before] = Reason("count_before", values, tuple(moment.positions.get(pair, ())))
    return Question(
        ask="count_after",
        kind="number",
        values=values,
        right=frozenset([right]),
        wrong=wrong,
        otherwise=lambda answer: Reason("other_count_after", {**values, "answer": answer}),
    )
