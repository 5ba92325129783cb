"""Operation counts: by name over a run, and merge by merge."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import (
    CandidatesScanned,
    CountsBuilt,
    HeapOrdered,
    MergeDone,
    PreTokenRewritten,
)
from bpe_core.operations import NAMES, Operations, count_operations, operations_by_merge
from bpe_core.pretokenize import PreToken, pre_tokenize
from bpe_core.registry import TAUGHT, Trainer
from bpe_core.state import TrainState, apply
from bpe_core.train.lengths import sequence_lengths
from bpe_core.train.options import TrainOptions
from tests.core import texts

every_trainer = pytest.mark.parametrize("trainer", TAUGHT)
trainers = st.sampled_from(list(TAUGHT.values()))


@pytest.fixture
def intj(lecture: dict[str, Any]) -> tuple[list[PreToken], TrainOptions]:
    corpus = lecture["positions_corpus"]
    specials = corpus["special_tokens"]
    pre_tokens = list(pre_tokenize(corpus["text"], special_tokens=specials))
    return pre_tokens, TrainOptions(special_tokens=specials)


@settings(max_examples=400)
@given(trainer=trainers, pre_tokens=texts.weighted_positions(), options=texts.options())
def test_the_items_add_up_to_the_whole(
    trainer: Trainer, pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    whole = count_operations(trainer(pre_tokens, options, detail=True))
    items = list(operations_by_merge(trainer(pre_tokens, options, detail=True)))
    peak = max(item.pop("peak_entries", 0) for item in items)
    assert peak == whole.pop("peak_entries", 0)
    assert sum(items, Counter()) == whole
    assert set(whole) <= {*NAMES.values(), "stale_pops"}


@settings(max_examples=400)
@given(trainer=trainers, pre_tokens=texts.weighted_positions(), options=texts.options())
def test_there_is_an_item_for_setting_up_every_merge_and_the_end(
    trainer: Trainer, pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    merges = sum(isinstance(event, MergeDone) for event in trainer(pre_tokens, options))
    items = list(operations_by_merge(trainer(pre_tokens, options, detail=True)))
    assert len(items) == merges + 2
    # Only merges change anything.
    repairs = ("count_updates", "relinks", "index_updates", "words_rewritten")
    assert not any(item[name] for item in (items[0], items[-1]) for name in repairs)
    assert all(item["words_rewritten"] or item["tokens_merged"] for item in items[1:-1])
    # Nothing is counted for the first time later on.
    assert not any(item["first_count"] or item["initial_entries"] for item in items[1:])


@settings(max_examples=200)
@given(pre_tokens=texts.weighted_positions(), options=texts.options())
def test_the_peaks_are_those_of_the_real_heap(
    pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    run = TAUGHT["linked"]
    state, peaks = TrainState(), [0]
    for event in run(pre_tokens, options, detail=True):
        apply(state, event)
        peaks[-1] = max(peaks[-1], len(state.heap))
        if isinstance(event, MergeDone | HeapOrdered):
            peaks.append(len(state.heap))
    items = operations_by_merge(run(pre_tokens, options, detail=True))
    assert [item["peak_entries"] for item in items] == peaks
    whole = count_operations(run(pre_tokens, options, detail=True))
    assert whole["peak_entries"] == max(peaks)


@settings(max_examples=200)
@given(text=texts.texts, options=texts.options())
def test_the_naive_trainer_scans_all_neighbours_before_every_merge(
    text: str, options: TrainOptions
) -> None:
    pre_tokens = list(pre_tokenize(text))
    lengths = [
        n for (n,) in sequence_lengths(TAUGHT["linked"](pre_tokens, options, detail=True))
    ]
    run = TAUGHT["naive"](pre_tokens, options, detail=True)
    nothing_laid_out, *items = (item["pairs_scanned"] for item in operations_by_merge(run))
    assert nothing_laid_out == 0
    # Between n tokens of a pre-token there are n - 1 pairs.
    scans = [length - len(pre_tokens) for length in lengths]
    if len(scans) - 1 == options.merge_limit:
        scans[-1] = 0  # stopped before looking
    assert items == scans


def test_naive_on_the_lectures_corpus(intj: tuple[list[PreToken], TrainOptions]) -> None:
    pre_tokens, _ = intj
    lengths = [n for (n,) in sequence_lengths(TAUGHT["linked"](*intj, detail=True))]
    counted = count_operations(TAUGHT["naive"](*intj, detail=True))
    # One scan before every merge and a last one that finds no pair.
    assert counted["pairs_scanned"] == sum(n - len(pre_tokens) for n in lengths)
    assert counted["pops"] == counted["peak_entries"] == 0


def test_linked_on_the_lectures_corpus(
    intj: tuple[list[PreToken], TrainOptions], lecture: dict[str, Any]
) -> None:
    golden = lecture["positions_corpus"]["operations_to_exhaustion"]
    setting_up, *merges, end = operations_by_merge(TAUGHT["linked"](*intj, detail=True))
    assert setting_up["initial_entries"] == golden["initial_entries"]
    assert setting_up["peak_entries"] == golden["initial_entries"]
    assert setting_up["first_count"] == sum(len(p.data) - 1 for p in intj[0])
    assert sum(item["later_pushes"] for item in merges) == golden["later_pushes"]
    assert end["pops"] == end["stale_pops"]
    # Every entry is popped in the end, so those still there were popped in vain.
    assert end["peak_entries"] == end["pops"]


@settings(max_examples=200)
@given(text=texts.texts)
def test_the_indexed_trainer_scans_the_distinct_pairs_and_rewrites_what_holds_one(
    text: str,
) -> None:
    state = TrainState()
    held, candidates = [], []
    for event in TAUGHT["indexed"](pre_tokenize(text), detail=True):
        if isinstance(event, CountsBuilt):
            assert event.distinct == len(state.index)
        if isinstance(event, PreTokenRewritten):
            held.append(event.start)
        if isinstance(event, CandidatesScanned):
            candidates.append(len(state.pair_counter))
        apply(state, event)
    counted = count_operations(TAUGHT["indexed"](pre_tokenize(text), detail=True))
    assert counted["words_rewritten"] == len(held)
    assert counted["candidates_scanned"] == sum(candidates)
    assert counted["index_updates"] == counted["count_updates"]


@every_trainer
def test_events_are_counted_as_they_come(trainer: str) -> None:
    work = Operations()
    run = TAUGHT[trainer](pre_tokenize("low lower"), detail=True)
    for event in run:
        work.seen(event)
        if isinstance(event, CountsBuilt):
            break
    so_far = Counter(work.counts)
    for event in run:
        work.seen(event)
    assert work.counts != so_far
    assert work.counts == count_operations(
        TAUGHT[trainer](pre_tokenize("low lower"), detail=True)
    )
