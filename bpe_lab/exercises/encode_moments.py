"""What stands before each merge of the encoder, read off its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.events import RankChosen, TokenMerged
from bpe_core.model import BPEModel, Pair

Starts = Sequence[int]  # of tokens, in bytes from the pre-token's first


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

    def pair_around(self, border: int) -> Pair:
        """The tokens at both sides of a border."""
        right = self.starts.index(border)
        return self.ids[right - 1], self.ids[right]

    def pairs(self) -> dict[int, Pair]:
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
