"""Encode a pre-token from left to right without a heap, in time that grows with its length.

Two facts make that possible, both of models whose merges rank behind those that made their
parts, as all that were learned do (`borders_of` refuses others):

    a token is made of its bytes in one way, whatever stands around it;
    two tokens may stand beside each other, in any text, if no merge across the border between
    them would have come first. That can be asked of the merges alone.

Tokens that may stand beside each other all along are the ids of rank order. So the longest
token that fits what stands before it is taken; where none fits, the token before it goes again,
and a shorter one takes its place. A place that has led nowhere is never tried again, so each is
left once at most.

The rule is that of GitHub's ``bpe`` crate (https://github.com/github/rust-gems); the code is
not.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import NamedTuple

from bpe_core.encoder_events import (
    BorderAsked,
    Event,
    PrefixTried,
    TokenDropped,
    TokenTaken,
)
from bpe_core.errors import InputError
from bpe_core.model import BPEModel, Pair
from bpe_core.runtime.per_model import PerModel

NONE = -1  # no token
BYTE = -1  # the rank by which a single byte is made: before all merges
NEVER = float("inf")  # when a token that stays is merged


class Origin(NamedTuple):
    """How a token is made: by the merge of this rank, of these two; a byte of nothing."""

    rank: int
    left: int = NONE
    right: int = NONE


class Answer(NamedTuple):
    """Of how many look-ups; the pair across a border whose merge comes first, with its rank."""

    look_ups: int
    across: Pair | None = None
    rank: int | None = None


FREE = Answer(0)  # nothing stands before the first token


class Borders(NamedTuple):
    """What can be asked of a model's merges, and its tokens as a tree of prefixes."""

    ranks: Mapping[Pair, tuple[int, int]]
    origins: dict[int, Origin]  # of the tokens that texts have
    shorter: dict[int, int]  # the longest token that is a proper prefix of it
    node_after: dict[tuple[int, int], int]  # (node, byte)
    token_at: dict[int, int]  # a node that is a token's end
    most: int  # bytes of a token

    def longest(self, text: bytes, start: int) -> int:
        """The longest token that ``text`` has at ``start``."""
        node, token = 0, NONE
        node_after, token_at = self.node_after, self.token_at
        for value in text[start : start + self.most]:
            after = node_after.get((node, value))
            if after is None:
                break
            node = after
            token = token_at.get(node, token)
        return token

    def ask(self, left: int, right: int, latest: float = NEVER) -> Answer:
        """Whether both tokens may stand beside each other, until a merge of rank ``latest``.

        Goes back in time, from the tokens to their bytes: of both, the one that was made last
        comes apart, and leaves the part at the border. Wherever two parts stand there whose
        merge would have come before either was merged away, the tokens are never made.

        subtle: of equal ranks, the left merge is done first.
        """
        ranks, origins = self.ranks, self.origins
        left_until = right_until = latest  # the rank of the merge that each goes into
        look_ups = 0
        while True:
            look_ups += 1
            merge = ranks.get((left, right))
            if merge and merge[0] < left_until and merge[0] <= right_until:
                return Answer(look_ups, (left, right), merge[0])
            before, after = origins[left], origins[right]
            if before.rank > after.rank:
                left, left_until = before.right, before.rank
            elif after.rank != BYTE:
                right, right_until = after.left, after.rank
            else:
                return Answer(look_ups)


def encode_linear(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield ``TokenTaken`` and ``TokenDropped``, and return the ids; O(n) of any pre-token.

    With ``detail`` also ``PrefixTried`` for each token that the bytes have, and ``BorderAsked``
    for whether it fits. Raises ``InputError`` like `borders_of`.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> merges = (Merge(98, 99, 256), Merge(97, 98, 257))  # bc was learned before ab
    >>> model = BPEModel(Vocabulary.of_bytes([b"bc", b"ab"]), merges)
    >>> for event in encode_linear(model, b"abc"):
    ...     print(event)
    TokenTaken(position=0, size=2, token_id=257)
    TokenDropped(position=0, size=2, token_id=257)
    TokenTaken(position=0, size=1, token_id=97)
    TokenTaken(position=1, size=2, token_id=256)
    """
    borders, tokens = BORDERS.of(model), model.vocabulary.tokens
    shorter = borders.shorter
    ids: list[int] = []
    leads_nowhere = bytearray(len(pre_token) + 1)
    start, token = 0, borders.longest(pre_token, 0)
    while start < len(pre_token):
        if token == NONE:
            leads_nowhere[start] = True
            token = ids.pop()
            start -= len(tokens[token])
            yield TokenDropped(start, len(tokens[token]), token)
            token = shorter[token]
            continue
        size = len(tokens[token])
        if detail:
            yield PrefixTried(start, size, token)
        if not leads_nowhere[start + size]:
            answer = borders.ask(ids[-1], token) if ids else FREE
            if detail and ids:
                yield BorderAsked(start, (ids[-1], token), *answer)
            if answer.across is None:
                yield TokenTaken(start, size, token)
                ids.append(token)
                start += size
                token = borders.longest(pre_token, start)
                continue
        token = shorter[token]
    return ids


def borders_of(model: BPEModel) -> Borders:
    """Raises ``InputError("linear_early_merge")`` for a model with a merge before its parts'.

    Then a token may be made in more than one way, by what stands around it. No merge that was
    learned is such a one. Pre-tokens that a model looks up whole never come to an encoder.

    In the order of ranks each merge is asked whether its two tokens ever stand beside each
    other at that time. If so it is how its token is made; if not, no text has this merge.
    """
    ranks, tokens = model.merge_ranks, model.vocabulary.tokens
    origins = {number: Origin(BYTE) for number in model.vocabulary.byte_ids}
    borders = Borders(ranks, origins, {}, {}, {}, model.longest_token)

    def latest(left: int, right: int) -> int | None:
        """The rank of the part that is made last; None if no text has both."""
        if left not in origins or right not in origins:
            return None
        return max(origins[left].rank, origins[right].rank)

    for (left, right), (rank, new) in ranks.items():
        part = latest(left, right)
        if part is None or part >= rank or new in origins:
            continue
        if borders.ask(left, right, rank).across is None:
            origins[new] = Origin(rank, left, right)
    for (left, right), (rank, _) in ranks.items():
        part = latest(left, right)
        if part is not None and part >= rank:
            parts = (tokens[each].decode(errors="backslashreplace") for each in (left, right))
            raise InputError("linear_early_merge", left=next(parts), right=next(parts))
    node_after, token_at, shorter = borders.node_after, borders.token_at, borders.shorter
    for number in sorted(origins, key=lambda number: len(tokens[number])):
        node, prefix = 0, NONE
        for value in tokens[number]:
            prefix = token_at.get(node, prefix)
            node = node_after.setdefault((node, value), len(node_after) + 1)
        token_at[node], shorter[number] = number, prefix
    return borders


BORDERS = PerModel(borders_of)


def is_linear(model: BPEModel) -> bool:
    """Whether ``encode_linear`` gives the ids of rank order, and so takes this model."""
    try:
        BORDERS.of(model)
    except InputError:
        return False
    return True
