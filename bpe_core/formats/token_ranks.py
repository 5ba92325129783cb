"""Vocabularies that rank tokens and list no merges, like tiktoken's, to merges and back.

Two neighbours merge whenever their bytes together are a token, and the token of the lowest
rank goes first. So every split of a token into two tokens is a merge with the token's rank.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encoder_events import TokenMerged
from bpe_core.formats.format_rules import at, broken
from bpe_core.model import BPEModel, Merge

# Splits of tokens in two; o200k_base has 1.4 million. Trying all splits of a token is quadratic
# in its length.
MAX_SPLITS = 2**22
MAX_SPLIT_BYTES = 2**10
# Merges made of these splits, 240 bytes of memory each. o200k_base, whose 200,000 tokens have
# 1.4 million bytes, can have no more than 1.2 million.
MAX_SPLIT_MERGES = 3 * 2**19


def splits(file: str, ids: Mapping[bytes, int]) -> tuple[tuple[Merge, ...], tuple[int, ...]]:
    """Every split of every token, in the order of their ids, and each merge's rank: the id.

    >>> splits("x", {b"a": 0, b"b": 1, b"ab": 2, b"aba": 3, b"ba": 4})[1]
    (2, 3, 3, 4)
    """
    merges: list[Merge] = []
    size, id_of = 0, ids.get
    for token, token_id in sorted(ids.items(), key=lambda item: item[1]):
        if len(token) > MAX_SPLIT_BYTES:
            limits = {"limit": MAX_SPLIT_BYTES, "size": len(token)}
            raise broken(file, at("id", token_id), "long_token", **limits)
        size += len(token)
        if size > MAX_SPLITS:
            raise broken(file, at("id", token_id), "too_many", limit=MAX_SPLITS, count=size)
        merges += [
            Merge(left, right, token_id)
            for k in range(1, len(token))
            if (left := id_of(token[:k])) is not None
            and (right := id_of(token[k:])) is not None
        ]
        if len(merges) > MAX_SPLIT_MERGES:
            limits = {"limit": MAX_SPLIT_MERGES, "count": len(merges)}
            raise broken(file, at("id", token_id), "too_many_merges", **limits)
    return tuple(merges), tuple(merge.new_id for merge in merges)


def merge_list(
    file: str, model: BPEModel, most: int | None = None
) -> list[tuple[bytes, bytes]]:
    """The merges in rank order, the first ``most`` of them; one per token that is ranked.

    Raises as `last_merges` does, where tokens are ranked.
    """
    if model.has_merge_list:
        return model.merges_as_bytes()[:most]
    return last_merges(file, model, most)


def last_merges(
    file: str, model: BPEModel, most: int | None = None
) -> list[tuple[bytes, bytes]]:
    """One merge per token, in rank order, such that a merge list gives the same ids.

    It joins the two tokens that the token's bytes are encoded to by the merges that rank before
    it. If these are two for every token, no other split can come up: a stretch of text between
    borders of tokens is encoded as it would be alone. Raises ``FormatError`` for a token whose
    bytes are not encoded to two.
    """
    ordinary, ranks = model.ordinary_ids, model.ranks or range(len(model.merges))
    rank_of: dict[int, int] = {}
    for rank, merge in zip(ranks, model.merges, strict=True):
        rank_of.setdefault(merge.new_id, rank)
    last: list[tuple[bytes, bytes]] = []
    long = [token for token in ordinary if len(token) > 1]
    for token in sorted(long, key=lambda token: rank_of.get(ordinary[token], 0))[:most]:
        cut = _last_cut(model, token, rank_of)
        if cut is None:
            raise broken(file, at("token", token), "no_last_merge")
        last.append((token[:cut], token[cut:]))
    return last


def _last_cut(model: BPEModel, token: bytes, rank_of: Mapping[int, int]) -> int | None:
    """Where the merge that makes ``token`` splits it, if lower ranks leave two tokens."""
    own = model.ordinary_ids[token]
    for event in encode_by_rank(model, token):
        if isinstance(event, TokenMerged):
            if event.new_id == own:
                return event.absorbed if len(token) == _end(model, event) else None
            if rank_of[event.new_id] >= rank_of.get(own, -1):
                return None
    return None


def _end(model: BPEModel, event: TokenMerged) -> int:
    return event.position + len(model.vocabulary[event.new_id])
