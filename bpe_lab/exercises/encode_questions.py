"""The questions that encoding a pre-token by rank answers, read off the encoder's events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from bpe_core.encode.linear import encode_linear, is_linear
from bpe_core.encode.other_encoders import encode_leftmost
from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.encode.whole_text import result_of
from bpe_core.events import BorderAsked, RankChosen, TokenMerged
from bpe_core.model import BPEModel, Pair
from bpe_lab.exercises.questions import (
    Answer,
    Question,
    QuestionAt,
    Remark,
    cuts_question,
    one_right,
)

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
    if refused := refused_by(model, pre_token):
        yield When(len(moments) - 2, "look"), refused


def next_merge(model: BPEModel, moment: EncodeMoment) -> Question:
    """At which position the next merge is: the lowest rank, of equal ranks the leftmost."""
    assert moment.merged, "it is asked before a merge"
    rank, ranks = moment.merged.rank, moment.ranks(model)
    return one_right(
        "next_merge",
        "position",
        moment.merged.position,
        _why_not(
            moment, ranks, lambda at: "further_right" if ranks[at] == rank else "later_rank"
        ),
        likely=moment.pairs(),
        values={"merges": len(ranks)},
    )


def _why_not(
    moment: EncodeMoment, ranks: Mapping[int, int], key: Callable[[int], str]
) -> Callable[[Answer], Remark]:
    """Why the pair at a position is not it; ``key`` says it of one that can be merged."""
    pairs = moment.pairs()

    def reason(at: Answer) -> Remark:
        if not isinstance(at, int) or at not in pairs:
            return Remark("no_pair_there", {"position": at})
        if at not in ranks:
            return Remark("no_merge", {"pair": pairs[at]}, (at,))
        return Remark(key(at), {"pair": pairs[at], "rank": ranks[at]}, (at,))

    return reason


def final_cuts(moments: Sequence[EncodeMoment]) -> Question:
    """Between which bytes the cuts are once no pair can be merged."""
    *merging, last = moments
    borders: dict[int, Remark] = {}
    for moment in merging:
        assert moment.merged
        at = moment.merged.absorbed
        values = {"pair": moment.pair_around(at), "rank": moment.merged.rank, "position": at}
        borders[at] = Remark("border_merged", values, (at,))
    for at in last.starts[1:]:
        values = {"pair": last.pair_around(at), "position": at}
        borders[at] = Remark("border_stays", values, (at,))
    return cuts_question(
        "final_cuts", frozenset(last.starts[1:]), borders, {"tokens": len(last.starts)}
    )


def cuts_after(moment: EncodeMoment) -> Question:
    """Between which tokens the cuts are once the pair at hand is merged."""
    assert moment.merged, "it is asked before a merge"
    position, absorbed = moment.merged.position, moment.merged.absorbed
    values = {"pair": moment.pair_around(absorbed), "at_left": position}
    borders = {
        at: Remark(
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
    wrong: dict[Answer, Remark] = {
        rank_of[other]: Remark(
            "rank_of_other", {**values, "rank": rank_of[other], "other": other}, (position,)
        )
        for other in others
    }
    if right != NO_MERGE:
        wrong[NO_MERGE] = Remark("rank_listed", values, (position,))
    ranks = sorted(cast(int, answer) for answer in (*wrong, right) if answer != NO_MERGE)
    return one_right(
        "new_rank",
        "choice",
        right,
        lambda answer: wrong.get(answer, Remark("other_new_rank", values)),
        likely=wrong,
        values=values,
        choices=(*ranks, NO_MERGE),
        choice_words={rank: Remark("rank", {"rank": rank}) for rank in ranks},
    )


def _share(one: Pair, other: Pair) -> bool:
    """Whether two pairs have a token in common at the same side."""
    return one[0] == other[0] or one[1] == other[1]


# --- Where two rules part: by rank, and from left to right


def where_rules_part(model: BPEModel, pre_token: bytes) -> QuestionAt | None:
    """At the first merge that both rules do not share; None where they give the same tokens.

    Until then both have the same tokens, so that the ranks at hand answer for both.

    >>> from bpe_core.vocabularies import built_in
    >>> asked = where_rules_part(built_in("lab"), b"catch")
    >>> asked.at, asked.question.right
    (0, frozenset({0}))
    """
    *merging, last = encode_moments(model, pre_token)
    if list(last.ids) == result_of(encode_leftmost(model, pre_token)):
        return None
    for number, moment in enumerate(merging):
        if question := rules_part(model, moment):
            return QuestionAt(number, question)
    raise AssertionError("who merges the same gets the same tokens")


def rules_part(model: BPEModel, moment: EncodeMoment) -> Question | None:
    """Where the leftmost pair is that any merge joins; None where rank order takes it, too."""
    assert moment.merged, "it is asked before a merge"
    pairs, ranks = moment.pairs(), moment.ranks(model)
    leftmost, ranked = min(ranks), moment.merged.position
    if leftmost == ranked:
        return None
    return one_right(
        "rules_part",
        "position",
        leftmost,
        _why_not(moment, ranks, lambda at: "by_rank" if at == ranked else "not_leftmost"),
        likely=(ranked, *ranks, *pairs),
        values={"pair": pairs[ranked], "rank": moment.merged.rank},
    )


# --- Without a heap, from left to right: by which merge a match is refused


def borders_asked(model: BPEModel, pre_token: bytes) -> list[BorderAsked]:
    """Each match that is tried behind a token, and the merge that refuses it; None: it fits.

    Empty for a model that is not encoded this way.
    """
    if not is_linear(model):
        return []
    events = encode_linear(model, pre_token, detail=True)
    return [event for event in events if isinstance(event, BorderAsked)]


def refused_by(model: BPEModel, pre_token: bytes) -> Question | None:
    """Which merge refuses the first match that is refused; None where all fit.

    Only merges that cannot lie across the border are offered beside it: first those that both
    tokens are made of, then those that share a token with it.

    >>> from bpe_core.vocabularies import built_in
    >>> model = built_in("lab")
    >>> [model.vocabulary[part] for part in min(refused_by(model, b"catch").right)]
    [b'at', b'ch']
    """
    asked = borders_asked(model, pre_token)
    refused = next((border for border in asked if border.across), None)
    if refused is None:
        return None
    pair, across = refused.pair, cast(Pair, refused.across)
    values: dict[str, object] = {"pair": pair, "position": refused.position}
    others = _not_across(model, pair, across)
    wrong: dict[Answer, Remark] = {
        other: Remark("not_across", {**values, "other": other}, (refused.position,))
        for other in others
    }
    because = {**values, "across": across, "rank": refused.rank}
    return one_right(
        "refused_by",
        "choice",
        across,
        lambda answer: wrong.get(answer, Remark("other_refused_by", values)),
        likely=wrong,
        values=values,
        choices=tuple(sorted((across, *others), key=model.merge_ranks.__getitem__)),
        because=Remark("why_refused", because, (refused.position,)),
    )


def _not_across(model: BPEModel, refused: Pair, across: Pair) -> list[Pair]:
    """The likeliest of the merges that cannot lie across the border of ``refused``."""
    tokens, (left, right) = model.vocabulary.tokens, refused
    moments = encode_moments(model, tokens[left] + tokens[right])
    inside = {moment.pair_around(moment.merged.absorbed) for moment in moments if moment.merged}
    outside = (
        pair
        for pair in model.merge_ranks
        if not (
            tokens[left].endswith(tokens[pair[0]]) and tokens[right].startswith(tokens[pair[1]])
        )
    )
    return nsmallest(
        MOST_RANKS - 1,
        outside,
        key=lambda pair: (
            pair not in inside,
            not _share(pair, across),
            model.merge_ranks[pair],
        ),
    )


# --- What stands before each merge


@dataclass(frozen=True, slots=True)
class MergeMade:
    """A merge: where its left and its right token start, its rank, the token it makes."""

    position: int
    absorbed: int
    rank: int
    new_id: int


@dataclass(frozen=True, slots=True)
class EncodeMoment:
    """The tokens before a merge, and that merge; None once no pair can be merged.

    ``starts`` are where they begin, in bytes from the pre-token's first.
    """

    starts: Sequence[int]
    ids: Sequence[int]
    merged: MergeMade | None

    def pair_around(self, border: int) -> Pair:
        """The tokens at both sides of a border."""
        right = self.starts.index(border)
        return self.ids[right - 1], self.ids[right]

    def pairs(self) -> dict[int, Pair]:
        """Every pair by the position of its left token."""
        return dict(zip(self.starts, pairwise(self.ids), strict=False))

    def ranks(self, model: BPEModel) -> dict[int, int]:
        """The ranks of those pairs that any merge joins."""
        ranks = {at: model.merge_ranks.get(pair) for at, pair in self.pairs().items()}
        return {at: each[0] for at, each in ranks.items() if each}


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
                merged = MergeMade(position, absorbed, rank, new_id)
                yield EncodeMoment(tuple(starts), tuple(ids), merged)
                ids[starts.index(position)] = new_id
                del ids[starts.index(absorbed)]
                starts.remove(absorbed)
    yield EncodeMoment(tuple(starts), tuple(ids), None)
