"""The questions that a vocabulary answers: a token's two parts, and which token came first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from bpe_core.encode.derivation import Derivation, Node
from bpe_core.model import BPEModel
from bpe_lab.exercises.questions import Answer, Question, Remark, one_right

LEAST_CUT, MOST_CUT = 3, 24  # bytes of a token whose borders can be weighed one by one
MOST_CHOICES = 5


def parents_of(model: BPEModel, node: Node) -> Question | None:
    """Where a token is cut into the two that were merged; None where it is too short or long.

    subtle: only the borders that are no cut have a reason of their own, since the reason of
    the other one would be the answer.
    """
    if not LEAST_CUT <= node.size <= MOST_CUT:
        return None
    right = node.right.at
    borders = {
        at: _no_cut(model, node, at)
        for at in range(node.at + 1, node.at + node.size)
        if at != right
    }
    values = {"token": model.vocabulary[node.token_id]}

    def otherwise(answer: Answer) -> Remark:
        wrong = sorted(cast(frozenset[int], answer) - {right})
        return borders[wrong[0]] if wrong else Remark("other_parents", values)

    return one_right(
        "parents", "cuts", frozenset([right]), otherwise, values=values, borders=borders
    )


def _no_cut(model: BPEModel, node: Node, at: int) -> Remark:
    """Why ``node`` was not made of the two sides of a border."""
    token, tokens = model.vocabulary[node.token_id], model.ordinary_ids
    left, right = token[: at - node.at], token[at - node.at :]
    values: dict[str, object] = {"position": at, "left": left, "right": right}
    for half in (left, right):
        if half not in tokens:
            missing = {"position": at, "half": half, "size": len(model.vocabulary)}
            return Remark("half_no_token", missing, (at,))
    pair = tokens[left], tokens[right]
    if pair not in model.merge_ranks:
        ids = {"left_id": str(pair[0]), "right_id": str(pair[1])}
        return Remark("halves_unmerged", {**values, **ids}, (at,))
    return Remark("halves_apart", {**values, "rank": model.merge_ranks[pair][0]}, (at,))


def first_of_kin(
    model: BPEModel, ranks: Mapping[int, int], token_id: int, part: int, kin: Sequence[int]
) -> Question:
    """Which of the tokens made of ``part`` came first: this one, or one of its kin."""
    values = {"part": model.vocabulary[part]}
    return _came_first("first_of_kin", model, ranks, [token_id, *kin], values)


def first_parent(model: BPEModel, ranks: Mapping[int, int], node: Node) -> Question | None:
    """Which of a token's two parts came first; None unless both were made by merges."""
    left, right = node.left.token_id, node.right.token_id
    if left == right or not {left, right} <= ranks.keys():
        return None
    tokens = model.vocabulary
    values = {"token": tokens[node.token_id], "left": tokens[left], "right": tokens[right]}
    return _came_first("first_parent", model, ranks, [left, right], values)


def _came_first(
    ask: str,
    model: BPEModel,
    ranks: Mapping[int, int],
    ids: Iterable[int],
    values: Mapping[str, object],
) -> Question:
    """Which of the tokens has the lowest rank; they stand in the order of their bytes."""
    tokens = model.vocabulary
    choices = tuple(sorted(ids, key=lambda token_id: tokens[token_id]))
    right = min(choices, key=ranks.__getitem__)

    def reason(token_id: Answer) -> Remark:
        if not isinstance(token_id, int) or token_id not in choices:
            return Remark(f"other_{ask}", values)
        rank = ranks[token_id]
        earlier = sum(ranks[other] < rank for other in choices)
        return Remark(
            "later_merge", {"token": tokens[token_id], "rank": rank, "earlier": earlier}
        )

    return one_right(
        ask,
        "choice",
        right,
        reason,
        likely=choices,
        values=values,
        choices=choices,
        choice_words={each: Remark("token", {"token": tokens[each]}) for each in choices},
    )


def kin_of(
    model: BPEModel, ranks: Mapping[int, int], derivation: Derivation
) -> tuple[int, tuple[int, ...]]:
    """One of the two parts of a token, and up to four other tokens that were made of it.

    The part is the one of which fewer tokens were made; the others are spread over all ranks,
    and none of them is a part of the token itself. Where a vocabulary lists no merges, many
    pairs could make a token, so there are no others.
    """
    root = derivation.nodes[-1]
    if not model.has_merge_list:
        return root.left.token_id, ()
    own = {node.token_id for node in derivation.nodes}
    parts = [root.left.token_id, root.right.token_id]
    built_on: dict[int, set[int]] = {part: set() for part in parts}
    for left, right, new_id in model.merges:
        for part in (left, right):
            if part in built_on and new_id not in own:
                built_on[part].add(new_id)
    part = min(parts, key=lambda each: (not built_on[each], len(built_on[each])))
    others = sorted(built_on[part], key=lambda each: (ranks[each], each))
    return part, tuple(_spread(others, MOST_CHOICES - 1))


def _spread(items: Sequence[int], number: int) -> list[int]:
    """At most ``number`` of the items, from the first to the last.

    >>> _spread([0, 1, 2, 3, 4, 5, 6], 4), _spread([0, 1], 4)
    ([0, 2, 4, 6], [0, 1])
    """
    if len(items) <= number:
        return list(items)
    return [items[k * (len(items) - 1) // (number - 1)] for k in range(number)]
