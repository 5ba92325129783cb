"""The questions that encoding a pre-token by rank answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.events import RankChosen, TokenMerged
from bpe_core.exercises.cuts import cuts_question
from bpe_core.exercises.questions import Answer, Question, Reason
from bpe_core.model import BPEModel

Starts = Sequence[int]  # of tokens, in bytes from the pre-token's first


def encode_questions(model: BPEModel, pre_token: bytes) -> Iterator[Question]:
    """Which pair is merged next, before each merge; at last where the cuts are.

    >>> from bpe_core.vocabularies import built_in
    >>> [question.ask for question in encode_questions(built_in("lab"), b"catch")][-1]
    'final_cuts'
    """
    moments = list(encode_moments(model, pre_token))
    for moment in moments:
        if moment.merged:
            yield next_merge(model, moment)
    yield final_cuts(moments)


@dataclass(frozen=True, slots=True)
class Merged:
    """A merge: where its left and its right token start, its rank, the token it makes."""

    position: int
    absorbed: int
    rank: int
    new_id: int


@dataclass(frozen=True, slots=True)
class EncodeMoment:
    """The tokens before a merge, and that merge; None once no pair can be merged."""

    starts: Starts
    ids: Sequence[int]
    merged: Merged | None

    def pair_around(self, border: int) -> tuple[int, int]:
        """The tokens at both sides of a border."""
        right = self.starts.index(border)
        return self.ids[right - 1], self.ids[right]

    def pairs(self) -> dict[int, tuple[int, int]]:
        """Every pair by the position of its left token."""
        return dict(zip(self.starts, pairwise(self.ids), strict=False))


def encode_moments(model: BPEModel, pre_token: bytes) -> Iterator[EncodeMoment]:
    """One moment per merge, and the end."""
    ids = [model.vocabulary.byte_ids[value] for value in pre_token]
    starts = list(range(len(pre_token)))
    rank = 0
    for event in encode_by_scan(model, pre_token, detail=True):
        match event:
            case RankChosen():
                rank = event.rank
            case TokenMerged(position=position, absorbed=absorbed, new_id=new_id):
                merged = Merged(position, absorbed, rank, new_id)
                yield EncodeMoment(tuple(starts), tuple(ids), merged)
                ids[starts.index(position)] = new_id
                del ids[starts.index(absorbed)]
                starts.remove(absorbed)
    yield EncodeMoment(tuple(starts), tuple(ids), None)


def next_merge(model: BPEModel, moment: EncodeMoment) -> Question:
    """At which position the next merge is: the lowest rank, of equal ranks the leftmost."""
    assert moment.merged, "it is asked before a merge"
    position, rank = moment.merged.position, moment.merged.rank
    wrong: dict[Answer, Reason] = {}
    for at, pair in moment.pairs().items():
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


def final_cuts(moments: Sequence[EncodeMoment]) -> Question:
    """Between which bytes the cuts are once no pair can be merged."""
    *merging, last = moments
    borders: dict[int, Reason] = {}
    for moment in merging:
        assert moment.merged
        at = moment.merged.absorbed
        values = {"pair": moment.pair_around(at), "rank": moment.merged.rank, "position": at}
        borders[at] = Reason("border_merged", values, (at,))
    for at in last.starts[1:]:
        values = {"pair": last.pair_around(at), "position": at}
        borders[at] = Reason("border_stays", values, (at,))
    return cuts_question(
        "final_cuts", frozenset(last.starts[1:]), borders, {"tokens": len(last.starts)}
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
