"""Learn codes with the compiled merge loop of byte-pair encoding, over symbols.

The loop needs only a size and a position of its first tokens: words are laid out as text with
``</w>`` written out, so bytes compare as symbols do, and each symbol is a token of its bytes. A
cell stands for each byte of a word and of its ``</w>``, and one more before, between and after
the words (`kernels/train_tables.py`). A symbol has the cells of its bytes, from its
position on. All of that is built by vector operations.

subtle: the loop identifies tokens by the merge that made them, subword-nmt by their text. That
is the same, since no two merges give the same text, unless ``</w>`` occurs literally in a word.
If that makes a symbol twice, this module gives no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError
from bpe_core.events import Stopped
from bpe_core.kernels.train_loop import GREATEST, PREFIX
from bpe_core.kernels.train_tables import (
    BIRTH,
    CELL,
    CELLS_A_PAIR,
    ENTRY,
    FIRST_PAIR_ROWS,
    HEAVY,
    HIGHEST,
    LISTED,
    MAX_CELLS,
    MERGE,
    NO_ID,
    PAIR,
    PROGRESS,
    TOKEN,
    Tables,
)
from bpe_core.pretokenize.pre_token_table import MAX_COUNT
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.progress import Phase
from bpe_core.systems.subword_nmt.words import END, Words, by_count
from bpe_core.train.compiled import MergeSlice, merge_slices, report_slices
from bpe_core.train.options import TrainOptions

Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]  # one entry per symbol
CodePairs: TypeAlias = tuple[tuple[str, str], ...]

CODE_POINTS = 0x110000
BORDER = "\0"  # any byte would do: borders are identified by their cells


def learn_compiled(words: Words, options: TrainOptions, phase: Phase) -> CodePairs | None:
    """The pairs of the codes, or None if only the generator can learn them.

    Raises ``InputError("text_too_large")`` for more than 700 MB of distinct words.
    """
    if sum(count * len(word) for word, count in words.items()) > MAX_COUNT:
        return None  # more than 64 bits can count
    if all(len(word) == 1 for word in words):
        return ()
    tables, symbols = lay_down(words)
    taken = set(symbols) if any(END in word for word in words) else None
    slices = merge_slices(tables, options.merge_limit, GREATEST, options.min_count)
    del tables  # lets the loop free arrays that it outgrows
    with collector_paused():
        return _fold(report_slices(slices, phase), symbols, taken)


def _fold(
    slices: Iterator[MergeSlice | Stopped], symbols: list[str], taken: set[str] | None
) -> CodePairs | None:
    """The merges as text; None once one of them makes a symbol that is ``taken``."""
    merges: list[tuple[str, str]] = []
    for item in slices:
        if isinstance(item, Stopped):
            continue
        for left, right, _ in item.merges.tolist():
            pair = symbols[left], symbols[right]
            merges.append(pair)
            symbols.append(pair[0] + pair[1])
            if taken is not None:
                if symbols[-1] in taken:
                    return None
                taken.add(symbols[-1])
    return tuple(merges)


class Symbols(NamedTuple):
    """Every symbol of every word: which one it is, its first cell, and its word's number."""

    ids: Ints32
    position: Ints32
    word: Ints32


class Pairs(NamedTuple):
    """Neighboring symbols, sorted by pair: rows that begin at ``starts`` are of one pair."""

    left: Ints
    right: Ints
    starts: Ints
    counts: Ints  # by pair
    cells: Ints32  # of the right symbol


def lay_down(words: Words) -> tuple[Tables, list[str]]:
    """Tables that are ready for the first merge, and what the first symbols are, by id.

    Raises ``InputError("text_too_large")`` for more than 700 MB of words.
    """
    table = by_count(words)
    text = BORDER + "".join(f"{word}{END}{BORDER}" for word, _ in table)
    data = np.frombuffer(bytearray(text, "utf-8"), np.uint8)
    if len(data) > MAX_CELLS:
        raise InputError("text_too_large", size=len(data), limit=MAX_CELLS)
    points = np.frombuffer("".join(word for word, _ in table).encode("utf-32-le"), np.uint32)
    lengths = np.fromiter((len(word) for word, _ in table), np.int64, len(table))
    weights = np.fromiter((count for _, count in table), np.int64, len(table))
    symbols, names = _symbols(points, lengths)
    return _tables(data, symbols, names, weights), names


def _symbols(points: NDArray[np.uint32], lengths: Ints) -> tuple[Symbols, list[str]]:
    """The symbols of words end to end; their names, those with ``</w>`` last."""
    is_final = np.zeros(len(points), bool)
    is_final[np.cumsum(lengths) - 1] = True
    keys = points + is_final * np.uint32(CODE_POINTS)
    present = np.zeros(2 * CODE_POINTS, bool)
    present[keys] = True
    ids = (np.cumsum(present, dtype=np.int32) - 1)[keys]
    names = [_name(key) for key in np.flatnonzero(present).tolist()]
    word = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    sizes = np.array([len(name.encode()) for name in names], np.int32)[ids]
    return Symbols(ids, np.cumsum(sizes, dtype=np.int32) - sizes + word + 1, word), names


def _name(key: int) -> str:
    return chr(key) if key < CODE_POINTS else chr(key - CODE_POINTS) + END


def _tables(
    data: NDArray[np.uint8], symbols: Symbols, names: list[str], weights: Ints
) -> Tables:
    tokens = _tokens(symbols, names)
    heavy = np.flatnonzero(weights >= LISTED)
    pairs = _pairs(symbols, weights, len(names))
    spare = min(len(data), FIRST_PAIR_ROWS + len(data) // CELLS_A_PAIR)  # for those born later
    rows = _pair_rows(pairs, capacity=len(pairs.starts) + spare)
    pool = np.empty(3 * len(data), np.int32)
    pool[: len(pairs.cells)] = pairs.cells
    counts = np.zeros(len(rows), np.int64)
    counts[: len(pairs.starts)] = pairs.counts
    return Tables(
        text=data,
        cells=_cells(len(data), symbols, tokens, pairs, weights),
        heavy=_heavy(symbols, weights, heavy),
        counts=counts,
        pairs=rows,
        pool=pool,
        tokens=tokens,
        before_new=np.full(len(names), NO_ID, np.int32),
        after_new=np.full(len(names), NO_ID, np.int32),
        births=np.empty(2 * len(data), BIRTH),
        heap=np.empty(len(rows), ENTRY),
        merges=np.empty(0, MERGE),
        progress=_progress(len(names), pairs, len(heavy)),
    )


def _tokens(symbols: Symbols, names: list[str]) -> NDArray[Any]:
    tokens = np.zeros(len(names), TOKEN)
    tokens["position"][symbols.ids] = symbols.position  # any of its occurrences
    for k, name in enumerate(names):
        data = name.encode()
        tokens[k]["size"] = len(data)
        tokens[k]["prefix"] = int.from_bytes(data[:PREFIX].ljust(PREFIX, b"\0"), "big")
    return tokens


def _pairs(symbols: Symbols, weights: Ints, alphabet: int) -> Pairs:
    """All neighbors inside words, sorted by pair; those of one pair by position."""
    rights = (np.flatnonzero(symbols.word[1:] == symbols.word[:-1]) + 1).astype(np.int32)
    keys = symbols.ids[rights - 1] * np.int64(alphabet) + symbols.ids[rights]
    order = np.argsort(keys, kind="stable")
    keys, rights = keys[order], rights[order]
    del order
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    left, right = np.divmod(keys[starts], alphabet)
    counts = np.add.reduceat(weights[symbols.word[rights]], starts)
    return Pairs(left, right, starts, counts, symbols.position[rights])


def _pair_rows(pairs: Pairs, capacity: int) -> NDArray[Any]:
    rows = np.zeros(capacity, PAIR)
    used = rows[: len(pairs.starts)]
    used["left"], used["right"] = pairs.left, pairs.right
    used["start"] = pairs.starts
    used["end"] = np.concatenate((pairs.starts[1:], [len(pairs.cells)]))
    return rows


def _cells(
    size: int, symbols: Symbols, tokens: NDArray[Any], pairs: Pairs, weights: Ints
) -> NDArray[Any]:
    """Ids at both ends of every symbol, pairs and weights where a symbol begins."""
    cells = np.zeros(size, CELL)
    cells["token"] = cells["pair"] = NO_ID
    cells["token"][symbols.position] = symbols.ids
    cells["token"][symbols.position + tokens["size"][symbols.ids] - 1] = symbols.ids
    cells["weight"][symbols.position] = np.minimum(weights, LISTED).astype(np.uint32)[
        symbols.word
    ]
    lengths = np.diff(pairs.starts, append=len(pairs.cells))
    numbers = np.arange(len(pairs.starts), dtype=np.int32)
    cells["pair"][pairs.cells] = np.repeat(numbers, lengths)
    return cells


def _heavy(symbols: Symbols, weights: Ints, heavy: Ints) -> NDArray[Any]:
    """Words with weights too large for cells, each with the cell before its first."""
    rows = np.zeros(len(heavy), HEAVY)
    rows["weight"] = weights[heavy]
    rows["position"] = symbols.position[np.searchsorted(symbols.word, heavy)] - 1
    return rows


def _progress(alphabet: int, pairs: Pairs, heavy: int) -> NDArray[Any]:
    progress = np.zeros(1, PROGRESS)
    progress["tokens"], progress["pairs"] = alphabet, len(pairs.starts)
    progress["listed"], progress["heavy"] = len(pairs.cells), heavy
    progress["floor"] = HIGHEST
    return progress
