"""The edge cases of training, one test each, for every trainer."""

from __future__ import annotations

from itertools import pairwise

import pytest

import bpe_core
from bpe_core.events import (
    CountChanged,
    PositionAppended,
    PositionVisited,
    StopReason,
    TokenMerged,
)
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import TAUGHT, TRAINERS
from bpe_core.state import TrainState, apply
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from tests.core.running import merges_and_counts
from tests.for_each import for_each
from tests.raising import raises

both_trainers = pytest.mark.parametrize("trainer", TRAINERS)
ONE_MERGE = TrainOptions(num_merges=1)


def replayed(text: str, options: TrainOptions = ONE_MERGE) -> TrainState:
    """The linked trainer's structures when it stops."""
    state = TrainState()
    for event in train_linked(pre_tokenize(text, pattern="none"), options, detail=True):
        apply(state, event)
    return state


def tokens(state: TrainState) -> list[bytes]:
    return [state.token_bytes[token_id] for _, token_id in state.tokens_of(0)]


def live_counts(state: TrainState) -> dict[tuple[bytes, bytes], int]:
    name = state.token_bytes
    return {(name[a], name[b]): n for (a, b), n in state.pair_counter.items() if n}


@for_each("trainer", TAUGHT)
@for_each("size", [2, 3, 4, 5, 6, 7, 8, 13, 64])
def test_a_run_counts_overlaps_and_merges_half(trainer: str, size: int) -> None:
    state = TrainState()
    for event in TAUGHT[trainer](pre_tokenize("a" * size), ONE_MERGE, detail=True):
        apply(state, event)
    assert state.merges[0].count == size - 1
    assert tokens(state) == [b"aa"] * (size // 2) + [b"a"] * (size % 2)


@pytest.mark.parametrize(
    ("size", "stale"),
    [(3, [False, True]), (4, [False, True, False]), (5, [False, True, False, True])],
)
def test_every_second_position_of_a_run_is_stale(size: int, stale: list[bool]) -> None:
    events = train_linked(pre_tokenize("a" * size), ONE_MERGE, detail=True)
    visits = [(e.position, e.stale) for e in events if isinstance(e, PositionVisited)]
    assert visits == list(enumerate(stale))


@for_each("size", range(2, 20))
def test_a_runs_own_count_is_paid_down_to_zero(size: int) -> None:
    # aaa: one merge pays for itself and, as its own right neighbor, for the overlap.
    state = replayed("a" * size)
    assert state.pair_counter[(97, 97)] == 0
    run = tokens(state)
    expected: dict[tuple[bytes, bytes], int] = {}
    for pair in pairwise(run):
        expected[pair] = expected.get(pair, 0) + 1
    assert live_counts(state) == expected


def test_a_left_neighbor_that_was_just_merged_is_seen_as_the_new_token() -> None:
    # aaaa: the merge at 2 meets the new token at 0: (new, a) goes, (new, new) comes.
    events = train_linked(pre_tokenize("aaaa"), ONE_MERGE, detail=True)
    changes = [(e.pair, e.delta) for e in events if isinstance(e, CountChanged)]
    a, new = 97, 256
    first = [((a, a), -1), ((a, a), -1), ((new, a), 1)]
    second = [((a, a), -1), ((new, a), -1), ((new, new), 1)]
    assert changes == first + second


@pytest.mark.parametrize(
    ("text", "pair", "left_over"),
    [("bab", (b"b", b"a"), [b"ba", b"b"]), ("aba", (b"b", b"a"), [b"a", b"ba"])],
)
def test_the_same_letter_on_both_sides(
    text: str, pair: tuple[bytes, bytes], left_over: list[bytes]
) -> None:
    state = replayed(text)
    first = state.merges[0].pair
    assert tuple(state.token_bytes[token_id] for token_id in first) == pair
    assert tokens(state) == left_over
    assert live_counts(state) == {(left_over[0], left_over[1]): 1}


@both_trainers
def test_abab_makes_the_pair_of_the_new_token_with_itself(trainer: str) -> None:
    steps = merges_and_counts(pre_tokenize("abab"), trainer=trainer)
    assert steps == [(b"a", b"b", 2), (b"ab", b"ab", 1)]


def test_a_pair_born_and_gone_within_a_merge_never_enters_the_heap() -> None:
    state = replayed("abab")
    born_and_gone = (256, 97)
    assert state.pair_counter[born_and_gone] == 0
    assert born_and_gone not in {pair for _, _, pair in state.heap}
    assert live_counts(state) == {(b"ab", b"ab"): 1}


@pytest.mark.parametrize(
    "text", ["aaaaaaa", "abababab", "aabaabaab", "banana bandana", "哈哈哈哈"]
)
def test_position_lists_ascend_by_construction(text: str) -> None:
    state = TrainState()
    appended = 0
    for event in train_linked(pre_tokenize(text, pattern="none"), detail=True):
        apply(state, event)
        appended += isinstance(event, PositionAppended)
        for positions in state.pair_positions.values():
            assert all(a < b for a, b in pairwise(positions))
    assert appended


@pytest.mark.parametrize("text", ["a" * 40, "ab" * 20, "banana bandana"])
def test_occurrences_stay_below_three_per_byte(text: str) -> None:
    events = list(train_linked(pre_tokenize(text, pattern="none"), detail=True))
    merged = sum(isinstance(e, TokenMerged) for e in events)
    appended = sum(isinstance(e, PositionAppended) for e in events)
    assert appended <= 2 * merged
    assert merged < len(text)


@both_trainers
def test_pre_tokens_of_one_byte_hold_no_pair(trainer: str) -> None:
    steps = list(TRAINERS[trainer](pre_tokenize("a1a1a1")))
    assert [step.reason for step in steps] == [StopReason.NO_PAIR_LEFT]


@both_trainers
@pytest.mark.parametrize("text", ["", b"", {}])
def test_an_empty_corpus_gives_the_base_vocabulary(
    trainer: str, text: str | bytes | dict[bytes, int]
) -> None:
    model = bpe_core.train(
        text, vocab_size=300, special_tokens=["<|endoftext|>"], trainer=trainer
    )
    assert model.merges == ()
    assert model.vocabulary.tokens == (*(bytes([b]) for b in range(256)), b"<|endoftext|>")


@both_trainers
def test_a_single_letter_gives_the_base_vocabulary(trainer: str) -> None:
    model = bpe_core.train("a", vocab_size=300, trainer=trainer)
    assert len(model.vocabulary) == 256
    assert bpe_core.encode(model, "a") == [97]


def test_a_vocabulary_below_bytes_and_specials_is_refused() -> None:
    with raises("InputError.vocabulary_too_small", match="vocab_size 257 is below 258"):
        bpe_core.train("aa", vocab_size=257, special_tokens=["<|x|>", "<|y|>"])
    model = bpe_core.train("aa", vocab_size=258, special_tokens=["<|x|>", "<|y|>"])
    assert model.merges == ()


@both_trainers
def test_fewer_merges_than_asked_gives_what_there_is(trainer: str) -> None:
    model = bpe_core.train("low", vocab_size=10_000, trainer=trainer)
    assert model.merges_as_bytes() == [(b"o", b"w"), (b"l", b"ow")]


@both_trainers
def test_counts_beyond_32_and_64_bits_stay_exact(trainer: str) -> None:
    # A 32-bit counter would wrap "th" to a small count and lose it to "qu".
    counts = {b"the": 2**31, b"this": 2**31, b"quay": 2**32 - 1, b"zz": 2**64 + 1}
    steps = merges_and_counts(bpe_core.pretokenize.pre_tokens.lay_out(counts), trainer=trainer)
    assert steps[:2] == [(b"z", b"z", 2**64 + 1), (b"t", b"h", 2**32)]


@both_trainers
@pytest.mark.parametrize("text", ["\0\0\0\0\0", "\0a\0a\0", "a\0\0b\0\0"])
def test_nul_bytes_train_and_come_back(trainer: str, text: str) -> None:
    # Token id 0 is a token like any other, not "nothing here".
    model = bpe_core.train(text, vocab_size=300, pattern="none", trainer=trainer)
    assert model.merges
    assert bpe_core.decode(model, bpe_core.encode(model, text)) == text
    assert bpe_core.encode(model, text) == [len(model.vocabulary) - 1]


@both_trainers
def test_absorbed_positions_are_not_token_zero(trainer: str) -> None:
    # The places that (a, a) empties lie right before a NUL, whose id is 0.
    steps = merges_and_counts([PreToken(b"aa\0aa\0", 0)], trainer=trainer)
    assert steps[0] == (b"a", b"a", 2)
    assert steps[1] == (b"aa", b"\0", 2)


@both_trainers
@pytest.mark.parametrize(
    ("options", "reason", "merges"),
    [
        (TrainOptions(num_merges=0), StopReason.TARGET_REACHED, 0),
        (TrainOptions(num_merges=2), StopReason.TARGET_REACHED, 2),
        (TrainOptions(vocab_size=258), StopReason.TARGET_REACHED, 2),
        (TrainOptions(vocab_size=999), StopReason.NO_PAIR_LEFT, 5),
        (TrainOptions(), StopReason.NO_PAIR_LEFT, 5),
        (TrainOptions(min_count=2), StopReason.BELOW_MIN_COUNT, 3),
        (TrainOptions(min_count=9), StopReason.BELOW_MIN_COUNT, 0),
        (TrainOptions(min_count=2, num_merges=2), StopReason.TARGET_REACHED, 2),
    ],
)
def test_the_reason_for_stopping(
    trainer: str, options: TrainOptions, reason: StopReason, merges: int
) -> None:
    *done, stopped = TRAINERS[trainer](pre_tokenize("low low lower"), options)
    assert len(done) == merges
    assert stopped.reason is reason
