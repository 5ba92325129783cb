"""Segmentation and clean-up, held to all ways to cut a text; and segmentation at random.

By its probability to the power alpha, and the same for a seed.
"""

from __future__ import annotations

from collections import Counter
from math import exp, inf, isclose, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.encode.whole_text import result_of
from bpe_core.errors import OptionError
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PieceChosen,
    PieceFound,
    PieceKept,
    PieceRemoved,
    PieceSplit,
    PieceWeighed,
    PositionReached,
    SearchEvent,
)
from bpe_core.systems.bytepiece.bytepiece_texts import normalized
from bpe_core.systems.bytepiece.compiled_unigram import CompiledUnigram, laid
from bpe_core.systems.bytepiece.lattice import (
    Way,
    sample_taught,
    segment_taught,
    segmentations,
)
from bpe_core.systems.bytepiece.pruning import best_parts, clean_up_taught
from bpe_core.systems.bytepiece.tokenizer import decode, encode, segment
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from tests.core import text_strategies as texts
from tests.core.systems.bytepieces import bytes_of, frozen_model, model_of, models
from tests.for_each import for_each
from tests.raising import raises

alphas = st.sampled_from([0, 0.1, 0.5, 1, 2, 30])
MODEL = model_of(ab=30, abc=9, bc=20, ca=25, a=40, b=10, c=20, abcab=4)
WORD = b"abcabca"


def pieces(model: UnigramModel, data: bytes) -> tuple[bytes, ...]:
    ids = result_of(segment_taught(model, data))
    return tuple(model.pieces[piece_id - FIRST_ID] for piece_id in ids)


def score(model: UnigramModel, way: tuple[bytes, ...]) -> float:
    total = 0.0
    for piece in way:
        total += model.log_probability(piece)
    return total


@given(models(), bytes_of())
def test_no_way_is_likelier_and_of_equal_ones_the_last_piece_is_longest(
    model: UnigramModel, data: bytes
) -> None:
    found = pieces(model, data)
    assert b"".join(found) == data
    ways = [way.pieces for way in segmentations(model, data)]
    best = max(score(model, way) for way in ways)
    assert score(model, found) == best
    # The prefix before the last piece may tie as well, so only the last piece is compared.
    if found:
        ends = [way[-1] for way in ways if score(model, way) == best]
        assert len(found[-1]) == max(map(len, ends))


def test_a_tie_keeps_the_longest_last_piece() -> None:
    model = model_of(a=5, ab=5, bc=5, c=5)
    assert pieces(model, b"abc") == (b"a", b"bc")


def test_an_empty_text_has_no_pieces() -> None:
    assert pieces(model_of(), b"") == ()


@given(models(), bytes_of())
def test_events_add_up_to_the_lattice(model: UnigramModel, data: bytes) -> None:
    """A reader of the events alone knows all scores and back-pointers at every moment."""
    scores, came_from = [0.0] + [-inf] * len(data), dict[int, tuple[int, int]]()
    path: list[int] = []
    place = len(data)
    for event in (events := segment_taught(model, data, detail=True)):
        match event:
            case PositionReached(position, reached):
                assert reached == scores[position]
            case PieceFound(start, end, piece_id, log, way, previous, taken):
                assert model.pieces[piece_id - FIRST_ID] == data[start:end]
                assert (way, previous) == (scores[start] + log, scores[end])
                assert taken == (way > previous)
                if taken:
                    scores[end], came_from[end] = way, (start, piece_id)
            case EndReached(position, reached):
                assert (position, reached) == (len(data), scores[-1])
            case PieceChosen(start, end, piece_id):
                assert (end, came_from[end]) == (place, (start, piece_id))
                place = start
                path.append(piece_id)
    del events
    assert place == 0
    assert path[::-1] == result_of(segment_taught(model, data))


def test_forward_comes_before_backward() -> None:
    events: list[SearchEvent] = list(segment_taught(model_of(ab=4), b"abab", detail=True))
    goes_back = [isinstance(event, PieceChosen) for event in events]
    assert goes_back == sorted(goes_back)
    assert set(goes_back) == {False, True}


@given(models(), bytes_of())
def test_without_detail_nothing_is_told(model: UnigramModel, data: bytes) -> None:
    assert not list(segment_taught(model, data))


def told(model: UnigramModel) -> list[Any]:
    counts = dict(zip(model.pieces, model.counts, strict=True))
    return list(clean_up_taught(counts, detail=True))


@given(models())
def test_a_clean_up_keeps_all_bytes_and_says_why_a_piece_goes(model: UnigramModel) -> None:
    counts = dict(zip(model.pieces, model.counts, strict=True))
    left = result_of(clean_up_taught(counts))
    size = sum(len(piece) * count for piece, count in counts.items())
    assert sum(len(piece) * count for piece, count in left.items()) == size
    events = told(model)
    removed = {event.piece for event in events if isinstance(event, PieceRemoved)}
    assert removed == counts.keys() - left.keys()
    split = {event.piece: event for event in events if isinstance(event, PieceSplit)}
    assert removed <= split.keys()
    for piece, event in split.items():
        assert b"".join(event.parts) == piece
        assert (
            event.parts_log_probability > event.log_probability == model.log_probability(piece)
        )
        assert isclose(event.parts_log_probability, score(model, event.parts))
    kept = {event.piece for event in events if isinstance(event, PieceKept)}
    assert kept | split.keys() == counts.keys()


@given(models(), st.data())
def test_best_parts_are_the_likeliest_of_the_others(
    model: UnigramModel, data: st.DataObject
) -> None:
    piece = data.draw(st.sampled_from([p for p in model.pieces if set(p) <= {*b"ab"}]))
    others = [way for way in segmentations(model, piece) if len(way.pieces) > 1]
    parts = best_parts(model, piece)
    if len(piece) == 1:
        assert parts == ((), -inf)
        return
    assert parts.log_probability == max(score(model, way.pieces) for way in others)
    assert score(model, parts.pieces) == parts.log_probability


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
    assert ids == result_of(sample_taught(model, data, alpha, uniforms))


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
    with raises("InputError.text_too_large", match="21 bytes are more than the 20"):
        segmentations(MODEL, b"a" * 21)
