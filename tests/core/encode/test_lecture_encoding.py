"""The lecture's worked encodings, read from what the encoders report while they work."""

from __future__ import annotations

from typing import Any

import bpe_core
from bpe_core.encode.rank_order import encode_by_heap, encode_by_scan
from bpe_core.events import PairRanked, RankChosen, TokenMerged
from bpe_core.model import BPEModel, Merge, Pair, Vocabulary
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.registry import ENCODERS
from bpe_core.train.options import TrainOptions
from tests.core.running import learn


def model_with_ranks(ranks: list[tuple[str, str, int]]) -> tuple[BPEModel, dict[Pair, int]]:
    """A model of the listed merges in rank order, and the golden's rank of each pair.

    A model ranks its merges 0, 1, 2; the order is the golden's, the numbers are its own.
    """
    merges: list[Merge] = []
    numbers: dict[Pair, int] = {}
    tokens = [bytes([value]) for value in range(256)]
    # Parts come before wholes: a longer token can only be spelled out once they have ids.
    ids = {token: i for i, token in enumerate(tokens)}
    for left, right, _ in sorted(ranks, key=lambda row: len(row[0] + row[1])):
        ids[(left + right).encode()] = len(tokens)
        tokens.append((left + right).encode())
    for left, right, rank in sorted(ranks, key=lambda row: row[2]):
        pair = (ids[left.encode()], ids[right.encode()])
        merges.append(Merge(*pair, ids[(left + right).encode()]))
        numbers[pair] = rank
    return BPEModel(Vocabulary.of_bytes(tokens[256:]), tuple(merges)), numbers


def states_of(model: BPEModel, pre_token: bytes, encoder: Any) -> list[list[bytes]]:
    """The tokens before the first merge and after each."""
    tokens = {i: bytes([value]) for i, value in enumerate(pre_token)}
    states = [list(tokens.values())]
    for event in encoder(model, pre_token):
        assert isinstance(event, TokenMerged)
        tokens[event.position] += tokens.pop(event.absorbed)
        assert tokens[event.position] == model.vocabulary[event.new_id]
        states.append([tokens[i] for i in sorted(tokens)])
    return states


def candidates_by_state(model: BPEModel, pre_token: bytes) -> list[list[int]]:
    """The ranks that the scanning encoder finds before each merge, from left to right."""
    states: list[list[int]] = [[]]
    for event in encode_by_scan(model, pre_token, detail=True):
        if isinstance(event, PairRanked) and event.rank is not None:
            states[-1].append(event.rank)
        elif isinstance(event, RankChosen):
            assert event.rank == min(states[-1])
            states.append([])
    assert states.pop() == [], "no pair is left when the encoder ends"
    return states


def test_tech_goes_through_the_lectures_states(lecture: dict[str, Any]) -> None:
    golden = lecture["rank_ordered_encoding"]
    model, _ = model_with_ranks(golden["ranks"])
    expected = [[text.encode() for text in state] for state in golden["states"]]
    pre_token = golden["pre_token"].encode()
    for name in ("rank_order", "rank_order_scan", "rank_order_heap"):
        assert states_of(model, pre_token, ENCODERS[name]) == expected, name


def test_tech_meets_the_lectures_ranks(lecture: dict[str, Any]) -> None:
    golden = lecture["rank_ordered_encoding"]
    model, numbers = model_with_ranks(golden["ranks"])
    by_rank = [numbers[(left, right)] for left, right, _ in model.merges]
    found = candidates_by_state(model, golden["pre_token"].encode())
    assert [[by_rank[rank] for rank in state] for state in found] == [
        [0, 465, 505, 98],
        [287, 505, 98],
        [287, 2614],
        [5739],
    ]


def test_tech_with_gpt2_meets_the_lectures_ranks(
    gpt2: BPEModel, lecture: dict[str, Any]
) -> None:
    golden = lecture["gpt2_rank_ordered_encoding"]
    pre_token = golden["pre_token"].encode()
    assert candidates_by_state(gpt2, pre_token) == golden["candidate_ranks_by_state"]


def test_the_heap_form_looks_up_the_same_pairs(gpt2: BPEModel) -> None:
    def looked_up(encoder: Any) -> set[tuple[int, Pair, int | None]]:
        events = encoder(gpt2, b" technology", detail=True)
        return {(e.position, e.pair, e.rank) for e in events if isinstance(e, PairRanked)}

    assert looked_up(encode_by_heap) == looked_up(encode_by_scan)


def test_newest_with_six_merges(lecture: dict[str, Any]) -> None:
    golden = lecture["cs336"]
    words = [
        pre_token
        for pre_token in pre_tokenize(golden["text"], pattern="whitespace")
        if not pre_token.data.isspace()
    ]
    model = learn(words, TrainOptions(num_merges=6))
    ids = bpe_core.encode(model, "newest")
    assert [model.vocabulary[i].decode() for i in ids] == golden["encode_newest_with_6_merges"]


def test_the_cat_ate_with_cs336s_vocabulary() -> None:
    # CS336's handout: 11 tokens numbered otherwise than ours, so the bytes it lacks follow.
    listed = [b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"]
    others = [bytes([b]) for b in range(256) if bytes([b]) not in listed]
    tokens = (*listed, *others)
    ids = {token: i for i, token in enumerate(tokens)}
    pairs = [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")]
    merges = tuple(Merge(ids[a], ids[b], ids[a + b]) for a, b in pairs)
    byte_ids = tuple(ids[bytes([b])] for b in range(256))
    model = BPEModel(Vocabulary(tokens, byte_ids), merges)
    assert bpe_core.encode(model, "the cat ate") == [9, 7, 1, 5, 10, 3]
    assert bpe_core.decode(model, [9, 7, 1, 5, 10, 3]) == "the cat ate"
