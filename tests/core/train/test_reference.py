"""Training on corpus.en gives Stanford CS336's reference merges and vocabulary, exactly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import bpe_core
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import TRAINERS
from bpe_core.runtime.text import read_back
from bpe_core.train.options import TrainOptions
from tests.core.running import learn

SPECIAL = "<|endoftext|>"
OPTIONS = TrainOptions(vocab_size=500, special_tokens=[SPECIAL])


@pytest.fixture(scope="module")
def text(shared: Callable[[str], Path]) -> str:
    return shared("data/corpus.en").read_bytes().decode()


@pytest.fixture(scope="module")
def reference_merges(shared: Callable[[str], Path]) -> list[tuple[bytes, bytes]]:
    lines = shared("data/train-bpe-reference-merges.txt").read_text("utf-8").splitlines()
    pairs = [line.split(" ") for line in lines]
    return [(read_back(left), read_back(right)) for left, right in pairs]


@pytest.fixture(scope="module")
def reference_tokens(shared: Callable[[str], Path]) -> set[bytes]:
    texts = json.loads(shared("data/train-bpe-reference-vocab.json").read_text("utf-8"))
    return {SPECIAL.encode() if text == SPECIAL else read_back(text) for text in texts}


@pytest.mark.parametrize("trainer", [*TRAINERS, "auto"])
def test_train_gives_the_reference(
    trainer: str,
    text: str,
    reference_merges: list[tuple[bytes, bytes]],
    reference_tokens: set[bytes],
) -> None:
    model = bpe_core.train(text, vocab_size=500, special_tokens=[SPECIAL], trainer=trainer)
    assert model.merges_as_bytes() == reference_merges
    assert set(model.vocabulary) == reference_tokens
    assert len(model.vocabulary) == 500


def test_bytes_and_counts_train_like_text(
    text: str, reference_merges: list[tuple[bytes, bytes]]
) -> None:
    counts = count_pre_tokens(text, special_tokens=[SPECIAL])
    for given in (text.encode(), counts):
        model = bpe_core.train(given, vocab_size=500, special_tokens=[SPECIAL])
        assert model.merges_as_bytes() == reference_merges


def test_raw_positions_train_like_distinct_pre_tokens(
    text: str, reference_merges: list[tuple[bytes, bytes]]
) -> None:
    raw = learn(pre_tokenize(text, special_tokens=[SPECIAL]), OPTIONS)
    distinct = learn(lay_out(count_pre_tokens(text, special_tokens=[SPECIAL])), OPTIONS)
    assert raw == distinct
    assert raw.merges_as_bytes() == reference_merges


@pytest.mark.slow
def test_the_naive_trainer_gives_the_reference_from_raw_positions(
    text: str, reference_merges: list[tuple[bytes, bytes]]
) -> None:
    model = learn(pre_tokenize(text, special_tokens=[SPECIAL]), OPTIONS, trainer="naive")
    assert model.merges_as_bytes() == reference_merges
