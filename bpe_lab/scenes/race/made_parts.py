"""What the lanes make part by part: merges for trainers, encoded pre-tokens for encoders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.model import BPEModel
from bpe_lab.race.events import Pair
from bpe_lab.race.views import pieces_of
from bpe_lab.scenes.recording import Json, TokenTable
from bpe_lab.scenes.token_palette import Palette


class Parts(Protocol):
    """A row of results to draw in the middle of the lanes."""

    tokens: TokenTable

    def __len__(self) -> int: ...

    def drawn(self, number: int) -> Json:
        """Part ``number`` as a state of the widget ``versus``."""
        ...


@dataclass(slots=True)
class Merges:
    """The merges that a trainer made, as bytes; ``first_id`` is the id of merge 0."""

    pairs: Sequence[Pair]
    first_id: int
    tokens: TokenTable = field(default_factory=TokenTable)
    ids: dict[bytes, int] = field(init=False)

    def __post_init__(self) -> None:
        new = {left + right: self.first_id + k for k, (left, right) in enumerate(self.pairs)}
        self.ids = new | {bytes([value]): value for value in range(256)}

    def __len__(self) -> int:
        return len(self.pairs)

    def drawn(self, number: int) -> Json:
        """Left, right and the token that they became."""
        left, right = self.pairs[number]
        drawn = [
            self.tokens.index(self.ids[token], token) for token in (left, right, left + right)
        ]
        return {"tokens": drawn, "join": ["+", "→"]}


@dataclass(slots=True)
class EncodedParts:
    """Pre-tokens and the tokens that every encoder makes of them."""

    model: BPEModel
    pre_tokens: Sequence[bytes]
    tokens: TokenTable = field(init=False)
    palette: Palette = field(init=False)

    def __post_init__(self) -> None:
        self.palette = Palette(self.model)
        self.tokens = self.palette.tokens

    @classmethod
    def of(cls, model: BPEModel, text: str, most: int) -> EncodedParts:
        """The first ``most`` pre-tokens of a text."""
        return cls(model, pieces_of(text, model)[:most])

    def __len__(self) -> int:
        return len(self.pre_tokens)

    def drawn(self, number: int) -> Json:
        """The pre-token as text and its tokens."""
        data = self.pre_tokens[number]
        ids = [self.palette.token(token_id) for token_id in encode_pre_token(self.model, data)]
        return {
            "tokens": [self.palette.piece(data), *ids],
            "join": ["→", *[""] * (len(ids) - 1)],
        }
