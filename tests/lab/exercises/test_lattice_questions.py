"""Questions about the likeliest pieces: held to every way there is, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import inf

import pytest

from bpe_core.systems.bytepiece.bytepiece_events import EndReached, PieceFound, SearchEvent
from bpe_core.systems.bytepiece.lattice import segment_taught
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES, UnigramModel
from bpe_lab.exercises.bytepiece_questions import (
    BETTER,
    NOT_BETTER,
    Way,
    best_way,
    lattice_questions,
    way_key,
)
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.seed import Draws
from tests.for_each import for_each

PIECES = (b"ab", b"ba", b"aba", b"bab", b"abb")
SEEDS = range(25)


def model_of(draws: Draws) -> UnigramModel:
    counts = {piece: 1 + draws.below(20) for piece in PIECES}
    return UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"a": 6, b"b": 5} | counts)


def run_of(seed: int) -> tuple[UnigramModel, bytes, list[SearchEvent]]:
    draws = Draws(f"lattice {seed}")
    model = model_of(draws)
    data = bytes(draws.one_of(b"ab") for _ in range(6))
    return model, data, list(segment_taught(model, data, detail=True))


def all_scores(model: UnigramModel, data: bytes) -> dict[Way, float]:
    """Every way through the text with its score, by trying all cuts."""
    scores = {}
    for number in range(len(data)):
        for cuts in combinations(range(1, len(data)), number):
            way = (0, *cuts, len(data))
            ids = [model.ids.get(data[left:right]) for left, right in pairwise(way)]
            if None not in ids:
                scores[way] = sum(model.log_probabilities[k - FIRST_ID] for k in ids if k)
    return scores


def asked(seed: int) -> Iterator[tuple[SearchEvent, Question]]:
    *_, events = run_of(seed)
    for index, question in lattice_questions(events):
        yield events[index], question


@for_each("seed", SEEDS)
def test_the_right_way_is_the_best_of_all_ways(seed: int) -> None:
    model, data, events = run_of(seed)
    scores = all_scores(model, data)
    question = best_way(events)
    assert question is not None
    (right,) = question.right
    best = tuple(map(int, str(right).split(",")))
    assert scores[best] == pytest.approx(max(scores.values()))
    for wrong in set(question.choices) - question.right:
        verdict = question.judge(wrong)
        assert not verdict.is_right
        assert verdict.reason is not None
        way = tuple(map(int, str(wrong).split(",")))
        assert verdict.reason.values["score"] == pytest.approx(scores[way])
        assert scores[way] < scores[best]


@for_each("seed", SEEDS)
def test_a_path_is_better_just_where_the_search_took_it(seed: int) -> None:
    for event, question in asked(seed):
        if not isinstance(event, PieceFound):
            continue
        assert event.previous > -inf
        is_better = event.score > event.previous
        right, wrong = (BETTER, NOT_BETTER) if is_better else (NOT_BETTER, BETTER)
        assert question.judge(right).is_right
        verdict = question.judge(wrong)
        assert not verdict.is_right
        assert verdict.reason is not None
        assert verdict.reason.values["score"] == event.score


def test_a_walk_asks_a_few_both_ways_and_the_way_back_at_last() -> None:
    rights = set()
    for seed in SEEDS:
        questions = list(asked(seed))
        assert 2 <= len(questions) <= 5
        assert isinstance(questions[-1][0], EndReached)
        rights |= {answer for _, question in questions[:-1] for answer in question.right}
    assert rights == {BETTER, NOT_BETTER}


def test_a_text_with_one_way_asks_for_none() -> None:
    model = UnigramModel.of_counts(dict.fromkeys(SINGLE_BYTES, 1))
    assert not list(lattice_questions(list(segment_taught(model, b"abc", detail=True))))


def test_a_tie_is_told_as_one() -> None:
    counts = {**dict.fromkeys(SINGLE_BYTES, 4), b"ab": 9, b"bc": 9, b"c": 9, b"a": 9}
    model = UnigramModel.of_counts(counts)
    events = list(segment_taught(model, b"abc", detail=True))
    ties = [
        q
        for _, q in lattice_questions(events)
        if "way_tie" in {r.key for r in q.wrong.values()}
    ]
    assert len(ties) == 1
    assert ties[0].judge(NOT_BETTER).is_right
    way = best_way(events)
    assert way is not None
    assert way.right == {way_key((0, 1, 3))}
    assert way_key((0, 2, 3)) not in way.choices, "it is as good"
