"""Questions about BytePiece: held to every way there is, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from math import inf

import pytest

from bpe_core.systems.bytepiece.bytepiece_events import EndReached, PieceFound, SearchEvent
from bpe_core.systems.bytepiece.lattice import segment_taught
from bpe_core.systems.bytepiece.ngrams import (
    LanguageModel,
    language_model_of,
    presegment_taught,
)
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES, UnigramModel
from bpe_lab.exercises.bytepiece_questions import (
    BETTER,
    BLURRED,
    MOST_CHOICES,
    NOT_BETTER,
    PRUNED,
    STAYS,
    Way,
    best_way,
    lattice_questions,
    pruning_questions,
    state_questions,
    way_key,
)
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.seed import Draws
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.scenes.bytepiece.pieces import exact
from tests.for_each import for_each

# --- The likeliest pieces


PIECES = (b"ab", b"ba", b"aba", b"bab", b"abb")
SEEDS = range(25)


def drawn_model(draws: Draws) -> UnigramModel:
    counts = {piece: 1 + draws.below(20) for piece in PIECES}
    return UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"a": 6, b"b": 5} | counts)


def lattice_run(seed: int) -> tuple[UnigramModel, bytes, list[SearchEvent]]:
    draws = Draws(f"lattice {seed}")
    model = drawn_model(draws)
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


def asked_of_lattice(seed: int) -> Iterator[tuple[SearchEvent, Question]]:
    *_, events = lattice_run(seed)
    for index, question in lattice_questions(events):
        yield events[index], question


@for_each("seed", SEEDS)
def test_the_right_way_is_the_best_of_all_ways(seed: int) -> None:
    model, data, events = lattice_run(seed)
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
    for event, question in asked_of_lattice(seed):
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
        questions = list(asked_of_lattice(seed))
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


# --- Finding words


ORDER = 3


def states_run(seed: int) -> tuple[LanguageModel, bytes, dict[int, Question]]:
    """A text of a model of its own, and what is asked at which byte."""
    draws = Draws(f"states {seed}")
    words = [bytes(draws.one_of(b"abc") for _ in range(1 + draws.below(4))) for _ in range(30)]
    values = language_model_of(words, order=ORDER, min_count=1)
    data = b"".join(draws.some_of(words, 3))[:8]
    events = list(presegment_taught(values, data, detail=True))
    return values, data, dict(state_questions(events, data))


def best_by_state(
    values: LanguageModel, data: bytes
) -> dict[int, tuple[float, tuple[int, ...]]]:
    """By the state of the last byte, the best score and its cuts: of all ways to cut."""
    inner = range(1, len(data))
    best: dict[int, tuple[float, tuple[int, ...]]] = {}
    for cuts in chain.from_iterable(combinations(inner, n) for n in range(len(data))):
        begins = [max(cut for cut in (0, *cuts) if cut <= at) for at in range(len(data))]
        states = [min(at - begin, ORDER - 1) for at, begin in enumerate(begins)]
        score = sum(values.value(data[at - s : at + 1]) for at, s in enumerate(states))
        if score > best.get(states[-1], (-inf, ()))[0]:
            best[states[-1]] = score, cuts
    return best


@for_each("seed", SEEDS)
def test_the_best_state_is_the_best_of_all_ways_and_others_are_told_their_sum(
    seed: int,
) -> None:
    values, data, asked = states_run(seed)
    for position, question in asked.items():
        if question.ask != "best_state":
            continue
        best = best_by_state(values, data[: position + 1])
        scores = {state: score for state, (score, _) in best.items()}
        right = max(scores, key=lambda state: scores[state])
        assert question.judge(right).is_right
        assert set(question.choices) <= scores.keys()
        assert 2 <= len(question.choices) <= MOST_CHOICES
        for state in set(question.choices) - {right}:
            verdict = question.judge(state)
            assert not verdict.is_right
            assert verdict.reason is not None
            told = verdict.reason.values
            assert told["score"] == pytest.approx(scores[state])
            assert told["before"] + told["value"] == pytest.approx(scores[state])
            assert scores[right] - scores[state] > BLURRED


@for_each("seed", SEEDS)
def test_the_cuts_are_those_of_the_best_way(seed: int) -> None:
    values, data, asked = states_run(seed)
    question = asked.get(len(data))
    best = max(best_by_state(values, data).values(), default=(-inf, ()))
    if question is None:
        assert best[1] == ()
        return
    (right,) = question.right
    assert isinstance(right, frozenset)
    starts = [0, *sorted(right)]
    begins = [max(cut for cut in starts if cut <= at) for at in range(len(data))]
    states = [min(at - begin, ORDER - 1) for at, begin in enumerate(begins)]
    score = sum(values.value(data[at - s : at + 1]) for at, s in enumerate(states))
    assert score == pytest.approx(best[0]), "of equally good ways any may be taken"
    for at in range(1, len(data)):
        reason = question.judge(right ^ {at}).reason
        assert reason is not None
        assert reason.key == ("word_begins" if at in right else "word_goes_on")
        assert reason.values["position"] == at


def test_a_text_is_asked_a_little_of_both_sides() -> None:
    asked = [states_run(seed)[2] for seed in SEEDS]
    states = [q for each in asked for q in each.values() if q.ask == "best_state"]
    assert all(len(each) <= 3 for each in asked)
    assert {min(q.right) == 0 for q in states} == {True, False}
    assert sum(q.ask == "word_cuts" for each in asked for q in each.values()) > 5


# --- Is it pruned: asked of the closest contests, decided by the figures as written


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return make_lesson()


@pytest.fixture(scope="module")
def questions(lesson: Lesson) -> list[Question]:
    return pruning_questions(lesson.rounds, lesson.model)


def written(score: float) -> float:
    return float(exact(score).replace("−", "-"))


def test_some_pieces_go_and_some_stay(questions: list[Question]) -> None:
    """Of the lesson's 2,000 pieces one alone is beaten by its parts."""
    right = sorted(str(answer) for question in questions for answer in question.right)
    assert right == [PRUNED, STAYS, STAYS]


def test_the_model_has_what_stays_and_not_what_goes(
    lesson: Lesson, questions: list[Question]
) -> None:
    for question in questions:
        is_there = question.values["piece"] in lesson.model.pieces
        assert question.judge(STAYS if is_there else PRUNED).is_right


def test_who_adds_up_what_is_written_is_right(questions: list[Question]) -> None:
    for question in questions:
        parts = question.values["parts"]
        assert isinstance(parts, tuple)
        assert b"".join(part for part, _ in parts) == question.values["piece"]
        own = question.values["own"]
        assert isinstance(own, float)
        together = sum(written(value) for _, value in parts)
        assert question.judge(STAYS if written(own) > together else PRUNED).is_right


def test_the_other_answer_is_wrong_and_told_by_the_sum(questions: list[Question]) -> None:
    for question in questions:
        (wrong,) = set(question.choices) - question.right
        reason = question.judge(wrong).reason
        assert reason is not None
        assert {"piece", "own", "together"} <= reason.values.keys()
