"""How the tokens of a pre-token were built: a fold over an encoder's ``TokenMerged``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from bpe_core.encoder_events import Event, TokenMerged
from bpe_core.model import BPEModel, Pair


@dataclass(frozen=True, slots=True)
class Leaf:
    """One byte, at its offset in the pre-token."""

    at: int
    token_id: int
    size: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A token that merge ``number`` (from 0) made of two neighbors; ``size`` is in bytes."""

    number: int
    at: int
    token_id: int
    size: int
    left: Part
    right: Part
    rank: int

    @property
    def pair(self) -> Pair:
        """The ids of the two."""
        return self.left.token_id, self.right.token_id


Part: TypeAlias = Leaf | Node


@dataclass(frozen=True, slots=True)
class Derivation:
    """All bytes, then all tokens made, in order."""

    leaves: tuple[Leaf, ...]
    nodes: tuple[Node, ...]

    @property
    def roots(self) -> tuple[Part, ...]:
        """The tokens that are left, from left to right."""
        part_at: dict[int, Part] = {leaf.at: leaf for leaf in self.leaves}
        for node in self.nodes:
            del part_at[node.right.at]
            part_at[node.at] = node
        return tuple(part_at.values())  # a merged token has the index of its left part

    def until(self, merges: int) -> Derivation:
        """The derivation as it was after so many merges."""
        return Derivation(self.leaves, self.nodes[:merges])

    def spans(self) -> set[tuple[int, int]]:
        """(offset, size) of every token that ever existed, the bytes included."""
        parts: tuple[Part, ...] = (*self.leaves, *self.nodes)
        return {(part.at, part.size) for part in parts}


def derive(model: BPEModel, pre_token: bytes, events: Iterable[Event]) -> Derivation:
    """Fold the merges among ``events`` over the bytes of ``pre_token``.

    >>> from bpe_core.encode.rank_order import encode_by_rank
    >>> from bpe_core.model import Merge, Vocabulary
    >>> merges = (Merge(99, 104, 256), Merge(101, 256, 257))
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch", b"ech"]), merges)
    >>> derivation = derive(model, b"tech", encode_by_rank(model, b"tech"))
    >>> [(node.at, node.size, node.rank) for node in derivation.nodes]
    [(2, 2, 0), (1, 3, 1)]
    """
    byte_ids = model.vocabulary.byte_ids
    leaves = tuple(Leaf(at, byte_ids[value]) for at, value in enumerate(pre_token))
    part_at: dict[int, Part] = {leaf.at: leaf for leaf in leaves}
    nodes: list[Node] = []
    for event in events:
        if isinstance(event, TokenMerged):
            left, right = part_at[event.position], part_at.pop(event.absorbed)
            rank, _ = model.merge_ranks[left.token_id, right.token_id]
            size = left.size + right.size
            node = Node(len(nodes), event.position, event.new_id, size, left, right, rank)
            nodes.append(node)
            part_at[event.position] = node
    return Derivation(leaves, tuple(nodes))
