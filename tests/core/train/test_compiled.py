"""The compiled loop gives the naive trainer's merges and counts, whatever the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError
from bpe_core.events import Event, MergeDone, Stopped, StopReason
from bpe_core.kernels import train_tables as tables
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.train import compiled
from bpe_core.train.compiled import (
    MergeSlice,
    fold_slices,
    train_compiled,
    train_slices,
    train_table,
)
from bpe_core.train.fold import fold_model
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.raising import raises

every_tie_break = pytest.mark.parametrize("tie_break", TIE_BREAKS)

# What the kernels count themselves: above these weights the linked trainer takes over.
# 2**32 - 1 and more stand in a list of their own.
small_weights = st.one_of(
    st.integers(1, 3),
    st.integers(2**32 - 3, 2**32 + 1),
    st.integers(2**31, 2**33),
    st.just(2**50),
)
letters = st.one_of(
    st.text("ab", min_size=1, max_size=30).map(str.encode),
    st.lists(
        st.sampled_from([b"a", b"b", b"ab", b"aaaa", b"abab", b"\0", b"\xff"]), min_size=1
    ).map(b"".join),
    texts.words,
)


@st.composite
def placed(draw: st.DrawFn) -> list[PreToken]:
    """Pre-tokens with gaps between them and weights that fit the kernels."""
    pre_tokens, start = [], 0
    for word in draw(st.lists(letters, max_size=8)):
        start += draw(st.integers(0, 3))
        pre_tokens.append(PreToken(word, start, draw(small_weights)))
        start += len(word)
    return pre_tokens


@every_tie_break
@settings(max_examples=examples(300))
@given(pre_tokens=placed())
def test_to_exhaustion(tie_break: TieBreak, pre_tokens: list[PreToken]) -> None:
    options = TrainOptions(tie_break=tie_break)
    assert list(train_compiled(pre_tokens, options)) == list(train_naive(pre_tokens, options))


@settings(max_examples=examples(500))
@given(pre_tokens=placed(), options=texts.options())
def test_with_any_options(pre_tokens: list[PreToken], options: TrainOptions) -> None:
    assert list(train_compiled(pre_tokens, options)) == list(train_naive(pre_tokens, options))


@every_tie_break
@pytest.mark.parametrize("alphabet", ["a", "ab", "abc", "ab \n", "aé哈🙂"])
def test_on_long_runs(tie_break: TieBreak, alphabet: str) -> None:
    chance = Random(f"{tie_break} {alphabet}")
    options = TrainOptions(tie_break=tie_break)
    for _ in range(40):
        letters = chance.choices(alphabet, k=chance.randrange(60))
        text = "".join(letter * chance.choice([1, 1, 2, 3, 17]) for letter in letters)
        pre_tokens = list(pre_tokenize(text, pattern=chance.choice(["gpt2", "none"])))
        expected = list(train_naive(pre_tokens, options))
        assert list(train_compiled(pre_tokens, options)) == expected, text


@every_tie_break
def test_tokens_alike_for_more_than_their_first_bytes(tie_break: TieBreak) -> None:
    # The heap compares seven bytes as a number; beyond them, and at ends, byte by byte.
    chance = Random(tie_break)
    options = TrainOptions(tie_break=tie_break)
    for _ in range(60):
        parts = [b"abcdefg", b"abcdefgh", b"abcdefg\0", b"abcdefghi", b"\0\0", b"\xff" * 8]
        data = b"".join(chance.choices(parts, k=12))
        cuts = [PreToken(data[i : i + 24], i) for i in range(0, len(data), 24)]
        assert list(train_compiled(cuts, options)) == list(train_naive(cuts, options))


@every_tie_break
def test_on_a_corpus_to_exhaustion(tie_break: TieBreak, shared: Callable[[str], Path]) -> None:
    counts = count_pre_tokens(shared("data/corpus.en").read_bytes())
    assert_like_linked(counts, TrainOptions(tie_break=tie_break), merges=8000)


def assert_like_linked(counts: dict[bytes, int], options: TrainOptions, merges: int) -> None:
    compiled = list(train_compiled(lay_out(counts), options))
    assert compiled == list(train_linked(lay_out(counts), options))
    assert len(compiled) > merges


@pytest.mark.parametrize("slack", [0, 1])
def test_counts_up_to_64_bits_are_exact(slack: int) -> None:
    # One more than a 64-bit number holds, and the linked trainer counts instead.
    weight = (2**63 - 1) // 3 + slack
    pre_tokens = [PreToken(b"abc", 0, weight)]
    first = next(train_compiled(pre_tokens))
    assert first == next(train_naive(pre_tokens))
    assert first == MergeDone(0, (98, 99), 256, weight)


def test_a_min_count_beyond_64_bits_stops_at_once() -> None:
    options = TrainOptions(min_count=2**70)
    pre_tokens = [PreToken(b"abc", 0, 3)]
    assert list(train_compiled(pre_tokens, options)) == list(train_naive(pre_tokens, options))


def test_detail_is_refused_at_the_call() -> None:
    with pytest.raises(OptionError, match="detail=True"):
        train_compiled([], detail=True)


def test_more_cells_than_places_have_bits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "MAX_CELLS", 5)
    assert len(list(train_compiled([PreToken(b"abc", 0)]))) == 3
    with raises("InputError.text_too_large", match="6 bytes are more than the 5"):
        list(train_compiled([PreToken(b"abcd", 0)]))


@every_tie_break
def test_rows_grow_within_a_run(
    tie_break: TieBreak, monkeypatch: pytest.MonkeyPatch, shared: Callable[[str], Path]
) -> None:
    monkeypatch.setattr(tables, "FIRST_PAIR_ROWS", 0)
    monkeypatch.setattr(tables, "CELLS_A_PAIR", 10**9)
    text = shared("data/corpus.en").read_bytes()[:50_000].decode(errors="ignore")
    options = TrainOptions(tie_break=tie_break)
    assert_like_linked(count_pre_tokens(text), options, merges=3000)


def test_runs_do_not_know_of_each_other() -> None:
    one, other = list(pre_tokenize("low low lower")), list(pre_tokenize("abababab"))

    def turns(runs: list[Iterator[Event]]) -> list[list[Event]]:
        told: list[list[Event]] = [[] for _ in runs]
        for _ in range(20):
            for events, run in zip(told, runs, strict=True):
                events += islice(run, 1)
        return told

    assert turns([train_compiled(one), train_compiled(other)]) == [
        list(train_naive(one)),
        list(train_naive(other)),
    ]


def test_a_run_can_be_left_after_any_merge() -> None:
    pre_tokens = list(pre_tokenize("to be or not to be, that is the question"))
    whole = list(train_naive(pre_tokens))
    for size in range(len(whole)):
        run = train_compiled(pre_tokens)
        assert list(islice(run, size)) == whole[:size]


# --- From a table of pre-tokens to merges: the naive trainer's, in slices or as events


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
