"""Learning's events replay to the learner's own structures, symbol by symbol."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import (
    CountsBuilt,
    MergeDone,
    PairChosen,
    PairsRestored,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenPlaced,
    Stopped,
    StopReason,
    SubGoal,
    TokenNamed,
)
from bpe_core.systems.subword_nmt import fold_codes, learn, learning_events
from bpe_core.systems.subword_nmt.learn import first_names
from bpe_core.train.operations import Operations
from bpe_core.train.state import TrainState, apply
from tests.core.running import below_half, pruning
from tests.core.systems import subword_peer as peer
from tests.core.train.test_replay_law import assert_indexed_state, assert_known_tokens, hold
from tests.examples import examples

LECTURE = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


@settings(max_examples=examples(100))
@given(words=peer.tables, every=st.integers(1, 3))
def test_the_replay_law(words: dict[str, int], every: int) -> None:
    def same(state: TrainState, real: dict[str, object]) -> None:
        assert_indexed_state(state, real)
        assert_known_tokens(state, real)

    with pruning(every, below_half):
        hold(learning_events(words, min_frequency=1, num_merges=12, detail=True), same)


@settings(max_examples=examples(100))
@given(words=peer.tables)
def test_the_state_ends_as_the_words_are_segmented(words: dict[str, int]) -> None:
    state = TrainState()
    for event in learning_events(words, detail=True):
        apply(state, event)
    counts: Counter[tuple[int, int]] = Counter()
    for start in state.starts:
        tokens = [token_id for _, token_id in state.tokens_of(start)]
        assert tokens, "a word never has no symbol"
        for pair in pairwise(tokens):
            counts[pair] += state.weight_at[start]
    assert state.pair_counter | state.set_aside == counts
    whole = {
        b"".join(state.token_bytes[t] for _, t in state.tokens_of(start)).decode()
        for start in state.starts
    }
    assert whole == {f"{word}</w>" for word in words}


@settings(max_examples=examples(100))
@given(words=peer.tables)
def test_detail_changes_nothing_and_every_prefix_is_smaller_codes(
    words: dict[str, int],
) -> None:
    events = list(learning_events(words, detail=True))
    whole = [event for event in events if isinstance(event, MergeDone | Stopped)]
    assert whole == list(learning_events(words))
    codes = learn(words, engine="indexed")
    assert fold_codes(events, words) == codes
    for number in range(len(codes) + 1):
        assert fold_codes(whole[:number], words) == codes.first(number)


def test_words_are_placed_named_cut_and_indexed_the_frequent_first() -> None:
    events = list(learning_events({"we": 1, "low": 2}, num_merges=0, detail=True))
    assert events[:6] == [
        PreTokenPlaced(0, b"low</w>", 2),
        TokenNamed(256, b"l"),
        TokenNamed(257, b"o"),
        TokenNamed(258, b"w</w>"),
        PreTokenCut(0, (256, 257, 258)),
        PreTokenIndexed(0, 2),
    ]
    assert events[6:] == [
        PreTokenPlaced(7, b"we</w>", 1),
        TokenNamed(259, b"w"),
        TokenNamed(260, b"e</w>"),
        PreTokenCut(7, (259, 260)),
        PreTokenIndexed(7, 1),
        CountsBuilt(3),
        Stopped(StopReason.TARGET_REACHED),
    ]


def test_a_merge_chooses_merges_and_repairs() -> None:
    events = learning_events(LECTURE, num_merges=2, detail=True)
    goals = [goal for goal, _ in groupby(event.goal for event in events)]
    assert goals[:3] == [SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE]
    assert goals[3] == SubGoal.REPAIR


def test_the_names_of_symbols_are_those_that_events_give() -> None:
    named = {
        event.token_id: event.data.decode()
        for event in learning_events(LECTURE, num_merges=0, detail=True)
        if isinstance(event, TokenNamed)
    }
    assert named == first_names(LECTURE)


def test_a_symbol_made_again_has_its_first_id_and_restores_all() -> None:
    words = {"x</w>y": 40, "zx": 80}
    state, after = TrainState(), []
    made_again = False
    for event in learning_events(words, detail=True):
        if isinstance(event, PairChosen):
            made_again = event.new_id in state.token_bytes
        apply(state, event)
        if made_again:
            after.append(type(event))
    assert MergeDone in after
    assert after.index(PairsRestored) > after.index(MergeDone)
    assert not state.set_aside


def test_work_is_counted_as_for_bytes() -> None:
    work = Operations()
    for event in learning_events(LECTURE, detail=True):
        work.seen(event)
    assert work.counts["first_count"] == work.counts["first_index"] == 2 + 4 + 5 + 5
    assert work.counts["words_rewritten"] > 5
