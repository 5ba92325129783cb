"""From a table of pre-tokens to merges: the naive trainer's, in slices or as events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.events import Event, MergeDone, Stopped, StopReason
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out
from bpe_core.train.compiled import MergeSlice, train_compiled, train_slices, train_table
from bpe_core.train.fold import fold_model, fold_slices
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from tests.core import text_strategies as texts
from tests.examples import examples

every_tie_break = pytest.mark.parametrize("tie_break", TIE_BREAKS)
LOWERCASE = "abcdefghijklmnopqrstuvwxyz"

weights = st.one_of(st.integers(1, 3), st.integers(2**32 - 3, 2**32 + 1), st.integers(1, 2**50))
counts = st.dictionaries(
    st.one_of(
        st.text("ab", min_size=1, max_size=12), st.text("aé哈\0", min_size=1, max_size=6)
    ).map(str.encode),
    weights,
    max_size=12,
)


@every_tie_break
@settings(max_examples=examples(400))
@given(counts=counts)
def test_a_table_trains_like_its_pre_tokens(
    tie_break: TieBreak, counts: dict[bytes, int]
) -> None:
    options = TrainOptions(tie_break=tie_break)
    table = PreTokenTable.from_counts(counts)
    assert list(train_table(table, options)) == list(train_naive(lay_out(counts), options))
    assert table.as_counts() == counts


@settings(max_examples=examples(300))
@given(counts=counts, options=texts.options())
def test_slices_say_what_events_say(counts: dict[bytes, int], options: TrainOptions) -> None:
    slices = train_slices(PreTokenTable.from_counts(counts), options)
    assert list(events_of(slices, options)) == list(train_naive(lay_out(counts), options))


@settings(max_examples=examples(200))
@given(counts=counts, merges=st.integers(0, 30))
def test_slices_fold_into_the_model_of_the_events(
    counts: dict[bytes, int], merges: int
) -> None:
    options = TrainOptions(num_merges=merges, special_tokens=("<|x|>",), tie_break="first_seen")
    events = train_naive(lay_out(counts), options)
    slices = train_slices(PreTokenTable.from_counts(counts), options)
    assert fold_slices(slices, options) == fold_model(events, options)


def events_of(slices: Iterator[MergeSlice | Stopped], options: TrainOptions) -> Iterator[Event]:
    """Slices as events, without the trainer's own way of making them."""
    number = 0
    for made in slices:
        if isinstance(made, Stopped):
            yield made
            continue
        assert made.first == number
        for row in made.merges:
            pair = (int(row["left"]), int(row["right"]))
            yield MergeDone(number, pair, options.first_id + number, int(row["count"]))
            number += 1


def test_arrays_of_any_layout_are_taken() -> None:
    table = PreTokenTable.from_counts({b"abab": 3, b"ab": 2, b"ba": 1})
    expected = list(train_table(table))
    spread = PreTokenTable(*(np.repeat(array, 2)[::2] for array in table))
    writable = PreTokenTable(*(array.copy() for array in table))
    assert list(train_table(spread)) == list(train_table(writable)) == expected


def test_counts_that_64_bits_cannot_add_up_are_exact() -> None:
    weight = 2**62
    counts = {b"abc": weight, b"bcd": weight, b"xbc": 3}
    events = list(train_table(PreTokenTable.from_counts(counts)))
    assert events == list(train_naive(lay_out(counts)))
    assert events[0] == MergeDone(0, (98, 99), 256, 2 * weight + 3)


def test_a_million_bytes_in_one_run() -> None:
    # Every merge joins two halves, so the pairs that stand are known: one less than the tokens.
    events = list(train_table(PreTokenTable.from_counts({b"a" * 2**20: 1})))
    twins = [MergeDone(k, (255 + k, 255 + k), 256 + k, 2 ** (20 - k) - 1) for k in range(1, 20)]
    first = MergeDone(0, (97, 97), 256, 2**20 - 1)
    assert events == [first, *twins, Stopped(StopReason.NO_PAIR_LEFT)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alphabet", "tie_break"),
    [("a", "greatest"), (LOWERCASE, "lowest_ids")],
)
def test_a_million_bytes_in_one_pre_token(alphabet: str, tie_break: TieBreak) -> None:
    data = "".join(Random(alphabet).choices(alphabet, k=1_000_000)).encode()
    options = TrainOptions(tie_break=tie_break, num_merges=1000)
    expected = list(train_linked([PreToken(data, 0)], options))
    assert list(train_table(PreTokenTable.from_counts({data: 1}), options)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "tie_break"),
    [
        ("english-21mb.txt", "greatest"),
        ("english-21mb.txt", "first_seen"),
        ("chinese-held-out.txt", "lowest_ids"),
        ("chinese-held-out.txt", "lowest_gpt2_ids"),
    ],
)
def test_whole_corpora_train_like_linked(
    name: str, tie_break: TieBreak, shared: Callable[[str], Path]
) -> None:
    counts = count_pre_tokens(shared(f"data/{name}").read_bytes())
    options = TrainOptions(tie_break=tie_break, num_merges=5000)
    expected = list(train_linked(lay_out(counts), options))
    assert list(train_table(PreTokenTable.from_counts(counts), options)) == expected
    assert list(train_compiled(lay_out(counts), options)) == expected
