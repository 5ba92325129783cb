"""Segmentations at random: by their probability to the power alpha, and the same for a seed."""

from __future__ import annotations

from collections import Counter
from math import exp, inf, isclose, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.errors import OptionError, TextTooLargeError
from bpe_core.systems.bytepiece.bytepiece_events import EndReached, PieceWeighed
from bpe_core.systems.bytepiece.bytepiece_texts import normalized
from bpe_core.systems.bytepiece.compiled_unigram import CompiledUnigram, laid
from bpe_core.systems.bytepiece.lattice import Way, drained, sample_taught, segmentations
from bpe_core.systems.bytepiece.tokenizer import decode, encode, segment
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from tests.core import text_strategies as texts
from tests.core.systems.bytepieces import bytes_of, frozen_model, model_of, models
from tests.for_each import for_each

alphas = st.sampled_from([0, 0.1, 0.5, 1, 2, 30])
MODEL = model_of(ab=30, abc=9, bc=20, ca=25, a=40, b=10, c=20, abcab=4)
WORD = b"abcabca"


def drawn(alpha: float, times: int, seed: int = 1) -> Counter[tuple[bytes, ...]]:
    """How often each segmentation of the word comes out."""
    data, offsets = laid([WORD] * times)
    random = np.random.default_rng(seed)
    ids = CompiledUnigram.of(MODEL).sample_many(data, offsets, alpha, random)
    found: Counter[tuple[bytes, ...]] = Counter()
    way: tuple[bytes, ...] = ()
    for piece_id in ids.tolist():
        way = (*way, MODEL.pieces[piece_id - 3])
        if sum(map(len, way)) == len(WORD):
            found[way] += 1
            way = ()
    return found


@pytest.mark.parametrize("alpha", [0, 0.3, 1, 3])
def test_every_segmentation_comes_as_often_as_it_is_likely(alpha: float) -> None:
    """Chi-square over all segmentations; the bound leaves 5 standard deviations."""
    times = 200_000
    found, expected = drawn(alpha, times), segmentations(MODEL, WORD, alpha)
    assert found.keys() <= {way.pieces for way in expected}
    rare = [way for way in expected if way.probability * times < 10]
    often = [way for way in expected if way.probability * times >= 10]
    cells = [(found[way.pieces], way.probability * times) for way in often]
    if rare:
        chance = sum(way.probability for way in rare) * times
        cells.append((sum(found[way.pieces] for way in rare), chance))
    square = sum((got - wanted) ** 2 / wanted for got, wanted in cells if wanted > 1)
    freedom = len(cells) - 1
    assert freedom >= 4
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5, (square, freedom)


def test_alpha_0_makes_all_segmentations_alike() -> None:
    ways = segmentations(MODEL, WORD, 0)
    assert {round(way.probability, 12) for way in ways} == {round(1 / len(ways), 12)}


def test_a_large_alpha_gives_the_best_one() -> None:
    assert drawn(1000, 1000).keys() == {segmentations(MODEL, WORD)[0].pieces}
    assert segment(MODEL, "abcabca", alpha=1000, seed=3) == segment(MODEL, "abcabca")


@pytest.mark.parametrize("off", [None, -1, -1.0, np.int64(-1), np.float64(-1)])
def test_without_chance_the_best_one_comes(off: float | None) -> None:
    assert segment(MODEL, "abcabca", alpha=off, seed=3) == segment(MODEL, "abcabca")


@given(models(), bytes_of(max_size=20), alphas, st.integers(0, 2**32))
def test_compiled_samples_are_the_taught_ones(
    model: UnigramModel, data: bytes, alpha: float, seed: int
) -> None:
    random = np.random.default_rng(seed)
    ids = CompiledUnigram.of(model).sample_many(*laid([data]), alpha, random).tolist()
    uniforms = np.random.default_rng(seed).random(len(data)).tolist()
    assert ids == drained(sample_taught(model, data, alpha, uniforms))


@given(models(), bytes_of(max_size=10), alphas)
def test_weights_add_up_over_all_segmentations(
    model: UnigramModel, data: bytes, alpha: float
) -> None:
    uniforms = [0.5] * len(data)
    *_, last = (
        event
        for event in sample_taught(model, data, alpha, uniforms, detail=True)
        if isinstance(event, EndReached)
    )
    ways = [way.pieces for way in segmentations(model, data)]
    scores = [alpha * sum(map(model.log_probability, way)) for way in ways]
    total = max(scores) + log(sum(exp(score - max(scores)) for score in scores))
    assert isclose(last.score, total, abs_tol=1e-9)


@given(models(), bytes_of(max_size=10), alphas)
def test_shares_of_a_place_make_the_chance_to_hold_it(
    model: UnigramModel, data: bytes, alpha: float
) -> None:
    """The first arc to a place has all of it; each later one its weight of the sum so far."""
    totals = [0.0] + [-inf] * len(data)
    for event in sample_taught(model, data, alpha, [0.5] * len(data), detail=True):
        if isinstance(event, PieceWeighed):
            if totals[event.end] == -inf:
                assert (event.share, event.taken) == (1.0, True)
            assert event.weight == totals[event.start] + alpha * event.log_probability
            assert isclose(event.share, exp(event.weight - event.total))
            totals[event.end] = event.total


@given(texts.texts, alphas, st.integers(0, 2**32))
def test_a_sample_comes_back_as_the_composed_text_and_by_its_seed(
    text: str, alpha: float, seed: int
) -> None:
    ids = encode(frozen_model(), text, alpha=alpha, seed=seed)
    assert decode(frozen_model(), ids, errors="strict") == normalized(text)
    assert encode(frozen_model(), text, alpha=alpha, seed=seed).tolist() == ids.tolist()


def test_samples_of_one_generator_differ_and_those_without_seed_too() -> None:
    random = np.random.default_rng(5)
    made = {tuple(encode(MODEL, "abca" * 20, alpha=0.1, seed=random)) for _ in range(5)}
    assert len(made) == 5
    assert len({tuple(encode(MODEL, "abca" * 20, alpha=0.1)) for _ in range(5)}) == 5


def test_probabilities_of_all_segmentations_sum_to_1_the_likeliest_first() -> None:
    ways = segmentations(MODEL, WORD, 0.7)
    assert isclose(sum(way.probability for way in ways), 1)
    assert ways == sorted(ways, key=lambda way: -way.probability)
    assert segmentations(MODEL, b"") == [Way((), 1.0)]


@for_each("alpha", [-2, -0.5, float("nan"), inf, 1e7, "x", "0.1", b"1", True, [0.1], 1j])
def test_alpha_is_a_number_from_0(alpha: Any) -> None:
    with pytest.raises(OptionError, match="alpha="):
        encode(MODEL, "a", alpha=alpha)


def test_alpha_of_minus_1_leaves_nothing_to_chance() -> None:
    likeliest = encode(MODEL, "abca" * 20).tolist()
    for off in (None, -1, -1.0):
        assert encode(MODEL, "abca" * 20, alpha=off).tolist() == likeliest


@for_each("seed", [-1, 1.5, "x", True, [1]])
def test_a_seed_is_an_integer_from_0(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed="):
        encode(MODEL, "a", alpha=1, seed=seed)


def test_long_texts_have_too_many_segmentations_to_list() -> None:
    with pytest.raises(TextTooLargeError, match="21 bytes are more than the 20"):
        segmentations(MODEL, b"a" * 21)
