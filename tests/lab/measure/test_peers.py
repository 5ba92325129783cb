"""Peers behind one face: what they are told, what they cannot be told, and what is absent."""

from __future__ import annotations

import pytest

from bpe_core import train
from bpe_core.errors import OptionError
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.peers import PEERS, Learned
from bpe_lab.race import plan
from bpe_lab.race.plan import LANES

TEXT = "low lower lowest<|a|>lowest low<|b|>low lower lowlow <|a|>"
OPTIONS = TrainOptions(num_merges=6, special_tokens=["<|a|>", "<|b|>"])
every_peer = pytest.mark.parametrize("name", PEERS)


def learned(name: str, text: str = TEXT, options: TrainOptions = OPTIONS) -> Learned:
    pytest.importorskip(name)
    return PEERS[name](text, options, "gpt2")()()


def test_every_lane_of_a_peer_has_one() -> None:
    libraries = {lane.library for lane in LANES.values() if lane.work == "train"} - {""}
    assert libraries <= set(PEERS)


@every_peer
def test_a_peer_learns_as_much_as_it_is_told(name: str) -> None:
    found = learned(name)
    assert len(found.tokens) == 6
    assert all(left + right in found.tokens for left, right in found.pairs)


@every_peer
def test_no_peer_learns_across_special_tokens(name: str) -> None:
    for token in learned(name, options=TrainOptions(special_tokens=["<|a|>", "<|b|>"])).tokens:
        assert b"|" not in token
        assert b"<" not in token


@every_peer
def test_without_a_limit_a_peer_goes_on_to_the_end(name: str) -> None:
    options = TrainOptions()
    tokens = learned(name, "low low lower", options).tokens
    longest = max(tokens, key=len).decode().removeprefix("▁").strip()
    assert longest == "lower"


@pytest.mark.parametrize("name", ["rustbpe", "gigatoken", "bpeasy", "sentencepiece"])
def test_a_peer_that_knows_no_lowest_count_says_so(name: str) -> None:
    pytest.importorskip(name)
    with pytest.raises(OptionError, match=f"min_count=2: 1, since {name} knows none"):
        PEERS[name](TEXT, TrainOptions(min_count=2), "gpt2")


def test_hugging_face_is_told_the_lowest_count() -> None:
    tokens = learned("tokenizers", "low low low", TrainOptions(min_count=2)).tokens
    assert b" low" in tokens
    assert learned("tokenizers", "low", TrainOptions(min_count=2)).tokens == ()


def test_a_peer_that_has_one_pattern_says_so() -> None:
    pytest.importorskip("gigatoken")
    with pytest.raises(OptionError, match="pattern='none': gpt2, all that gigatoken has"):
        PEERS["gigatoken"](TEXT, OPTIONS, "none")


@pytest.mark.parametrize("name", ["tokenizers", "rustbpe", "bpeasy"])
def test_a_pattern_is_handed_on(name: str) -> None:
    pytest.importorskip(name)
    options = TrainOptions(num_merges=20)
    for pattern, crosses in (("none", True), ("gpt2", False)):
        tokens = PEERS[name]("a-b a-b a-b", options, pattern)()().tokens
        assert (b"a-b" in tokens) == crosses


def test_a_peer_that_is_not_installed_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "is_importable", lambda name: name != "rustbpe")
    assert not LANES["rustbpe"].is_installed
    assert LANES["linked"].is_installed


def test_gigatoken_cuts_at_no_separator_that_is_not_asked_for() -> None:
    text = "low<|endoftext|>low<|endoftext|>low end<|endoftext|>"
    options = TrainOptions(num_merges=8, tie_break="lowest_ids")
    ours = train(text, vocab_size=256 + 8, tie_break="lowest_ids").merges_as_bytes()
    assert list(learned("gigatoken", text, options).pairs) == list(ours)
