"""Tokens of a model as a recording names them."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.model import BPEModel, Pair
from bpe_lab.scenes.recording import Json, TokenTable

NO_ID = -1  # of text that is drawn and is no token


@dataclass(frozen=True, slots=True)
class Palette:
    """The token table of one recording over one model."""

    model: BPEModel
    tokens: TokenTable = field(default_factory=TokenTable)
    special_ids: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "special_ids", frozenset(self.model.special_tokens.values()))

    def token(self, token_id: int) -> int:
        """The index of a token in the table."""
        is_special = token_id in self.special_ids
        data = self.model.vocabulary[token_id]
        return self.tokens.index(token_id, data, kind="special" if is_special else "")

    def pair(self, pair: Pair) -> list[int]:
        """The indices of a pair's two tokens."""
        return [self.token(pair[0]), self.token(pair[1])]

    def piece(self, data: bytes) -> int:
        """The index of bytes that are drawn as text and not as a token."""
        return self.tokens.index(NO_ID, data, kind="piece")

    def as_value(self, token_ids: list[int]) -> Json:
        """Tokens side by side, as a value of a sentence."""
        return {"tokens": [self.token(token_id) for token_id in token_ids], "join": " "}
