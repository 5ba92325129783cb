"""The questions that encoding a pre-token by rank answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from bpe_core.model import BPEModel, Pair
from bpe_lab.exercises.cuts import cuts_question
from bpe_lab.exercises.encode_moments import EncodeMoment, encode_moments
from bpe_lab.exercises.questions import Answer, Question, Reason

NO_MERGE = "unlisted"  # instead of a rank
MOST_RANKS = 4  # beside it


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


class When(NamedTuple):
    """Before which step of which merge: its choice, the merge, or the look at what it made."""

    merge: int
    step: Literal["choose", "merge", "look"]


def encode_trace(model: BPEModel, pre_token: bytes) -> Iterator[tuple[When, Question]]:
    """All that can be asked of encoding ``pre_token``, in the order of the walk."""
    moments = list(encode_moments(model, pre_token))
    yield When(0, "choose"), final_cuts(moments)
    for k, (moment, after) in enumerate(pairwise(moments)):
        yield When(k, "choose"), next_merge(model, moment)
        yield When(k, "merge"), cuts_after(moment)
        for question in new_ranks(model, moment, after):
            yield When(k, "look"), question


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
        values={"merges": sum(pair in model.merge_ranks for pair in moment.pairs().values())},
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


def cuts_after(moment: EncodeMoment) -> Question:
    """Between which tokens the cuts are once the pair at hand is merged."""
    assert moment.merged, "it is asked before a merge"
    position, absorbed = moment.merged.position, moment.merged.absorbed
    values = {"pair": moment.pair_around(absorbed), "at_left": position}
    borders = {
        at: Reason(
            "border_absorbed" if at == absorbed else "border_untouched",
            {**values, "position": at},
            (at,),
        )
        for at in moment.starts[1:]
    }
    return cuts_question("cuts_after", frozenset(borders) - {absorbed}, borders, values)


def new_ranks(model: BPEModel, moment: EncodeMoment, after: EncodeMoment) -> Iterator[Question]:
    """The rank of each pair that the merge of ``moment`` has made, from the left."""
    assert moment.merged, "it is asked after a merge"
    pairs = after.pairs()
    here = after.starts.index(moment.merged.position)
    for index in (here - 1, here):
        if 0 <= index < len(pairs):
            yield new_rank(model, pairs[after.starts[index]], after.starts[index])


def new_rank(model: BPEModel, pair: Pair, position: int) -> Question:
    """Which rank a pair has; those of merges that share a token with it stand beside it."""
    right: Answer = model.merge_ranks[pair][0] if pair in model.merge_ranks else NO_MERGE
    rank_of = {(merge.left, merge.right): rank for rank, merge in enumerate(model.merges)}
    others = sorted(
        (each for each in rank_of if each != pair),
        key=lambda each: (not _share(each, pair), rank_of[each]),
    )[: MOST_RANKS - (right != NO_MERGE)]
    values: dict[str, object] = {"pair": pair, "position": position}
    wrong: dict[Answer, Reason] = {
        rank_of[other]: Reason(
            "rank_of_other", {**values, "rank": rank_of[other], "other": other}, (position,)
        )
        for other in others
    }
    if right != NO_MERGE:
        wrong[NO_MERGE] = Reason("rank_listed", values, (position,))
    ranks = sorted(cast(int, answer) for answer in (*wrong, right) if answer != NO_MERGE)
    return Question(
        ask="new_rank",
        kind="choice",
        values=values,
        right=frozenset([right]),
        wrong=wrong,
        choices=(*ranks, NO_MERGE),
        choice_words={rank: Reason("rank", {"rank": rank}) for rank in ranks},
        otherwise=lambda _: Reason("other_new_rank", values),
    )


def _share(one: Pair, other: Pair) -> bool:
    """Whether two pairs have a token in common at the same side."""
    return one[0] == other[0] or one[1] == other[1]
