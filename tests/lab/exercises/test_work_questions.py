"""Who had least to do: every lane with least passes, every other is told both amounts."""

from __future__ import annotations

from bpe_lab.exercises.figure_questions import MOST_CHOICES, least_work
from bpe_lab.exercises.seed import Draws
from tests.for_each import for_each


def drawn(seed: int) -> dict[str, int]:
    draws = Draws(f"work {seed}")
    return {f"lane {k}": draws.below(4) for k in range(2 + draws.below(5))}


@for_each("seed", range(25))
def test_exactly_the_lanes_with_least_pass(seed: int) -> None:
    work = drawn(seed)
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
