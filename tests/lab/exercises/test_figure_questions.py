"""Guesses before figures: the figures pass, everything else is told by them."""

from __future__ import annotations

import pytest

from bpe_core.encode.whole_text import encode
from bpe_core.texts.corpus import SAMPLES, sample
from bpe_core.texts.word_lists import words_of
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.figure_questions import (
    FACTORS,
    MOST_CHOICES,
    factor,
    in_range,
    least_work,
    most_tokens,
    one_of_those,
    utf8_bytes,
    whole_word,
)
from bpe_lab.exercises.questions import Question, Remark
from bpe_lab.exercises.seed import Draws
from tests.for_each import for_each

SEEDS = range(25)


def check(question: Question) -> None:
    """What is right passes, what is offered and wrong fails with a sentence of values."""
    assert question.right
    assert 2 <= len(question.choices) <= 5
    assert len(set(question.choices)) == len(question.choices)
    for answer in question.choices:
        verdict = question.judge(answer)
        assert verdict.is_right == (answer in question.right)
        if not verdict.is_right:
            assert verdict.reason is not None
            assert verdict.reason.values
    assert any(question.judge(answer).is_right for answer in question.choices)
    assert not all(question.judge(answer).is_right for answer in question.choices)


@for_each("name", SAMPLES)
def test_the_word_with_most_tokens_has_most(name: str) -> None:
    model = built_in("lab")
    words = dict.fromkeys(words_of(sample(name).text)[:60])
    tokens = {word: len(encode(model, word)) for word in words}
    question = most_tokens(tokens)
    if question is None:
        assert len(set(tokens.values())) <= 1
        return
    check(question)
    assert question.ask == ("more_tokens" if len(question.choices) == 2 else "most_tokens")
    for wrong in question.wrong:
        reason = question.wrong[wrong]
        assert reason.values["tokens"] == tokens[str(wrong)]
        assert reason.values["most"] == max(tokens.values())
        assert tokens[str(wrong)] < max(tokens.values())


@pytest.mark.parametrize(("text", "size"), [("一把抓住了", 15), ("Hôtel", 6), ("👩‍🚀", 11)])
def test_bytes_of_a_text_are_its_bytes_and_not_its_characters(text: str, size: int) -> None:
    question = utf8_bytes(text)
    assert question is not None
    assert [n for n in range(30) if question.judge(n).is_right] == [size]
    reasons = {n: question.judge(n).reason for n in (len(text), size + 1)}
    assert reasons[len(text)].key == "counts_characters"
    assert reasons[size + 1].key == "other_bytes"


def test_bytes_are_not_asked_where_each_character_is_one() -> None:
    assert utf8_bytes("low lower") is None


def test_which_word_has_most_tokens_does_not_tell_which_one_is_a_single_token() -> None:
    tokens = {"The": 1, "children": 1, "laughed": 1, "at": 1, "platypus": 3, "bagpipes": 3}
    first, second = most_tokens(tokens), whole_word(tokens)
    assert first is not None
    assert second is not None
    assert second.right & set(second.choices) == {"children"}
    assert "children" not in first.choices
    assert first.because == Remark(
        "most_tokens_because", {"word": "laughed", "tokens": 1, "right": "platypus", "most": 3}
    )


def test_a_word_that_is_one_token_is_asked_for_only_beside_others_that_are_not() -> None:
    assert whole_word({"the": 1, "cat": 1}) is None
    assert whole_word({"xyzzy": 5, "Hello": 2}) is None
    question = whole_word({"the": 1, "there": 1, "Hello": 2})
    assert question is not None
    assert question.choices == ("Hello", "there")
    assert question.judge("Hello").reason == Remark(
        "not_whole_word", {"answer": "Hello", "right": "there"}
    )


@for_each("seed", SEEDS)
def test_one_of_those_it_is_true_of_stands_among_others(seed: int) -> None:
    draws = Draws(f"systems {seed}")
    names = [f"system {k}" for k in range(2 + draws.below(8))]
    yes = draws.some_of(names, 1 + draws.below(len(names) - 1))
    no = [name for name in names if name not in yes]
    question = one_of_those("who_loses", yes, no, {"before": "a"})
    assert question is not None
    check(question)
    assert len(set(question.choices) & set(yes)) == 1
    assert all(question.judge(name).is_right for name in yes)


def test_where_all_or_none_do_there_is_no_question() -> None:
    assert one_of_those("who_loses", [], ["bpe"]) is None
    assert one_of_those("who_loses", ["bpe"], []) is None


@for_each("seed", SEEDS)
def test_the_right_range_holds_the_figure(seed: int) -> None:
    draws = Draws(f"range {seed}")
    before = 1 + draws.below(300) / 100
    after = before * (0.6 + draws.below(150) / 100)
    question = in_range("bytes_per_token", before, after)
    check(question)
    (right,) = question.right
    low, high = map(float, str(right).split("-"))
    assert low - 0.01 <= after <= high + 0.01


@for_each("power", [0.0, 1.0, 2.0, 3.0])
@for_each("bend", [-0.2, 0.0, 0.2])
def test_the_nearest_factor_is_right(power: float, bend: float) -> None:
    question = factor("naive", [(100, 1.0), (400, 4 ** (power + bend))])
    assert question is not None
    check(question)
    assert question.right == {str(FACTORS[round(power)])}


def test_one_point_says_nothing_of_growth() -> None:
    assert factor("naive", [(100, 1.0)]) is None


# --- Who had least to do


def drawn_work(seed: int) -> dict[str, int]:
    draws = Draws(f"work {seed}")
    return {f"lane {k}": draws.below(4) for k in range(2 + draws.below(5))}


@for_each("seed", range(25))
def test_exactly_the_lanes_with_least_pass(seed: int) -> None:
    work = drawn_work(seed)
    question = least_work(work)
    if question is None:
        assert len(set(work.values())) == 1
        return
    assert 2 <= len(question.choices) <= MOST_CHOICES
    assert set(question.choices) & question.right
    assert set(question.choices) - question.right
    for lane, amount in work.items():
        verdict = question.judge(lane)
        assert verdict.is_right == (amount == min(work.values()))
        if verdict.reason is not None:
            assert verdict.reason.values["count"] == amount
            assert verdict.reason.values["least_count"] == min(work.values())


def test_lanes_that_did_the_same_ask_nothing() -> None:
    assert least_work({"naive": 3, "linked": 3}) is None
    assert least_work({"linked": 3}) is None
