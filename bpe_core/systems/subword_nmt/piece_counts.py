"""Vocabularies of segmented texts: pieces as they are written (``lo@@``, ``w``), with counts.

Codes learned on two languages make pieces that are frequent in only one of them. A vocabulary
filter undoes merges until every piece was seen often enough, or a single character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from bpe_core.errors import OptionError
from bpe_core.runtime.arguments import as_integer, has_items
from bpe_core.systems.subword_nmt.codes import Codes
from bpe_core.systems.subword_nmt.symbols import END
from bpe_core.systems.subword_nmt.word_counts import Source, count_words, counted_lines

VOCABULARY = "vocabulary"  # the file's name in errors


def count_pieces(segmented: Source) -> dict[str, int]:
    """How often each piece occurs in a segmented text, the frequent ones first.

    >>> count_pieces("lo@@ w lo@@ w@@ er low")
    {'lo@@': 2, 'w': 1, 'w@@': 1, 'er': 1, 'low': 1}
    """
    return dict(sorted(count_words(segmented).items(), key=lambda item: -item[1]))


def write_vocabulary(counts: Mapping[str, int]) -> str:
    """One line per piece, with its count, as the original's ``get-vocab`` writes.

    >>> print(write_vocabulary({"lo@@": 2, "w": 1}), end="")
    lo@@ 2
    w 1
    """
    return "".join(f"{piece} {count}\n" for piece, count in counts.items())


def read_vocabulary(
    data: bytes, *, threshold: int | None = None, file: str = VOCABULARY
) -> frozenset[str]:
    """The pieces of lines whose count is at least ``threshold``; raises ``FormatError``.

    As in the original, a count may be 0, as where a dictionary is padded, and the counts of a
    piece that is listed twice do not add up.

    >>> sorted(read_vocabulary(b"lo@@ 2\\nw 1\\n", threshold=2))
    ['lo@@']
    """
    threshold = None if threshold is None else as_integer("threshold", threshold)
    lines = counted_lines(file, data, least=0)
    return frozenset(piece for piece, n in lines if threshold is None or n >= threshold)


class VocabularyFilter:
    """Splits pieces, merge by merge, that are not in a vocabulary."""

    def __init__(self, codes: Codes, vocabulary: Collection[str], separator: str) -> None:
        # subtle: a str would be one piece per character.
        if isinstance(vocabulary, str) or not has_items(vocabulary):
            raise OptionError(name="vocabulary", value=vocabulary, rule="a set of pieces")
        self._vocabulary = frozenset(vocabulary)
        self._separator = separator
        # Of two pairs that make the same symbol one is undone: as in the original, the one
        # whose last line comes first.
        lines = dict.fromkeys(reversed(codes.merges))
        self._parts = {left + right: (left, right) for left, right in lines}

    def split(self, pieces: Iterable[str]) -> list[str]:
        """The pieces of a word, the last without ``</w>``; split unless in the vocabulary."""
        *others, last = pieces
        parts = [part for piece in others for part in self._known(piece, ends=False)]
        return [*parts, *self._known(last, ends=True)]

    def _known(self, piece: str, *, ends: bool) -> Iterator[str]:
        """The parts of ``piece`` from left to right; by a stack, since chains may be long."""
        stack = [(piece, ends)]
        while stack:
            piece, ends = stack.pop()
            written = piece if ends else piece + self._separator
            parts = None if written in self._vocabulary else self._undone(piece, ends=ends)
            if parts is None:
                yield piece
            else:
                stack += [(parts[1], ends), (parts[0], False)]

    def _undone(self, piece: str, *, ends: bool) -> tuple[str, str] | None:
        """The two parts of which a merge made ``piece``.

        subtle: where ``</w>`` is a symbol of its own, undoing its merge leaves a
        piece that still ends the word; the original writes an empty one there.
        """
        if not ends:
            return self._parts.get(piece)
        left, right = self._parts.get(piece + END, ("", ""))
        if right == END:
            return self._parts.get(left)
        return (left, right.removesuffix(END)) if right.endswith(END) else None
