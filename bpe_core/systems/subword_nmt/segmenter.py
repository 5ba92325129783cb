"""Segment texts by codes: words into pieces, all but the last of a word marked with ``@@``.

    codes       o w</w>, l o, …
    text        "low lower"
    segmented   "low lo@@ w@@ er"

Line ends and white space at the ends of lines stay; several spaces between words become one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from random import Random
from typing import NamedTuple, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.runtime.arguments import as_integer, as_number, check_type
from bpe_core.runtime.text import as_text
from bpe_core.systems.subword_nmt.codes import Codes, check_codes
from bpe_core.systems.subword_nmt.glossaries import Clock, Glossaries
from bpe_core.systems.subword_nmt.merge_order import merge, merge_with_dropout
from bpe_core.systems.subword_nmt.piece_counts import VocabularyFilter
from bpe_core.systems.subword_nmt.symbols import END

Seed: TypeAlias = int | Random | None

SEPARATOR = "@@"
CACHED_WORDS = 2**16
LONGEST_CACHED = 64  # characters: longer words hardly recur
_LINE_ENDS = re.compile(r"([\r\n]+)")


class Segmenter:
    """Codes, and everything else that decides how words are cut.

    ``vocabulary`` holds pieces as they are written (`read_vocabulary`); merges that make
    others are undone, so an empty one undoes them all, which the original takes for none.
    ``glossaries`` are patterns of what stays whole. Segmented words (without dropout) are
    cached, in bounded number.

    >>> segmenter = Segmenter(Codes((("o", "w</w>"), ("l", "o"))))
    >>> segmenter.segment("low  lower\\n")
    'l@@ ow lo@@ w@@ e@@ r\\n'
    """

    def __init__(
        self,
        codes: Codes,
        *,
        separator: str = SEPARATOR,
        vocabulary: Collection[str] | None = None,
        glossaries: Iterable[str] = (),
    ) -> None:
        check_codes(codes)
        check_type("separator", separator, str, "a text")
        if not separator or {" ", "\n", "\r"} & set(as_text(separator)):
            rule = "at least one character, no space and no line end"
            raise OptionError(name="separator", value=separator, rule=rule)
        self.codes = codes
        self.separator = separator
        self._mark = f"{separator} "
        self._ranks = {pair: rank for rank, pair in enumerate(dict.fromkeys(codes.merges))}
        self._filter = (
            None if vocabulary is None else VocabularyFilter(codes, vocabulary, separator)
        )
        self._glossaries = Glossaries(glossaries)
        self._cache: dict[str, str] = {}

    def segment(self, text: str, *, dropout: float = 0.0, seed: Seed = None) -> str:
        """A text of any number of lines.

        With ``dropout`` (for training data) each merge is left out with that probability, anew
        in every round of every word. ``seed`` makes it repeatable: a number, or a ``Random``
        that goes on from call to call; a number gives the pieces that the original gives under
        the same one. Raises ``OptionError``, ``LoneSurrogateError`` and, for glossaries,
        ``PatternTooSlowError``.
        """
        run = _Run(Clock.of(as_text(text)), _checked(dropout), _chance(seed))
        parts = _LINE_ENDS.split(text)
        parts[::2] = [self._line(line, run) for line in parts[::2]]
        return "".join(parts)

    def pieces(self, word: str, *, dropout: float = 0.0, seed: Seed = None) -> list[str]:
        """A word's pieces without their marks; they join to the word.

        >>> Segmenter(Codes((("l", "o"), ("lo", "w</w>")))).pieces("slow")
        ['s', 'low']
        """
        run = _Run(Clock.of(as_text(word)), _checked(dropout), _chance(seed))
        return self._pieces(word, run)

    def _line(self, line: str, run: _Run) -> str:
        """White space at both ends as it is."""
        inner = line.strip(" ")
        start = line.index(inner)
        words = [word for word in inner.split(" ") if word]
        if run.dropout:  # subtle: with dropout the cache is neither read nor filled
            written = [self._written(word, run) for word in words]
        else:
            cache = self._cache
            written = [cache.get(word) or self._keep(word, run) for word in words]
        return f"{line[:start]}{' '.join(written)}{line[start + len(inner) :]}"

    def _keep(self, word: str, run: _Run) -> str:
        """The segmented word, cached from now on."""
        written = self._written(word, run)
        if len(word) <= LONGEST_CACHED:
            if len(self._cache) >= CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = written
        return written

    def _written(self, word: str, run: _Run) -> str:
        return self._mark.join(self._pieces(word, run))

    def _pieces(self, word: str, run: _Run) -> list[str]:
        if not self._glossaries:
            return self._segmented(word, run)
        pieces: list[str] = []
        for part, is_whole in self._glossaries.parts(word, run.clock):
            pieces += [part] if is_whole else self._segmented(part, run)
        return pieces

    def _segmented(self, word: str, run: _Run) -> list[str]:
        """The pieces of one word of the codes."""
        if len(word) <= 1:
            return [word]
        symbols = self._symbols(word)
        if run.dropout:
            symbols = merge_with_dropout(symbols, self._ranks, run.dropout, run.chance)
        else:
            symbols = merge(symbols, self._ranks)
        symbols[-1] = symbols[-1].removesuffix(END)
        if not symbols[-1]:
            del symbols[-1]
        return symbols if self._filter is None else self._filter.split(symbols)

    def _symbols(self, word: str) -> list[str]:
        if self.codes.ends_glued:
            return [*word[:-1], word[-1] + END]
        return [*word, END]


class _Run(NamedTuple):
    """The settings of one call."""

    clock: Clock
    dropout: float
    chance: Random


def _checked(dropout: float) -> float:
    rule = "a probability, from 0 to 1"
    number = as_number("dropout", dropout, rule)
    if not 0 <= number <= 1:
        raise OptionError(name="dropout", value=dropout, rule=rule)
    return number


def _chance(seed: Seed) -> Random:
    if seed is None or isinstance(seed, Random):
        return seed or Random()
    return Random(as_integer("seed", seed))


def join_pieces(segmented: str, *, separator: str = SEPARATOR) -> str:
    """The text before it was segmented, unless it held the mark itself or double spaces.

    >>> join_pieces("l@@ ow lo@@ w@@ er\\n")
    'low lower\\n'
    """
    return segmented.replace(f"{separator} ", "")
