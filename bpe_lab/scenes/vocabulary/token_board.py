"""One token of a vocabulary as a board: the tree of the merges that the encoder makes it by."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.encode.derivation import Derivation, Node, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.model import BPEModel, Pair
from bpe_lab.scenes.derivation_tree import tree_state, tree_widget
from bpe_lab.scenes.recording import Json, TokenTable, still

MOST_BYTES = 64  # of a token whose tree is drawn


@dataclass(frozen=True, slots=True)
class TokenBoard:
    """The recording of one step; ``ids`` are what encoding the token's bytes gives."""

    recording: Json
    ids: tuple[int, ...]


def derivation_of(model: BPEModel, token_id: int) -> Derivation:
    """How the model's own encoder puts the bytes of a token together."""
    token = model.vocabulary[token_id]
    return derive(model, token, encode_by_rank(model, token))


def pair_of(model: BPEModel, token_id: int) -> Pair | None:
    """The last merge that makes a token, where encoding its bytes ends in it."""
    match derivation_of(model, token_id).roots:
        case [Node() as root]:
            return root.left.token_id, root.right.token_id
    return None


def token_board(model: BPEModel, token_id: int) -> TokenBoard:
    """The tree of a token as a still picture."""
    tokens = TokenTable()
    derivation = derivation_of(model, token_id)
    widget = tree_widget(derivation, model, tokens)
    state = {**tree_state(derivation, model, tokens), "level": 0}  # no step is at work
    recording = still(
        {"tree": state},
        widgets=[widget],
        layout={"stage": ["tree"], "columns": []},
        tokens=tokens,
        title="vocabulary.tree",
    )
    return TokenBoard(recording, tuple(root.token_id for root in derivation.roots))
