"""subword-nmt's symbols as they are drawn: the end mark small, what is learned tinted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.runtime.glyphs import Part, parts_of
from bpe_core.systems.subword_nmt.symbols import END
from bpe_lab.scenes.recording import TokenTable

MARK = END.encode()
CELL = 0.45  # of a cell a column of letters; a plain character has a cell of its own


def symbol_parts(symbol: bytes) -> list[Part]:
    """The parts to draw; the mark at the end is named, so that it is no text of the reader's.

    >>> symbol_parts(b"st</w>"), symbol_parts(b"</w>x")
    ([['glyph', 'st'], ['name', '</w>']], [['glyph', '</w>x']])
    """
    if not symbol.endswith(MARK):
        return parts_of(symbol)
    return [*parts_of(symbol.removesuffix(MARK)), ["name", END]]


def is_learned(symbol: bytes) -> bool:
    """Whether merges made it: it has more than one character, the end mark aside."""
    return len(symbol.removesuffix(MARK).decode()) > 1


@dataclass(slots=True)
class SymbolTable(TokenTable):
    """The token table of a walk over symbols."""

    draw: Callable[[bytes], list[Part]] = symbol_parts

    def index(self, token_id: int | str, token: bytes, kind: str = "") -> int:
        """As of any token; a single character is as plain as a byte is elsewhere."""
        default = "learned" if is_learned(token) else "byte"
        return TokenTable.index(self, token_id, token, kind or default)

    def cells(self, index: int) -> float:
        """How many cells a symbol takes where each stands alone."""
        return round(max(1.0, CELL * float(self.tokens[index]["width"])), 2)
