"""Segment texts by codes: words into pieces, all but the last of a word marked with ``@@``.

    codes       o w</w>, l o, …
    text        "low lower"
    segmented   "low lo@@ w@@ er"

Line ends and white space at the ends of lines stay; several spaces between words become one.

1. Glossaries      patterns of what stays whole
2. merges          a word's symbols merged in rounds, each all occurrences of one pair
3. vocabularies    merges undone where they made pieces that are rare
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

import regex

from bpe_core.errors import OptionError, PatternError
from bpe_core.pretokenize.custom_pattern import check_pattern, compile_custom
from bpe_core.runtime.arguments import as_integer, as_number, as_tuple, check_type, has_items
from bpe_core.runtime.machine import thread_time
from bpe_core.runtime.text import as_text
from bpe_core.systems.subword_nmt.learn import Codes, check_codes
from bpe_core.systems.subword_nmt.words import END, WordSource, count_words, counted_lines

Seed: TypeAlias = int | Random | None
Ranks: TypeAlias = Mapping[tuple[str, str], int]  # 0, 1, 2 …

SEPARATOR = "@@"
CACHED_WORDS = 2**16
LONGEST_CACHED = 64  # characters: longer words hardly recur
LONG = 1_000  # symbols; from here on a heap is quicker than scanning all ranks
SECONDS = 1.0  # of a thread's processor time that glossaries may take per text
PER_CHARACTER = 1e-5  # plus so much per character
SHARED = 4  # times that: the limit for all threads of the process, which `regex` counts
VOCABULARY = "vocabulary"  # the file's name in errors
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
        the same one. Raises ``OptionError``, ``InputError("lone_surrogate")`` and, for
        glossaries, ``PatternError("too_slow")``.
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


@dataclass(slots=True)
class Clock:
    """The time that the patterns may still spend on one text."""

    seconds: float

    @classmethod
    def of(cls, text: str) -> Clock:
        return cls(SECONDS + PER_CHARACTER * len(text))

    @contextmanager
    def running(self) -> Iterator[float]:
        """Returns the time limit for `regex`; raises ``PatternError("too_slow")``."""
        began = thread_time()
        try:
            yield max(SHARED * self.seconds, 1e-3)
        except (TimeoutError, MemoryError) as error:
            raise PatternError("too_slow", position=0) from error
        finally:
            self.seconds -= thread_time() - began


class Glossaries:
    r"""Patterns of what stays whole, such as names or placeholders.

    A word that is matched as a whole is left alone; inside a word, what matches is isolated
    first, and the parts between are segmented as words of their own. Patterns are tried in
    their order, each on the parts that the one before left, so a later one may cut what an
    earlier one isolated.

    Here a pattern is a unit, also with alternatives and groups in it: the original reads
    ``a|b`` as "begins with a, or ends with b" and repeats the text of groups. ``\w`` and ``\d``
    are those of `regex`, after Unicode's own list: an accent that follows its letter is part of
    a word, ``½`` is not; to the original's `re` it is the other way round.

    Raises ``OptionError`` or ``PatternError`` for what is no pattern.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        # subtle: a str would be one pattern per character.
        listed = as_tuple("glossaries", patterns, "a list of patterns")
        for pattern in listed:
            check_type("glossaries", pattern, str, "every one a str")
        checked = [check_pattern(pattern) for pattern in listed]
        self._compiled = [compile_custom(pattern)[0] for pattern in checked]

    def __len__(self) -> int:
        return len(self._compiled)

    def parts(self, word: str, clock: Clock) -> list[tuple[str, bool]]:
        """``word`` in parts, each with a flag: does it stay whole?

        >>> Glossaries(["USA"]).parts("1934USABUSA", Clock(1.0))
        [('1934', False), ('USA', True), ('B', False), ('USA', True)]
        """
        parts = [word]
        with clock.running() as limit:
            for pattern in self._compiled:
                parts = [part for whole in parts for part in _isolated(whole, pattern, limit)]
            return [
                (part, any(_is_whole(part, pattern, limit) for pattern in self._compiled))
                for part in parts
            ]


def _isolated(word: str, pattern: regex.Pattern[str], limit: float) -> Iterator[str]:
    """The matches, and the parts before, between and behind them."""
    end = 0
    if not _is_whole(word, pattern, limit):
        for match in pattern.finditer(word, concurrent=True, timeout=limit):
            if match.end() > match.start():
                yield from filter(None, (word[end : match.start()], match.group()))
                end = match.end()
    if end < len(word):
        yield word[end:]


def _is_whole(word: str, pattern: regex.Pattern[str], limit: float) -> bool:
    return pattern.fullmatch(word, concurrent=True, timeout=limit) is not None


def merge(symbols: list[str], ranks: Ranks) -> list[str]:
    """The symbols that are left once no pair has a rank.

    Each round merges all occurrences of the pair of lowest rank. Codes need not come from
    learning, so rounds matter: a pair born in a merge may have a lower rank than the merged
    pair, and has to wait until all occurrences of that are merged.

    >>> merge(list("aaab"), {("a", "a"): 0, ("a", "b"): 1})
    ['aa', 'ab']
    """
    return (
        merge_by_scan(symbols, ranks) if len(symbols) < LONG else merge_by_heap(symbols, ranks)
    )


def merge_by_scan(symbols: list[str], ranks: Ranks) -> list[str]:
    """By scanning a list of ranks beside the symbols; O(n²) with a small factor."""
    symbols, none = list(symbols), len(ranks)  # a rank that no pair has
    get = ranks.get
    rank_at = [get(pair, none) for pair in pairwise(symbols)]
    while rank_at and (lowest := min(rank_at)) < none:
        while lowest in rank_at:  # one round; no pair born in it has this rank
            i = rank_at.index(lowest)
            new = symbols[i] + symbols[i + 1]
            symbols[i : i + 2] = [new]
            del rank_at[i]
            if i:
                rank_at[i - 1] = get((symbols[i - 1], new), none)
            if i < len(rank_at):
                rank_at[i] = get((new, symbols[i + 1]), none)
    return symbols


def merge_by_heap(symbols: list[str], ranks: Ranks) -> list[str]:
    """By a heap of (rank, position); O(n log n). Pairs born in a round enter after it."""
    symbol_at: list[str | None] = [*symbols]
    size = len(symbols)
    next_, prev = list(range(1, size + 1)), list(range(-1, size - 1))

    def rank_of(i: int) -> int | None:
        """The rank of the pair now at ``i``."""
        if i < 0 or next_[i] == size:
            return None
        left, right = symbol_at[i], symbol_at[next_[i]]
        return None if left is None or right is None else ranks.get((left, right))

    heap = [(rank, i) for i in range(size) if (rank := rank_of(i)) is not None]
    heapify(heap)
    while heap:
        lowest, touched = heap[0][0], list[int]()
        while heap and heap[0][0] == lowest:  # one round, from left to right
            _, i = heappop(heap)
            if symbol_at[i] is None or rank_of(i) != lowest:
                continue  # another merge took one of the two
            j = next_[i]
            symbol_at[i], symbol_at[j] = f"{symbol_at[i]}{symbol_at[j]}", None
            next_[i] = next_[j]
            if next_[j] < size:
                prev[next_[j]] = i
            touched += [prev[i], i]
        for i in touched:
            rank = rank_of(i)
            if rank is not None:
                heappush(heap, (rank, i))
    return [symbol for symbol in symbol_at if symbol is not None]


def merge_with_dropout(
    symbols: list[str], ranks: Ranks, dropout: float, chance: Random
) -> list[str]:
    """The same rounds, in each of which every position is skipped with probability ``dropout``.

    A skipped position may be merged in a later round. It ends once no pair has a rank, or all
    that have are skipped. (Provilkov et al. 2020; the original draws once per position, whether
    its pair has a rank or not, and so do we: the same seed gives the same pieces.)
    """
    while len(symbols) > 1:
        is_drawn = [chance.random() > dropout for _ in symbols[1:]]
        candidates = [
            (rank, i)
            for i, pair in enumerate(pairwise(symbols))
            if is_drawn[i] and (rank := ranks.get(pair)) is not None
        ]
        if not candidates:
            break
        lowest = min(candidates)[0]
        symbols = _merged(symbols, [i for rank, i in candidates if rank == lowest])
    return symbols


def _merged(symbols: list[str], positions: list[int]) -> list[str]:
    """The pairs at ``positions`` merged; of two that overlap, the left one."""
    merged: list[str] = []
    at = 0
    for i in positions:
        if i >= at:
            merged += [*symbols[at:i], symbols[i] + symbols[i + 1]]
            at = i + 2
    return merged + symbols[at:]


def count_pieces(segmented: WordSource) -> dict[str, int]:
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
    """Undoes merges until every piece is in a vocabulary, or a single character.

    Codes learned on two languages make pieces that are frequent in only one of them; a
    vocabulary of pieces as they are written (``lo@@``, ``w``), of one language's texts, tells.
    """

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
