"""Questions about pairs set aside: held to what the run did next."""

from __future__ import annotations

from collections import Counter

from bpe_core.events import CandidatesScanned, Event, PairsRestored
from bpe_core.systems.subword_nmt.learn import learning_events
from bpe_core.systems.subword_nmt.word_counts import count_words
from bpe_core.texts.corpus import SAMPLES, sample
from bpe_core.train.state import TrainState, apply
from bpe_lab.exercises.seed import Draws
from bpe_lab.exercises.subword_questions import (
    ASIDE,
    CANDIDATE,
    ENOUGH,
    RECALLED,
    at_the_border,
    is_set_aside,
    set_aside_questions,
)
from tests.for_each import for_each

SEEDS = range(25)


def drawn(seed: int) -> dict[str, int]:
    draws = Draws(f"words {seed}")
    words = {}
    for _ in range(8):
        word = "".join(draws.one_of("abcde") for _ in range(2 + draws.below(4)))
        words[word] = 1 + draws.below(30)
    return words


def runs() -> list[list[Event]]:
    tables = [drawn(seed) for seed in SEEDS]
    tables += [
        dict(count_words(sample(name).text)) for name in SAMPLES if sample(name).size < 9_000
    ]
    return [list(learning_events(words, num_merges=40, detail=True)) for words in tables]


RUNS = runs()


def after(events: list[Event], number: int) -> TrainState:
    state = TrainState()
    for event in events[:number]:
        apply(state, event)
    return state


@for_each("events", RUNS)
def test_the_next_events_agree(events: list[Event]) -> None:
    for index, question in set_aside_questions(events):
        (right,) = question.right
        assert isinstance(events[index], CandidatesScanned)
        if question.ask == "is_set_aside":
            later = after(events, index + 2)
            pair = question.values["pair"]
            assert right == (ASIDE if pair in later.set_aside else CANDIDATE)
        else:
            comes_back = isinstance(events[index + 1], PairsRestored)
            assert right == (RECALLED if comes_back else ENOUGH)
        (wrong,) = set(question.choices) - question.right
        verdict = question.judge(wrong)
        assert not verdict.is_right
        assert verdict.reason is not None
        assert {"count", "threshold"} <= verdict.reason.values.keys()


def test_a_run_asks_a_few_and_all_kinds_occur() -> None:
    numbers = Counter[str]()
    for events in RUNS:
        questions = [question for _, question in set_aside_questions(events)]
        assert len(questions) <= 8
        numbers.update(str(right) for question in questions for right in question.right)
    assert numbers.keys() == {ASIDE, CANDIDATE, ENOUGH, RECALLED}


def test_what_reaches_the_threshold_stays() -> None:
    assert at_the_border({(1, 2): 4, (2, 3): 3}, 4, rare=True) == (2, 3)
    assert at_the_border({(1, 2): 4}, 4, rare=True) is None
    assert is_set_aside((1, 2), 4, 4).judge(CANDIDATE).is_right
    assert is_set_aside((1, 2), 3, 4).judge(ASIDE).is_right
