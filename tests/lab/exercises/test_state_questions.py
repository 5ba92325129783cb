"""Questions about finding words: held to every way to cut a text, tried one by one."""

from __future__ import annotations

from itertools import chain, combinations
from math import inf

import pytest

from bpe_core.systems.bytepiece.language_model import LanguageModel, language_model_of
from bpe_core.systems.bytepiece.presegment import presegment_taught
from bpe_lab.exercises.bytepiece_questions import BLURRED, MOST_CHOICES, state_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.seed import Draws
from tests.for_each import for_each

ORDER = 3
SEEDS = range(25)


def run_of(seed: int) -> tuple[LanguageModel, bytes, dict[int, Question]]:
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
    values, data, asked = run_of(seed)
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
    values, data, asked = run_of(seed)
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
    asked = [run_of(seed)[2] for seed in SEEDS]
    states = [q for each in asked for q in each.values() if q.ask == "best_state"]
    assert all(len(each) <= 3 for each in asked)
    assert {min(q.right) == 0 for q in states} == {True, False}
    assert sum(q.ask == "word_cuts" for each in asked for q in each.values()) > 5
