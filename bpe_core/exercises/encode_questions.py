"""The questions that encoding a pre-token by rank answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.events import RankChosen, TokenMerged
from bpe_core.exercises.questions import Answer, Question, Reason
from bpe_core.model import BPEModel

Starts = Sequence[int]  # of tokens, in bytes from the pre-token's first


def encode_questions(model: BPEModel, pre_token: bytes) -> Iterator[Question]:
    """Which pair is merged next, before each merge; at last where the cuts are.

    >>> from bpe_core.vocabularies import built_in
    >>> [question.ask for question in encode_questions(built_in("lab"), b"catch")][-1]
    'final_cuts'
    """
    ids = [model.vocabulary.byte_ids[value] for value in pre_token]
    starts = list(range(len(pre_token)))
    for event in encode_by_scan(model, pre_token, detail=True):
        match event:
            case RankChosen(position=position, rank=rank):
                yield next_merge(model, starts, ids, position, rank)
            case TokenMerged(position=position, absorbed=absorbed, new_id=new_id):
                ids[starts.index(position)] = new_id
                del ids[starts.index(absorbed)]
                starts.remove(absorbed)
    yield final_cuts(starts)


def next_merge(
    model: BPEModel, starts: Starts, ids: Sequence[int], position: int, rank: int
) -> Question:
    """At which position the next merge is: the lowest rank, of equal ranks the leftmost."""
    wrong: dict[Answer, Reason] = {}
    for at, pair in zip(starts, pairwise(ids), strict=False):
        tokens = {"pair": pair}
        if at == position:
            continue
        if pair not in model.merge_ranks:
            wrong[at] = Reason("no_merge", tokens, (at,))
        elif (other := model.merge_ranks[pair][0]) == rank:
            wrong[at] = Reason("further_right", {**tokens, "rank": other}, (at,))
        else:
            wrong[at] = Reason("later_rank", {**tokens, "rank": other}, (at,))
    return Question(
        ask="next_merge",
        kind="position",
        right=frozenset([position]),
        wrong=wrong,
        otherwise=lambda answer: Reason("no_pair_there", {"position": answer}),
    )


def final_cuts(starts: Starts) -> Question:
    """Between which bytes the cuts are once no pair can be merged."""
    right = frozenset(starts[1:])

    def otherwise(answer: Answer) -> Reason:
        cuts = cast(frozenset[int], answer)
        if extra := sorted(cuts - right):
            return Reason("no_cut", {"position": extra[0]}, tuple(extra))
        return Reason("cuts_missing", {"missing": len(right - cuts)}, tuple(sorted(cuts)))

    return Question(
        ask="final_cuts",
        kind="positions",
        values={"tokens": len(starts)},
        right=frozenset([right]),
        otherwise=otherwise,
    )


def rules_part(ranked: Starts, other: Starts, rule: str) -> Question | None:
    """From which byte on another rule cuts differently; None where both cut alike."""
    differing = frozenset(ranked) ^ frozenset(other)
    if not differing:
        return None
    first = min(differing)
    return Question(
        ask="rules_part",
        kind="position",
        values={"rule": rule},
        right=frozenset([first]),
        otherwise=lambda answer: Reason(
            "cut_by_both" if answer in ranked and answer in other else "not_the_first",
            {"rule": rule, "position": answer},
        ),
    )
