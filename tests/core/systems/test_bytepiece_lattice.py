"""The taught segmentation and clean-up, held to all ways to cut a text."""

from __future__ import annotations

from math import inf, isclose
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.systems.bytepiece.bytepiece_events import (
    Direction,
    EndReached,
    PieceChosen,
    PieceFound,
    PieceKept,
    PieceRemoved,
    PieceSplit,
    PositionReached,
    SearchEvent,
)
from bpe_core.systems.bytepiece.lattice import drained, segment_taught, segmentations
from bpe_core.systems.bytepiece.pruning import best_parts, clean_up_taught
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from tests.core.systems.bytepieces import bytes_of, model_of, models


def pieces(model: UnigramModel, data: bytes) -> tuple[bytes, ...]:
    ids = drained(segment_taught(model, data))
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
    assert path[::-1] == drained(segment_taught(model, data))


def test_forward_comes_before_backward() -> None:
    events: list[SearchEvent] = list(segment_taught(model_of(ab=4), b"abab", detail=True))
    directions = [event.direction for event in events]
    assert directions == sorted(directions, key=[*Direction].index)
    assert set(directions) == {*Direction}


@given(models(), bytes_of())
def test_without_detail_nothing_is_told(model: UnigramModel, data: bytes) -> None:
    assert not list(segment_taught(model, data))


def told(model: UnigramModel) -> list[Any]:
    counts = dict(zip(model.pieces, model.counts, strict=True))
    return list(clean_up_taught(counts, detail=True))


@given(models())
def test_a_clean_up_keeps_all_bytes_and_says_why_a_piece_goes(model: UnigramModel) -> None:
    counts = dict(zip(model.pieces, model.counts, strict=True))
    left = drained(clean_up_taught(counts))
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
