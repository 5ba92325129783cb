"""The indexed trainer: setting pairs aside changes no merge, and its index is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import MergeDone, PairsRestored, PairsSetAside, PreTokenRewritten
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import sample
from bpe_core.train.indexed import new_threshold, rewrite, train_indexed
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import replace_pair, train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from tests.core import text_strategies as texts
from tests.core.running import all_but_the_best, below_half, pruning
from tests.examples import examples

every_tie_break = pytest.mark.parametrize("tie_break", TIE_BREAKS)
Threshold = Callable[[int, int], int]
thresholds = st.sampled_from([new_threshold, below_half, all_but_the_best])
intervals = st.integers(1, 4)


def hold_to_naive(
    pre_tokens: list[PreToken], options: TrainOptions, every: int, threshold: Threshold
) -> None:
    with pruning(every, threshold):
        found = list(train_indexed(pre_tokens, options))
    assert found == list(train_naive(pre_tokens, options))


@every_tie_break
@settings(max_examples=examples(400))
@given(text=texts.texts, pattern=texts.patterns, every=intervals, threshold=thresholds)
def test_pruning_changes_no_merge_to_exhaustion(
    tie_break: TieBreak, text: str, pattern: str, every: int, threshold: Threshold
) -> None:
    pre_tokens = list(pre_tokenize(text, pattern=pattern))
    hold_to_naive(pre_tokens, TrainOptions(tie_break=tie_break), every, threshold)


@settings(max_examples=examples(800))
@given(
    pre_tokens=texts.weighted_positions(),
    options=texts.options(),
    every=intervals,
    threshold=thresholds,
)
def test_pruning_changes_no_merge_of_weighted_pre_tokens(
    pre_tokens: list[PreToken], options: TrainOptions, every: int, threshold: Threshold
) -> None:
    hold_to_naive(pre_tokens, options, every, threshold)


@every_tie_break
@settings(max_examples=examples(300))
@given(counts=texts.counts, every=intervals, threshold=thresholds)
def test_pruning_changes_no_merge_of_counts_of_any_size(
    tie_break: TieBreak, counts: dict[bytes, int], every: int, threshold: Threshold
) -> None:
    hold_to_naive(list(lay_out(counts)), TrainOptions(tie_break=tie_break), every, threshold)


@every_tie_break
@pytest.mark.parametrize("threshold", [new_threshold, below_half, all_but_the_best])
def test_pairs_are_set_aside_and_restored_on_a_story(
    tie_break: TieBreak, threshold: Threshold
) -> None:
    pre_tokens = list(lay_out(count_pre_tokens(sample("story_en").text)))
    options = TrainOptions(tie_break=tie_break)
    with pruning(7, threshold):
        events = list(train_indexed(pre_tokens, options, detail=True))
    moved = [event.pairs for event in events if isinstance(event, PairsSetAside)]
    back = [event.pairs for event in events if isinstance(event, PairsRestored)]
    assert sum(1 for pairs in moved if pairs) > 1
    assert any(back)
    assert sum(back) <= sum(moved)
    merges = [event for event in events if isinstance(event, MergeDone)]
    assert merges == list(train_naive(pre_tokens, options))[:-1]


@settings(max_examples=examples(200))
@given(pre_tokens=texts.weighted_positions(), options=texts.options(), threshold=thresholds)
def test_after_every_merge_counts_and_index_are_those_of_a_recount(
    pre_tokens: list[PreToken], options: TrainOptions, threshold: Threshold
) -> None:
    state = TrainState()
    with pruning(2, threshold):
        for event in train_indexed(pre_tokens, options, detail=True):
            apply(state, event)
            if isinstance(event, MergeDone):
                assert_recounted(state)


def assert_recounted(state: TrainState) -> None:
    places = {
        start: Counter(pairwise(token_id for _, token_id in state.tokens_of(start)))
        for start in state.starts
    }
    counts: Counter[tuple[int, int]] = Counter()
    for start, here in places.items():
        for pair, occurrences in here.items():
            counts[pair] += occurrences * state.weight_at[start]
    assert state.pair_counter.keys().isdisjoint(state.set_aside)
    assert state.pair_counter | state.set_aside == counts
    assert all(count < state.threshold for count in state.set_aside.values())
    assert state.index.keys() == counts.keys()
    for pair, starts in state.index.items():
        assert starts == {start: here[pair] for start, here in places.items() if here[pair]}
        # The rule `first_seen` takes the first key for the earliest.
        assert list(starts) == sorted(starts)


@settings(max_examples=examples(200))
@given(text=texts.texts)
def test_only_pre_tokens_that_hold_the_pair_are_rewritten(text: str) -> None:
    pre_tokens = list(pre_tokenize(text))
    by_index, by_looking = (
        [event for event in run if isinstance(event, PreTokenRewritten)]
        for run in (
            train_indexed(pre_tokens, detail=True),
            train_naive(pre_tokens, detail=True),
        )
    )
    assert by_index == by_looking


@settings(max_examples=examples(500))
@given(
    tokens=st.lists(st.integers(0, 2), max_size=12), pair=st.tuples(*[st.integers(0, 2)] * 2)
)
def test_rewriting_tells_the_difference_of_two_counts(
    tokens: list[int], pair: tuple[int, int]
) -> None:
    before, expected = Counter(pairwise(tokens)), list(tokens)
    replace_pair(expected, pair, 3)
    changes = rewrite(tokens, pair, 3)
    assert tokens == expected
    before.update(changes)
    assert before == Counter(pairwise(tokens))
    assert 0 not in changes.values()


@given(highest=st.integers(1, 2**70), number=st.integers(0, 10**6))
def test_the_best_pair_is_never_below_the_threshold(highest: int, number: int) -> None:
    assert 1 <= new_threshold(highest, number) <= highest


@pytest.mark.slow
@pytest.mark.parametrize("tie_break", ["first_seen", "greatest"])
def test_on_a_real_corpus_to_exhaustion(
    tie_break: TieBreak, shared: Callable[[str], Path]
) -> None:
    counts = count_pre_tokens(shared("data/corpus.en").read_bytes())
    options = TrainOptions(tie_break=tie_break)
    expected = list(train_linked(lay_out(counts), options))
    assert list(train_indexed(lay_out(counts), options)) == expected
    with pruning(13, below_half):
        assert list(train_indexed(lay_out(counts), options)) == expected
