"""Questions about a word's counts: held to counting all words anew."""

from __future__ import annotations

from itertools import pairwise

from bpe_core.events import CountChanged, Event, MergeDone
from bpe_core.systems.subword_nmt.learn import learning_events
from bpe_core.train.state import TrainState, apply
from bpe_lab.exercises.subword_questions import changed_count, word_questions
from tests.for_each import for_each
from tests.lab.exercises.test_set_aside_questions import RUNS

Pair = tuple[int, int]


def counted(state: TrainState, pair: Pair) -> int:
    """By going through all words."""
    total = 0
    for start in state.starts:
        tokens = [token for _, token in state.tokens_of(start)]
        total += state.weight_at[start] * sum(each == pair for each in pairwise(tokens))
    return total


def until_merged(events: list[Event]) -> int:
    """How many events it is to the end of the merge, all of whose words are then rewritten."""
    return [isinstance(event, MergeDone) for event in events].index(True)


@for_each("events", RUNS)
def test_the_right_count_is_that_of_all_words(events: list[Event]) -> None:
    for index, question in word_questions(events):
        state = TrainState()
        for event in events[: index + 1]:
            apply(state, event)
        pair = question.values["pair"]
        assert isinstance(pair, tuple)
        later = events[index + 1 : index + 1 + until_merged(events[index + 1 :])]
        deltas = [e.delta for e in later if isinstance(e, CountChanged) and e.pair == pair]
        for event in later:
            apply(state, event)
        assert question.right == {counted(state, pair) - sum(deltas)}
        for wrong in question.wrong:
            verdict = question.judge(wrong)
            assert not verdict.is_right
            assert verdict.reason is not None
            assert verdict.reason.values["pair"] == pair


def test_a_run_asks_at_most_four_and_of_both_directions() -> None:
    deltas = set()
    for events in RUNS:
        indices = [index for index, _ in word_questions(events)]
        assert len(indices) <= 4
        changes = [events[index] for index in indices]
        deltas |= {each.delta > 0 for each in changes if isinstance(each, CountChanged)}
    assert deltas == {True, False}


def test_a_word_that_is_counted_once_is_told_how_often_it_occurs() -> None:
    question = changed_count(CountChanged((1, 2), -3, 4), 3)
    reasons = {answer: question.judge(answer).reason for answer in (7, 6, 10)}
    assert {answer: reason and reason.key for answer, reason in reasons.items()} == {
        7: "count_unchanged",
        6: "counted_once",
        10: "other_way_round",
    }


def test_words_without_merges_ask_nothing() -> None:
    assert not list(word_questions(learning_events({"a": 2}, detail=True)))
