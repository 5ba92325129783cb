"""PyPI's subword-nmt behind short calls, an oracle of ours in its plainest form, and words."""

from __future__ import annotations

import io
import random
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import redirect_stderr
from itertools import pairwise

from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe

from bpe_core.systems.subword_nmt import Codes, write_codes

END = "</w>"


def original_codes(
    lines: Iterable[str], merges: int = 10**6, *, min_frequency: int = 2, **options: bool
) -> str:
    """The file that the original writes; it raises where no word has two symbols."""
    codes = io.StringIO()
    with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        learn_bpe(list(lines), codes, merges, min_frequency=min_frequency, **options)
    return codes.getvalue()


def original_of_words(words: Mapping[str, int], merges: int, min_frequency: int) -> str:
    lines = [f"{word} {count}\n" for word, count in words.items()]
    return original_codes(lines, merges, min_frequency=min_frequency, is_dict=True)


def original(
    codes: Codes, vocabulary: Collection[str] | None = None, glossaries: Iterable[str] = ()
) -> BPE:
    """The original's segmenter."""
    file = io.StringIO(write_codes(codes))
    return BPE(file, vocab=vocabulary, glossaries=list(glossaries))


def without_empty_pieces(
    codes: Codes, vocabulary: Collection[str], glossaries: Iterable[str], lines: Iterable[str]
) -> str | None:
    """What the original writes; None where it writes an empty piece or never ends.

    Both come of undoing a merge whose second symbol is ``</w>`` alone.
    """
    peer = original(codes, vocabulary, glossaries)
    try:
        for word in " ".join(lines).split():
            if "" in [p.removesuffix("@@") for p in peer.segment(word).split(" ")]:
                return None
    except RecursionError:
        return None
    return "".join(map(peer.process_line, lines))


def original_with_dropout(peer: BPE, lines: Iterable[str], dropout: float, seed: int) -> str:
    """All lines in turn, under the seed of Python's own generator."""
    state = random.getstate()
    random.seed(seed)
    try:
        return "".join(peer.process_line(line, dropout) for line in lines)
    finally:
        random.setstate(state)


def first_symbols(word: str) -> list[str]:
    return [*word[:-1], word[-1] + END]


def recounted(words: Mapping[str, int], min_frequency: int) -> Codes:
    """Count all pairs, merge the best everywhere, and so on."""
    table = [(first_symbols(word), count) for word, count in words.items()]
    merges: list[tuple[str, str]] = []
    while True:
        counts: Counter[tuple[str, str]] = Counter()
        for symbols, count in table:
            for pair in pairwise(symbols):
                counts[pair] += count
        best = max(counts, key=lambda pair: (counts[pair], pair), default=None)
        if best is None or counts[best] < min_frequency:
            return Codes(tuple(merges))
        merges.append(best)
        for symbols, _ in table:
            replace(symbols, best)


def replace(symbols: list[str], pair: tuple[str, str]) -> None:
    i = 0
    while i < len(symbols) - 1:
        if (symbols[i], symbols[i + 1]) == pair:
            symbols[i : i + 2] = ["".join(pair)]
        i += 1


def first_made_again(words: Iterable[str], codes: Codes) -> int | None:
    """The first merge that makes a symbol which is there already."""
    there = {symbol for word in words for symbol in first_symbols(word)}
    for number, (left, right) in enumerate(codes.merges):
        if left + right in there:
            return number
        there.add(left + right)
    return None


# Every alphabet is a list of fragments, so that some words hold "</w>" as they stand.
ALPHABETS = [
    [*"abc</w>"],
    [*"ab"],
    [*"aé你𝄞😀\ue000"],
    ["a", "<", "</", "w>", END],
    ["x", "x</w>", END],
]
alphabets = st.sampled_from(ALPHABETS)


def words_in(alphabet: list[str], longest: int = 12) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(alphabet), min_size=1, max_size=longest).map("".join)


def tables_in(alphabet: list[str]) -> st.SearchStrategy[dict[str, int]]:
    """Words with counts: many equal ones, and some far apart."""
    counts = st.sampled_from([1, 1, 2, 3, 50, 1000])
    return st.dictionaries(words_in(alphabet), counts, min_size=1, max_size=30)


tables = alphabets.flatmap(tables_in)
