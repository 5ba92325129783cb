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
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import TAUGHT, Trainer
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import sample
from bpe_core.train import indexed
from bpe_core.train.operations import NAMES, Operations, operations_by_merge
from bpe_core.train.options import TrainOptions
from bpe_core.train.sequence_lengths import sequence_lengths
from tests.core import text_strategies as texts
from tests.core.running import below_half, count_operations, pruning
from tests.examples import examples

every_trainer = pytest.mark.parametrize("trainer", TAUGHT)
trainers = st.sampled_from(list(TAUGHT.values()))


@pytest.fixture
def intj(lecture: dict[str, Any]) -> tuple[list[PreToken], TrainOptions]:
    corpus = lecture["positions_corpus"]
    specials = corpus["special_tokens"]
    pre_tokens = list(pre_tokenize(corpus["text"], special_tokens=specials))
    return pre_tokens, TrainOptions(special_tokens=specials)


@settings(max_examples=examples(400))
@given(trainer=trainers, pre_tokens=texts.weighted_positions(), options=texts.options())
def test_the_items_add_up_to_the_whole(
    trainer: Trainer, pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    whole = count_operations(trainer(pre_tokens, options, detail=True))
    items = list(operations_by_merge(trainer(pre_tokens, options, detail=True)))
    peak = max(item.pop("peak_entries", 0) for item in items)
    assert peak == whole.pop("peak_entries", 0)
    assert sum(items, Counter()) == whole
    assert set(whole) <= {*NAMES.values(), "stale_pops", "first_index"}


@settings(max_examples=examples(400))
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


@settings(max_examples=examples(200))
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


@settings(max_examples=examples(200))
@given(text=texts.texts, options=texts.options())
def test_the_naive_trainer_scans_all_neighbors_before_every_merge(
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


@settings(max_examples=examples(200))
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
    # Counting for the first time updates two dicts for every pair.
    pairs = sum(len(p.data) - 1 for p in pre_tokenize(text))
    assert counted["first_count"] == counted["first_index"] == pairs


class PassesCounted(dict[tuple[int, int], int]):
    """A dict that notes how many entries were gone through."""

    looked_at = 0

    def items(self) -> Any:
        for item in super().items():
            PassesCounted.looked_at += 1
            yield item

    def __iter__(self) -> Any:
        raise AssertionError("go through items")

    keys = values = __iter__


@pytest.mark.parametrize("every", [1, 7])
def test_every_pass_over_the_candidates_is_told(
    every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PassesCounted, "looked_at", 0)
    pre_tokens = list(lay_out(count_pre_tokens(sample("story_en").text)))
    real_best, real_parted = indexed.most_frequent, indexed.parted

    def watched(counts: Any) -> PassesCounted:
        return counts if isinstance(counts, PassesCounted) else PassesCounted(counts)

    def parted(counts: Any, threshold: int) -> tuple[PassesCounted, dict[tuple[int, int], int]]:
        """What it gives back is watched wherever the trainer goes through it."""
        candidates, rare = real_parted(watched(counts), threshold)
        return PassesCounted(candidates), rare

    with pruning(every, below_half):
        expected = count_operations(
            TAUGHT["indexed"](pre_tokens, TrainOptions(num_merges=150), detail=True)
        )
        monkeypatch.setattr(indexed, "most_frequent", lambda c: real_best(watched(c)))
        monkeypatch.setattr(indexed, "parted", parted)
        for _ in TAUGHT["indexed"](pre_tokens, TrainOptions(num_merges=150)):
            pass
    assert PassesCounted.looked_at == expected["candidates_scanned"]
    assert expected["pairs_set_aside"] > 0


def test_a_run_that_ends_early_has_its_items_too() -> None:
    events = list(TAUGHT["linked"](pre_tokenize("low lower"), detail=True))
    first_merge = next(k for k, e in enumerate(events) if isinstance(e, MergeDone))
    for end in range(len(events) + 1):
        items = list(operations_by_merge(events[:end]))
        merges = sum(isinstance(event, MergeDone) for event in events[:end])
        assert len(items) == merges + 2
    told = list(operations_by_merge(events, most=1))
    assert len(told) == 3
    assert told[:2] == list(operations_by_merge(events))[:2]
    assert told[2]["tokens_merged"] == count_operations(events[first_merge:])["tokens_merged"]


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
