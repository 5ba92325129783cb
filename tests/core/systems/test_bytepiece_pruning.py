"""Pruning in compiled code leaves what a dictionary and the taught rounds leave."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.systems.bytepiece.clean_up import clean_up_taught, shared_out
from bpe_core.systems.bytepiece.lattice import drained
from bpe_core.systems.bytepiece.pruning import prune
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
from tests.core.systems.bytepieces import bytes_of

words = st.dictionaries(bytes_of(b"abc", 8).filter(bool), st.integers(1, 40), max_size=40)


def cleaned(counts: dict[bytes, int]) -> dict[bytes, int]:
    before = -1
    while len(counts) != before:
        before = len(counts)
        counts = drained(clean_up_taught(counts))
    return counts


def taught(
    counts: Mapping[bytes, int], sizes: list[int], min_count: int, longest: int
) -> dict[int, dict[bytes, int]]:
    """Step by step as the article has it."""
    kept = dict.fromkeys(SINGLE_BYTES, 1)
    kept |= {
        word: count
        for word, count in counts.items()
        if len(word) == 1 or (len(word) <= longest and count >= min_count)
    }
    dropped = {word: count for word, count in counts.items() if word not in kept}
    pieces = cleaned(shared_out(kept, dropped))
    made = {}
    for size in sorted(sizes, reverse=True):
        if len(pieces) > size - 3:
            order = sorted(pieces, key=lambda p: (len(p) > 1, -pieces[p], -len(p), p))
            stay = {piece: pieces[piece] for piece in order[: size - 3]}
            go = {piece: pieces[piece] for piece in order[size - 3 :]}
            pieces = cleaned(shared_out(stay, go))
        made[size] = pieces
    return made


@given(
    words,
    st.lists(st.integers(259, 290), min_size=1, max_size=3),
    st.integers(1, 10),
    st.integers(1, 8),
)
def test_models_are_those_of_the_taught_steps(
    counts: dict[bytes, int], sizes: list[int], min_count: int, longest: int
) -> None:
    found = prune(
        PreTokenTable.from_counts(counts),
        vocab_sizes=sizes,
        min_count=min_count,
        max_piece_length=longest,
    )
    expected = taught(counts, sizes, min_count, longest)
    assert {size: dict(zip(m.pieces, m.counts, strict=True)) for size, m in found.items()} == (
        expected
    )


@given(words)
def test_no_byte_of_the_words_is_lost(counts: dict[bytes, int]) -> None:
    (model,) = prune(PreTokenTable.from_counts(counts), vocab_sizes=[270]).values()
    total = sum(len(piece) * n for piece, n in zip(model.pieces, model.counts, strict=True))
    missing = sum(byte not in counts for byte in SINGLE_BYTES)
    assert total == sum(len(word) * count for word, count in counts.items()) + missing


@pytest.mark.parametrize(
    ("counts", "stays"),
    [
        ({b"ab": 8, b"cd": 9}, b"cd"),  # more frequent
        ({b"ab": 8, b"cde": 8}, b"cde"),  # as frequent, longer
        ({b"cd": 8, b"ab": 8}, b"ab"),  # as long, first
    ],
)
def test_of_several_one_stays(counts: dict[bytes, int], stays: bytes) -> None:
    found = prune(PreTokenTable.from_counts(counts), vocab_sizes=[260, 261])
    assert found[260].pieces[256:] == (stays,)
    assert set(found[261].pieces[256:]) == set(counts)


def test_without_words_all_bytes_are_left() -> None:
    expected = UnigramModel(SINGLE_BYTES, (1,) * 256)
    assert prune(PreTokenTable.from_counts({}), vocab_sizes=[300]) == {300: expected}
