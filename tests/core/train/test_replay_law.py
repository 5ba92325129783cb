"""The replay law: after every event the folded state is the trainer's own state.

The suspended generator is opened (``gi_frame.f_locals``) and its structures are compared with
what ``apply`` made of the events so far, down to the order of dicts and of the heap's array.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import Event, MergeDone, Stopped
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import TAUGHT
from bpe_core.state import TrainState, apply
from bpe_core.train.fold import fold_model
from bpe_core.train.indexed import train_indexed
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from tests.core import text_strategies as texts
from tests.core.running import below_half, pruning
from tests.examples import examples

trainers = st.sampled_from(list(TAUGHT.values()))


def locals_of(run: Generator[Event]) -> dict[str, Any]:
    assert run.gi_frame is not None, "the run is suspended at a yield"
    return run.gi_frame.f_locals


def assert_same_by_position(real: list[Any], folded: dict[int, Any]) -> None:
    """A list over all offsets equals the state's dict, and None wherever that has no key."""
    assert real == [folded.get(position) for position in range(len(real))]
    assert all(position < len(real) for position in folded)


def assert_linked_state(state: TrainState, real: dict[str, Any]) -> None:
    assert_same_by_position(real["token_at"], state.token_at)
    assert_same_by_position(real["prev"], state.prev)
    assert_same_by_position(real["next_"], state.next)
    assert list(state.pair_positions.items()) == list(real["pair_positions"].items())
    assert list(state.pair_counter.items()) == list(real["pair_counter"].items())
    assert state.heap == real.get("heap", [])


def assert_naive_state(state: TrainState, real: dict[str, Any]) -> None:
    assert state.starts == [start for start, _, _ in real["sequences"]]
    for start, tokens, weight in real["sequences"]:
        assert [token_id for _, token_id in state.tokens_of(start)] == tokens
        assert state.weight_at[start] == weight
    assert list(state.pair_counter.items()) == list(real.get("pair_counter", {}).items())


class Written(dict[int, int | None]):
    """A dict that counts how often it is written to."""

    times = 0

    def __setitem__(self, position: int, token_id: int | None) -> None:
        self.times += 1
        super().__setitem__(position, token_id)


def assert_indexed_state(state: TrainState, real: dict[str, Any]) -> None:
    assert state.starts == list(real["sequences"])
    for start, (tokens, weight) in real["sequences"].items():
        assert [token_id for _, token_id in state.tokens_of(start)] == tokens
        assert state.weight_at[start] == weight
    assert list(state.pair_counter.items()) == list(real["pair_counter"].items())
    assert list(state.set_aside.items()) == list(real["set_aside"].items())
    assert state.threshold == real["threshold"]
    assert list(state.index) == list(real["index"])
    for pair, starts in real["index"].items():
        assert list(state.index[pair].items()) == list(starts.items())


def assert_known_tokens(state: TrainState, real: dict[str, Any]) -> None:
    """The state knows every byte and every learned token (special tokens are never merged)."""
    tokens = real["token_bytes"]
    assert state.token_bytes == {i: tokens[i] for i in state.token_bytes}


@settings(max_examples=examples(250))
@given(text=texts.texts, options=texts.options(), pattern=texts.patterns)
def test_linked_from_text(text: str, options: TrainOptions, pattern: str) -> None:
    specials = options.special_tokens
    hold_linked(list(pre_tokenize(text, pattern=pattern, special_tokens=specials)), options)


@settings(max_examples=examples(120))
@given(pre_tokens=texts.weighted_positions(), options=texts.options())
def test_linked_from_weighted_positions(
    pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    hold_linked(pre_tokens, options)


def hold(
    run: Generator[Event], assert_state: Callable[[TrainState, dict[str, Any]], None]
) -> None:
    """The law: after every event the fold equals what the suspended generator holds."""
    state = TrainState()
    for event in run:
        apply(state, event)
        assert_state(state, locals_of(run))
        assert_known_tokens(state, locals_of(run))
    assert state.stopped is not None


def hold_linked(pre_tokens: list[PreToken], options: TrainOptions) -> None:
    hold(train_linked(pre_tokens, options, detail=True), assert_linked_state)


@settings(max_examples=examples(250))
@given(pre_tokens=texts.weighted_positions(), options=texts.options())
def test_naive(pre_tokens: list[PreToken], options: TrainOptions) -> None:
    hold(train_naive(pre_tokens, options, detail=True), assert_naive_state)


@settings(max_examples=examples(250))
@given(text=texts.texts, options=texts.options(), pattern=texts.patterns)
def test_indexed_from_text(text: str, options: TrainOptions, pattern: str) -> None:
    specials = options.special_tokens
    pre_tokens = list(pre_tokenize(text, pattern=pattern, special_tokens=specials))
    hold(train_indexed(pre_tokens, options, detail=True), assert_indexed_state)


@settings(max_examples=examples(120))
@given(pre_tokens=texts.weighted_positions(), options=texts.options(), every=st.integers(1, 3))
def test_indexed_with_pairs_set_aside_and_restored(
    pre_tokens: list[PreToken], options: TrainOptions, every: int
) -> None:
    with pruning(every, below_half):
        hold(train_indexed(pre_tokens, options, detail=True), assert_indexed_state)


@settings(max_examples=examples(300))
@given(trainer=trainers, text=texts.texts, options=texts.options())
def test_the_state_of_any_trainer_ends_with_the_same_tokens(
    trainer: Any, text: str, options: TrainOptions
) -> None:
    pre_tokens = list(pre_tokenize(text, special_tokens=options.special_tokens))
    state = TrainState()
    for event in trainer(pre_tokens, options, detail=True):
        apply(state, event)
    steps = list(train_naive(pre_tokens, options))
    assert [*state.merges, Stopped(state.stopped)] == steps
    for data, start, _ in pre_tokens:
        tokens = [state.token_bytes[token_id] for _, token_id in state.tokens_of(start)]
        assert b"".join(tokens) == data


@settings(max_examples=examples(300))
@given(trainer=trainers, text=texts.texts, options=texts.options())
def test_every_prefix_of_a_run_is_a_smaller_model(
    trainer: Any, text: str, options: TrainOptions
) -> None:
    pre_tokens = list(pre_tokenize(text, special_tokens=options.special_tokens))
    events = [e for e in trainer(pre_tokens, options) if isinstance(e, MergeDone)]
    whole = fold_model(events, options)
    base = 256 + len(options.special_tokens)
    for size in range(len(events) + 1):
        smaller = replace(options, vocab_size=None, num_merges=size)
        part = fold_model(events[:size], options)
        assert part == fold_model(trainer(pre_tokens, smaller), smaller)
        assert part.merges == whole.merges[:size]
        assert part.vocabulary.tokens == whole.vocabulary.tokens[: base + size]


def test_a_rewritten_pre_token_costs_its_tokens_and_not_its_bytes() -> None:
    state, size = TrainState(), 1024
    run = train_naive([PreToken(b"b" * size, 0, 1)], TrainOptions(num_merges=10), detail=True)
    apply(state, next(run))
    state.token_at = written = Written(state.token_at)
    for event in run:
        apply(state, event)
        live = {position for position, token_id in written.items() if token_id is not None}
        assert live == {position for position, _ in state.tokens_of(0)}
    assert written.times <= 3 * size, "each merge halves the tokens"
