"""The lecture's worked training examples, table by table."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import HeapOrdered, MergeDone, PairSeen
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import TRAINERS
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import sample
from bpe_core.train.linked import descending_text, train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import preference
from tests.core.running import count_operations, learn, merges_and_counts
from tests.examples import examples

both_trainers = pytest.mark.parametrize("trainer", TRAINERS)


def latin(text: str) -> bytes:
    """A token as the golden file writes it."""
    return text.encode("latin-1")


def by_position(table: dict[str, Any]) -> dict[int, Any]:
    return {int(position): value for position, value in table.items()}


@pytest.fixture
def corpus(lecture: dict[str, Any]) -> dict[str, Any]:
    return lecture["positions_corpus"]


def run(corpus: dict[str, Any], **options: Any) -> Any:
    pre_tokens = pre_tokenize(corpus["text"], special_tokens=corpus["special_tokens"])
    chosen = TrainOptions(special_tokens=corpus["special_tokens"], **options)
    return train_linked(pre_tokens, chosen, detail=True)


def test_the_sample_is_the_lectures_corpus(corpus: dict[str, Any]) -> None:
    assert sample("intj").text == corpus["text"]
    assert sample("intj").special_tokens == tuple(corpus["special_tokens"])
    assert sample("intj").size == 97


def test_pre_tokens_stand_at_the_lectures_offsets(corpus: dict[str, Any]) -> None:
    found = pre_tokenize(corpus["text"], special_tokens=corpus["special_tokens"])
    expected = [(start, text.encode()) for start, text in corpus["pre_tokens"]]
    assert [(p.start, p.data) for p in found] == expected


def test_structures_before_the_first_merge(corpus: dict[str, Any]) -> None:
    state = TrainState()
    for event in run(corpus):
        apply(state, event)
        if isinstance(event, HeapOrdered):
            break
    assert state.token_at == by_position(corpus["token_at"])
    assert state.prev == by_position(corpus["prev"])
    assert state.next == by_position(corpus["next"])
    expected = {tuple(pair): positions for pair, positions in corpus["pair_positions"]}
    assert list(state.pair_positions.items()) == list(expected.items())
    assert state.pair_counter == {pair: len(places) for pair, places in expected.items()}


def test_structures_after_every_merge(corpus: dict[str, Any]) -> None:
    state, steps = TrainState(), iter(corpus["states_after_merge"])
    for event in run(corpus):
        apply(state, event)
        if not isinstance(event, MergeDone):
            continue
        golden = next(steps)
        left, right = (state.token_bytes[token_id] for token_id in event.pair)
        assert (event.number, event.new_id) == (golden["merge"], golden["new_id"])
        assert [left, right] == [latin(text) for text in golden["pair"]]
        assert state.token_at == by_position(golden["token_at"])
        live = {
            position for position, token_id in state.token_at.items() if token_id is not None
        }
        assert {i: state.next[i] for i in live} == by_position(golden["next"])
        assert {i: state.prev[i] for i in live} == by_position(golden["prev"])
        counts = [
            (state.token_bytes[left], state.token_bytes[right], count)
            for (left, right), count in state.pair_counter.items()
            if count
        ]
        assert sorted(counts) == sorted(
            (latin(a), latin(b), n) for a, b, n in golden["pair_counts"]
        )
    assert next(steps, None) is None


@both_trainers
def test_merges_to_exhaustion(corpus: dict[str, Any], trainer: str) -> None:
    specials = corpus["special_tokens"]
    steps = merges_and_counts(
        pre_tokenize(corpus["text"], special_tokens=specials),
        TrainOptions(special_tokens=specials),
        trainer=trainer,
    )
    assert steps == [(latin(a), latin(b), n) for a, b, n in corpus["merges_to_exhaustion"]]


def test_operations_to_exhaustion(corpus: dict[str, Any]) -> None:
    golden = {k: v for k, v in corpus["operations_to_exhaustion"].items() if k != "rule"}
    counted = count_operations(run(corpus))
    assert {name: counted[name] for name in golden} == golden
    # Every merged position is linked anew once.
    assert counted["tokens_merged"] == counted["relinks"]


def test_the_naive_trainer_scans_every_pair_before_every_merge() -> None:
    # aaaa: 3 pairs, then [aa, aa] has 1, then the single token that is left has none.
    run = TRAINERS["naive"](pre_tokenize("aaaa"), detail=True)
    assert count_operations(run)["pairs_scanned"] == 3 + 1 + 0


def test_hello_without_pre_tokenization(lecture: dict[str, Any]) -> None:
    hello = lecture["hello"]
    (whole,) = pre_tokenize(hello["text"], pattern="none")
    assert list(whole.data) == hello["bytes"]
    events = train_linked([whole], TrainOptions(num_merges=1), detail=True)
    seen = [event.pair for event in events if isinstance(event, PairSeen)]
    assert {pair: seen.count(pair) for pair in seen} == {
        tuple(pair): count for pair, count in hello["pair_counts_without_pre_tokenization"]
    }
    assert len(seen) == len(list(pairwise(hello["bytes"])))


@both_trainers
def test_hello_merges(lecture: dict[str, Any], trainer: str) -> None:
    hello = lecture["hello"]
    whole = pre_tokenize(hello["text"], pattern="none")
    first, second = merges_and_counts(whole, TrainOptions(num_merges=2), trainer=trainer)
    left, right, count = hello["first_merge_without_pre_tokenization"]
    assert first == (latin(left), latin(right), count)
    assert second == (b"lo", b",", 1)  # the slide lost the comma
    split = merges_and_counts(pre_tokenize(hello["text"]), trainer=trainer)
    assert split == [
        (latin(a), latin(b), n) for a, b, n in hello["merges_with_pre_tokenization"]
    ]


def test_hello_chinese_bytes(lecture: dict[str, Any]) -> None:
    golden = lecture["hello_chinese"]
    data = b"".join(pre_token.data for pre_token in pre_tokenize(golden["text"]))
    assert list(data) == golden["bytes"]


@both_trainers
def test_cs336_merges(lecture: dict[str, Any], trainer: str) -> None:
    golden = lecture["cs336"]
    # The handout splits at white space and drops it; our named pattern keeps it apart.
    words = [
        pre_token
        for pre_token in pre_tokenize(golden["text"], pattern=golden["pre_tokenization"])
        if not pre_token.data.isspace()
    ]
    expected = [tuple(line.encode().split(b" ")) for line in golden["merges"]]
    assert learn(words, trainer=trainer).merges_as_bytes()[: len(expected)] == expected
    assert len(expected) == 12


def test_the_greatest_tuple_wins_not_the_greatest_text() -> None:
    # CS336's own example: among (A,B) (A,C) (B,ZZ) (BA,A) the winner is (BA,A).
    tokens = {0: b"A", 1: b"B", 2: b"C", 3: b"ZZ", 4: b"BA"}
    assert max([(0, 1), (0, 2), (1, 3), (4, 0)], key=preference("greatest", tokens)) == (4, 0)


# --- The lecture's order of repair gives the merges of ours, whatever the text


def merges_as_on_the_slides(pre_tokens: list[PreToken], most: int) -> list[tuple[Pair, int]]:
    """Counts, token, positions, links, at every position; then every touched pair is pushed."""
    tokens = [bytes([k]) for k in range(256)]
    token_dict: dict[int, int | None] = {}
    prev: dict[int, int | None] = {}
    next_: dict[int, int | None] = {}
    pair_positions: dict[Pair, list[int]] = {}
    pair_counter: dict[Pair, int] = {}
    for data, start, _ in pre_tokens:
        end = start + len(data)
        for idx, byte in enumerate(data, start):
            token_dict[idx] = byte
            prev[idx] = idx - 1 if idx > start else None
            next_[idx] = idx + 1 if idx + 1 < end else None
        for idx, pair in enumerate(pairwise(data), start):
            pair_positions.setdefault(pair, []).append(idx)
            pair_counter[pair] = pair_counter.get(pair, 0) + 1

    def entry(pair: Pair) -> tuple[int, tuple[str, str], Pair]:
        left, right = (descending_text(tokens[token_id]) for token_id in pair)
        return (-pair_counter[pair], (left, right), pair)

    def count(pair: Pair, change: int) -> None:
        pair_counter[pair] = pair_counter.get(pair, 0) + change
        touched.add(pair)

    heap = [entry(pair) for pair in pair_counter]
    heapify(heap)
    merges: list[tuple[Pair, int]] = []
    while heap and len(merges) < most:
        highest, _, pair = heappop(heap)
        if -highest != pair_counter[pair] or not highest:
            continue
        left, right = pair
        new = len(tokens)
        tokens.append(tokens[left] + tokens[right])
        touched: set[Pair] = set()
        for idx in pair_positions[pair]:
            following = next_[idx]
            if token_dict[idx] != left or following is None or token_dict[following] != right:
                continue
            before, after = prev[idx], next_[following]
            count(pair, -1)
            if before is not None:
                neighbor = token_dict[before]
                assert neighbor is not None
                count((neighbor, left), -1)
                count((neighbor, new), 1)
            if after is not None:
                neighbor = token_dict[after]
                assert neighbor is not None
                count((right, neighbor), -1)
                count((new, neighbor), 1)
            token_dict[idx], token_dict[following] = new, None
            if before is not None:
                neighbor = token_dict[before]
                assert neighbor is not None
                pair_positions.setdefault((neighbor, new), []).append(before)
            if after is not None:
                neighbor = token_dict[after]
                assert neighbor is not None
                pair_positions.setdefault((new, neighbor), []).append(idx)
            next_[idx] = after
            if after is not None:
                prev[after] = idx
        for each in touched:
            heappush(heap, entry(each))
        merges.append((pair, -highest))
    return merges


@settings(max_examples=examples(150))
@given(text=st.text(alphabet="ab c你", max_size=60))
def test_the_order_of_the_slides_gives_the_same_merges(text: str) -> None:
    pre_tokens = list(pre_tokenize(text))
    options = TrainOptions(num_merges=30, min_count=1)
    ours = [
        (event.pair, event.count)
        for event in train_linked(pre_tokens, options)
        if isinstance(event, MergeDone)
    ]
    assert merges_as_on_the_slides(pre_tokens, 30) == ours
