"""A timed run says when each part was done, and makes what the algorithm makes anywhere."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bpe_core
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.texts.corpus import END_OF_TEXT, sample
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.race import lane
from bpe_lab.race.lane import (
    Timed,
    time_compiled,
    time_encoder,
    time_peer,
    time_tiktoken,
    time_trainer,
)
from bpe_lab.race.plan import LANES, Lane, RacePlan, lanes_of
from bpe_lab.race.standing import digest_of

OURS = [name for name in lanes_of("train") if not LANES[name].library]
ENCODING = [name for name in lanes_of("encode") if LANES[name].fine]
every_lane = pytest.mark.parametrize("name", OURS)
every_encoder = pytest.mark.parametrize("name", ENCODING)


def unheard(_: Mapping[str, Any]) -> None:
    """Nobody listens."""


def plan_of(budget: float = 60.0, **options: Any) -> RacePlan:
    options = {"special_tokens": (END_OF_TEXT,), **options}
    return RacePlan(lanes=("naive",), options=TrainOptions(**options), budget=budget)


@cache
def naive_merges(text: str, plan: RacePlan) -> tuple[tuple[bytes, bytes], ...]:
    timed = time_trainer(LANES["naive"], text, plan, unheard)
    return timed.merges


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return bpe_core.train(sample("story_en").text, vocab_size=400)


@pytest.fixture(scope="module")
def corpus_en(shared: Callable[[str], Path]) -> str:
    return shared("data/corpus.en").read_bytes().decode()


def assert_ascends(timed: Timed) -> None:
    assert len(timed.done) == len(timed.at) > 0
    assert timed.done[0] > 0
    assert timed.at[0] > timed.pre_tokenized > 0
    for times in (timed.done, timed.at):
        assert all(a <= b for a, b in pairwise(times))
    assert len(set(timed.done)) == len(timed.done)


def test_the_ladder_has_all_rungs_in_order() -> None:
    known = ["naive_every", "naive", "indexed", "linked", "compiled"]
    assert [name for name in OURS if name in known] == known
    peers = [name for name in lanes_of("train") if LANES[name].library]
    assert peers == ["huggingface", "rustbpe", "gigatoken", "sentencepiece"]
    assert lanes_of("encode")[:5] == [
        *("merge_list", "rank_order_scan", "rank_order_heap", "linear", "cached")
    ]


@every_lane
def test_every_lane_makes_the_merges_of_the_lecture(name: str, lecture: dict[str, Any]) -> None:
    expected = tuple(
        (left.encode("latin-1"), right.encode("latin-1"))
        for left, right, _ in lecture["positions_corpus"]["merges_to_exhaustion"]
    )
    timed = time_trainer(LANES[name], sample("intj").text, plan_of(), unheard)
    assert timed.merges == expected
    assert timed.done[-1] == len(expected)
    assert not timed.cut
    assert_ascends(timed)


@every_lane
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_all_lanes_make_the_same_of_a_real_corpus(
    name: str, tie_break: TieBreak, corpus_en: str
) -> None:
    plan, text = plan_of(vocab_size=300, tie_break=tie_break), corpus_en[:10_000]
    expected = naive_merges(text, plan)
    assert len(expected) == 300 - 257
    timed = time_trainer(LANES[name], text, plan, unheard)
    assert timed.merges == expected
    assert timed.digest == digest_of(token for pair in expected for token in pair)
    assert_ascends(timed)


def test_a_lane_with_fine_events_tells_every_merge_by_itself() -> None:
    timed = time_trainer(
        LANES["linked"], sample("story_en").text, plan_of(num_merges=50), unheard
    )
    assert timed.done == tuple(range(1, 51))


def test_a_compiled_lane_tells_slices_and_never_a_merge_before_its_slice_is_done() -> None:
    text = sample("story_en").text
    timed = time_trainer(LANES["compiled"], text, plan_of(num_merges=200), unheard)
    assert timed.done[-1] == 200
    assert len(timed.done) < 200
    assert_ascends(timed)


@every_lane
def test_a_run_ends_at_the_first_merge_after_its_budget(name: str) -> None:
    plan = plan_of(budget=1e-6, num_merges=50)
    timed = time_trainer(LANES[name], sample("story_en").text, plan, unheard)
    assert timed.cut
    assert timed.done == ()
    assert timed.merges == ()


def test_a_run_that_is_cut_keeps_what_it_made(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr(lane, "perf_counter_ns", lambda: next(seconds) * 10**9)
    text = sample("story_en").text
    whole = naive_merges(text, plan_of(budget=1000, num_merges=20))
    seconds = iter(range(100))
    timed = time_trainer(LANES["linked"], text, plan_of(budget=5, num_merges=20), unheard)
    assert timed.cut
    # The clock: 0 at the start, 1 with the pre-tokens; the fourth merge is done at 5.
    assert timed.at == tuple(second * 10**9 for second in (2, 3, 4, 5))
    assert timed.pre_tokenized == 10**9
    assert timed.merges == whole[:4]


def test_the_last_merge_after_the_budget_cuts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr(lane, "perf_counter_ns", lambda: next(seconds) * 10**9)
    text = sample("story_en").text
    timed = time_trainer(LANES["linked"], text, plan_of(budget=5, num_merges=4), unheard)
    assert not timed.cut
    assert timed.done == (1, 2, 3, 4)


def test_what_is_reached_is_told_ten_times_a_second_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Mapping[str, Any]] = []
    clock = iter(range(0, 10**12, 30_000_000))
    monkeypatch.setattr(lane, "perf_counter_ns", lambda: next(clock))
    text = sample("story_en").text
    time_trainer(LANES["linked"], text, plan_of(num_merges=40), said.append)
    assert said[0] == {"clock": "started"}
    assert said[-1] == {"clock": "stopped"}
    reached = [line["reached"] for line in said[1:-1]]
    assert len(reached) >= 40 * 30 // 150
    assert all(later[1] - first[1] >= 100_000_000 for first, later in pairwise(reached))
    assert all(later[0] > first[0] for first, later in pairwise(reached))


@every_encoder
def test_every_encoder_makes_the_ids_of_encode(name: str, model: BPEModel) -> None:
    text = sample("story_en").text + END_OF_TEXT
    timed = time_encoder(LANES[name], text, model, 60.0, unheard)
    assert timed.digest == sha256(array("q", bpe_core.encode(model, text))).hexdigest()
    assert timed.done[-1] == len(list(pre_tokenize(text)))
    assert not timed.cut
    assert_ascends(timed)


def test_an_encoder_is_stamped_at_most_so_often(model: BPEModel) -> None:
    text = sample("story_en").text * 10
    timed = time_encoder(LANES["cached"], text, model, 60.0, unheard)
    parts = len(list(pre_tokenize(text)))
    assert parts > 1000
    # Strides that grow to a 200th, and some shorter ones where the machine was slow.
    assert len(timed.done) <= 2 * 200 + math.log2(parts)


@every_encoder
def test_an_encoder_is_cut_by_its_budget(name: str, model: BPEModel) -> None:
    timed = time_encoder(LANES[name], sample("story_en").text, model, 1e-6, unheard)
    assert timed.cut
    assert timed.done == ()


def test_the_compiled_encoder_makes_the_ids_of_encode_each_time_anew(model: BPEModel) -> None:
    text = sample("story_en").text + sample("story_zh").text + END_OF_TEXT
    ours = time_encoder(LANES["cached"], text, model, 60.0, unheard)
    for _ in range(2):
        compiled = time_compiled(text, model, 60.0, unheard)
        assert (compiled.digest, compiled.done) == (ours.digest, ours.done[-1:])
        assert len(compiled.at) == 1
        assert not compiled.cut


def test_the_compiled_encoder_is_cut_by_its_budget(model: BPEModel) -> None:
    timed = time_compiled(sample("story_en").text, model, 0.0, unheard)
    assert (timed.cut, timed.done) == (True, ())


def test_tiktoken_makes_our_ids(model: BPEModel) -> None:
    pytest.importorskip("tiktoken")
    text = sample("story_en").text + sample("story_zh").text + END_OF_TEXT
    ours = time_encoder(LANES["cached"], text, model, 60.0, unheard)
    peer = time_tiktoken(text, model, 60.0, unheard)
    assert peer.digest == ours.digest
    assert peer.done == ours.done[-1:]
    assert len(peer.at) == 1


def test_tiktoken_refuses_a_model_that_composes_characters(model: BPEModel) -> None:
    pytest.importorskip("tiktoken")
    with pytest.raises(bpe_core.errors.OptionError, match="normalization='NFC': none"):
        time_tiktoken("a", replace(model, normalization="NFC"), 60.0, unheard)


def installed_peer(name: str) -> Lane:
    pytest.importorskip(LANES[name].library)
    return LANES[name]


SHARED = [
    (name, rule)
    for name, lane in LANES.items()
    if lane.work == "train" and lane.library
    for rule in lane.tie_breaks
]


@pytest.mark.parametrize(("name", "rule"), SHARED)
def test_a_peer_makes_our_merges_under_each_rule_that_it_shares(
    name: str, rule: TieBreak, corpus_en: str
) -> None:
    lane = installed_peer(name)
    plan = plan_of(vocab_size=700, tie_break=rule)
    ours = time_trainer(LANES["linked"], corpus_en, plan, unheard)
    peer = time_peer(lane, corpus_en, plan, unheard)
    assert peer.merges == ours.merges
    assert (peer.digest, peer.done) == (ours.digest, ours.done[-1:])
    assert not peer.cut
    assert peer.pre_tokenized == 0


def test_every_library_that_splits_as_we_do_shares_a_rule() -> None:
    assert {name for name, _ in SHARED} == {"huggingface", "rustbpe", "gigatoken"}
    assert {rule for _, rule in SHARED} == {"lowest_ids", "lowest_gpt2_ids"}


def test_sentencepiece_makes_as_many_merges_of_characters(corpus_en: str) -> None:
    lane = installed_peer("sentencepiece")
    timed = time_peer(lane, corpus_en, plan_of(vocab_size=500), unheard)
    assert timed.done == (243,)
    assert timed.merges == ()
    assert lane.tie_breaks == ()
