"""What a part touched, as a row of cells: few enough to be drawn, however long the text is."""

from __future__ import annotations

MOST_CELLS = 240
FEWEST_CELLS = 8
UNTOUCHED, LOOKED_AT, CHANGED = b"012"


class Strip:
    """What was touched since the last look, on ``cells`` cells for ``laid_out`` bytes.

    >>> strip = Strip(size=6, laid_out=6)
    >>> strip.mark(0, 3, LOOKED_AT)
    >>> strip.mark(2, 1, CHANGED)
    >>> strip.taken(), strip.taken()
    ('112000', '000000')
    """

    def __init__(self, *, size: int, laid_out: int) -> None:
        self.laid_out, self.cells = laid_out, cells_for(size, laid_out)
        self._levels = bytearray([UNTOUCHED] * self.cells)

    def mark(self, start: int, size: int, level: int) -> None:
        """All cells that hold one of the ``size`` bytes from ``start`` on, unless higher."""
        first = start * self.cells // self.laid_out
        last = ((start + size) * self.cells - 1) // self.laid_out
        for cell in range(first, last + 1):
            self._levels[cell] = max(self._levels[cell], level)

    def taken(self) -> str:
        """The digits, and a fresh strip."""
        digits = self._levels.decode("ascii")
        self._levels = bytearray([UNTOUCHED] * self.cells)
        return digits


def cells_for(size: int, laid_out: int) -> int:
    """One cell per byte in a short text; of a long one ``MOST_CELLS`` stand for all its bytes.

    >>> cells_for(97, 60), cells_for(1_000, 1_000), cells_for(1_000, 250), cells_for(1_000, 1)
    (60, 240, 60, 8)
    """
    if size <= MOST_CELLS or not laid_out:
        return laid_out
    return min(MOST_CELLS, max(FEWEST_CELLS, round(MOST_CELLS * laid_out / size)))
