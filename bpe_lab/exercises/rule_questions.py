"""The question where two rules of encoding part: by rank, and from left to right."""

from __future__ import annotations

from typing import NamedTuple

from bpe_core.model import BPEModel, Pair
from bpe_lab.exercises.encode_moments import EncodeMoment, encode_moments
from bpe_lab.exercises.encoded_word import left_to_right
from bpe_lab.exercises.questions import Answer, Question, Reason


class Asked(NamedTuple):
    """A question, asked before the choice of this merge, which counts from 0."""

    merge: int
    question: Question


def where_rules_part(model: BPEModel, pre_token: bytes) -> Asked | None:
    """At the first merge that both rules do not share; None where they give the same tokens.

    Until then both have the same tokens, so that the ranks at hand answer for both.

    >>> from bpe_core.vocabularies import built_in
    >>> asked = where_rules_part(built_in("lab"), b"catch")
    >>> asked.merge, asked.question.right
    (0, frozenset({0}))
    """
    *merging, last = encode_moments(model, pre_token)
    if list(last.ids) == list(left_to_right(model, pre_token)):
        return None
    for number, moment in enumerate(merging):
        if question := rules_part(model, moment):
            return Asked(number, question)
    raise AssertionError("who merges the same gets the same tokens")


def rules_part(model: BPEModel, moment: EncodeMoment) -> Question | None:
    """Where the leftmost pair is that any merge joins; None where rank order takes it, too."""
    assert moment.merged, "it is asked before a merge"
    ranks = {
        at: model.merge_ranks[pair][0]
        for at, pair in moment.pairs().items()
        if pair in model.merge_ranks
    }
    leftmost, ranked = min(ranks), moment.merged.position
    if leftmost == ranked:
        return None

    def reason(at: int, pair: Pair) -> Reason:
        if at not in ranks:
            return Reason("no_merge", {"pair": pair}, (at,))
        key = "by_rank" if at == ranked else "not_leftmost"
        return Reason(key, {"pair": pair, "rank": ranks[at]}, (at,))

    pairs = moment.pairs()
    likeliest = dict.fromkeys([ranked, *ranks, *pairs])
    wrong: dict[Answer, Reason] = {
        at: reason(at, pairs[at]) for at in likeliest if at != leftmost
    }
    return Question(
        ask="rules_part",
        kind="position",
        values={"pair": pairs[ranked], "rank": moment.merged.rank},
        right=frozenset([leftmost]),
        wrong=wrong,
        otherwise=lambda answer: Reason("no_pair_there", {"position": answer}),
    )
