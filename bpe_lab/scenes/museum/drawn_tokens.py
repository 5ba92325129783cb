"""The tokens of two runs, which may have different ids in each, as one recording names them."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum import Exhibit, WrongEncoder
from bpe_lab.museum.rows import Row
from bpe_lab.scenes.recording import Json, TokenTable
from bpe_lab.scenes.token_palette import NO_ID

BYTES = 256


@dataclass(frozen=True, slots=True)
class DrawnTokens:
    """Ids are bytes, then an encoder's merges, then tokens as they are first drawn."""

    exhibit: Exhibit
    tokens: TokenTable = field(default_factory=TokenTable)
    ids: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.exhibit, WrongEncoder):
            for left, right in self.exhibit.merges:
                self._id(left + right)

    def token(self, data: bytes) -> int:
        """The index of a token; what an encoder gives that is none is drawn as text."""
        if isinstance(self.exhibit, WrongEncoder):
            if data.decode("utf-8", "replace") in self.exhibit.special_tokens:
                return self.tokens.index(self._id(data), data, kind="special")
            if len(data) > 1 and data not in self.ids:
                return self.text(data)
        return self.tokens.index(self._id(data), data)

    def text(self, data: bytes) -> int:
        """The index of what is no token."""
        return self.tokens.index(NO_ID, data, kind="piece")

    def pair(self, pair: BytePair) -> list[int]:
        """The indices of a pair's tokens."""
        return [self.token(token) for token in pair]

    def slots(self, row: Row, look: str) -> Json:
        """What stands in a row; what is new there has ``look``."""
        return {
            str(at): [
                self.text(slot.data) if slot.is_text else self.token(slot.data),
                slot.size,
                look if at in row.new else "",
            ]
            for at, slot in row.slots.items()
        }

    def _id(self, data: bytes) -> int:
        return data[0] if len(data) == 1 else self.ids.setdefault(data, BYTES + len(self.ids))
