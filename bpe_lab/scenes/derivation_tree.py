"""A derivation as the player's `tree`: bytes at the foot, every token made above its parts."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.encode.derivation import Derivation, Node, Part
from bpe_core.model import BPEModel
from bpe_lab.scenes.recording import Json, TokenTable


def tree_widget(derivation: Derivation, model: BPEModel, tokens: TokenTable) -> Json:
    """The static part: the bytes, the characters that they are, and the height."""
    byte_tokens = [model.vocabulary[leaf.token_id] for leaf in derivation.leaves]
    return {
        "id": "tree",
        "kind": "tree",
        "bytes": [byte.hex().upper() for byte in byte_tokens],
        "leaves": [_token(leaf, model, tokens) for leaf in derivation.leaves],
        "characters": [
            {"at": at, "size": len(data), "token": tokens.index(-1, data, "piece")}
            for at, data in characters_of(b"".join(byte_tokens))
        ],
        "levels": len(derivation.nodes),
    }


def tree_state(derivation: Derivation, model: BPEModel, tokens: TokenTable) -> Json:
    """All nodes of a derivation, each at the step that made it, none of them at work."""
    return {
        "nodes": {str(node.number): _node(node, model, tokens) for node in derivation.nodes},
        "roots": [part_key(root) for root in derivation.roots],
        "level": len(derivation.nodes),
    }


def _node(node: Node, model: BPEModel, tokens: TokenTable) -> Json:
    return {
        "token": _token(node, model, tokens),
        "at": node.at,
        "size": node.size,
        "level": node.number + 1,
        "parts": [part_key(node.left), part_key(node.right)],
        "rank": node.rank,
        "look": "",
    }


def _token(part: Part, model: BPEModel, tokens: TokenTable) -> int:
    return tokens.index(part.token_id, model.vocabulary[part.token_id])


def part_key(part: Part) -> str:
    """A part as the player's `tree` names it: a byte or a node."""
    return f"n{part.number}" if isinstance(part, Node) else f"b{part.at}"


def characters_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    r"""Offset and bytes of every character; a byte that is part of none is one of its own.

    >>> list(characters_of("é".encode() + b"\xbd"))
    [(0, b'\xc3\xa9'), (2, b'\xbd')]
    """
    at = 0
    for character in data.decode("utf-8", "surrogateescape"):
        encoded = character.encode("utf-8", "surrogateescape")
        yield at, encoded
        at += len(encoded)
