"""Questions about subword-nmt's runs and codes."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from random import Random

import pytest

from bpe_core.events import CandidatesScanned, CountChanged, Event, MergeDone, PairsRestored
from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt import END, SEPARATOR, Codes, learn
from bpe_core.systems.subword_nmt.learn import learning_events
from bpe_core.systems.subword_nmt.segmenter import merge_with_dropout
from bpe_core.systems.subword_nmt.words import count_words
from bpe_core.texts.corpus import SAMPLES, sample
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.seed import Draws
from bpe_lab.exercises.subword_questions import (
    ASIDE,
    CANDIDATE,
    ENOUGH,
    RECALLED,
    at_the_border,
    changed_count,
    dropout_pieces,
    is_set_aside,
    numbers_of,
    possible_pieces,
    set_aside_questions,
    word_questions,
)
from tests.for_each import for_each

# --- Pairs set aside: held to what the run did next


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


# --- A word's counts: held to counting all words anew


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


# --- What dropout can give: as the segmenter itself gives it, over all its draws


PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
WORDS = ("lowest", "newer", "widest", "xxxxy", "banana", "löwer")


class TheseDraws(Random):
    """These draws, then all merges are skipped."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__()
        self.draws = list(draws)

    def random(self) -> float:
        return self.draws.pop(0) if self.draws else 0.0


def drawn_pieces(codes: Codes, word: str) -> set[str]:
    """Round by round, under every draw."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(codes.merges)))}
    start = (*word[:-1], word[-1] + END) if codes.ends_glued else (*word, END)
    waiting, seen = [start], {start}
    while waiting:
        symbols = waiting.pop()
        for draws in product((0, 1), repeat=len(symbols) - 1):
            after = tuple(merge_with_dropout([*symbols], ranks, 0.5, TheseDraws(draws)))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    pieces = set[str]()
    for symbols in seen:
        *rest, last = "".join(f"{symbol} " for symbol in symbols).replace(END, "").split()
        pieces |= {piece + SEPARATOR for piece in rest} | {last}
    return pieces


def codes_of(*, glued: bool) -> Codes:
    words = {**PAPER, "xxxy": 5, "banana": 4, "ban": 2}
    codes = learn(words, num_merges=20, min_frequency=2)
    if glued:
        return codes
    # In version 0.1 the end is a symbol of its own, which codes join like any other.
    pairs = (("s", "t"), ("e", "st"), ("est", END), ("l", "o"), ("r", END), ("e", f"r{END}"))
    return Codes((*pairs, ("n", "a"), ("na", f"{END}"), ("x", "x"), ("xx", "xx")), "0.1")


@for_each("glued", [True, False])
@for_each("word", WORDS)
def test_pieces_are_those_of_the_segmenter_under_every_draw(word: str, glued: bool) -> None:
    codes = codes_of(glued=glued)
    assert possible_pieces(codes, word, numbers_of(codes)).keys() == drawn_pieces(codes, word)


def asked() -> list[tuple[Codes, Question]]:
    words = dict(count_words(sample("story_en").text))
    known = [codes_of(glued=True), learn(words, num_merges=200, min_frequency=2)]
    lines = [[word] for word in WORDS] + [list(words)[at : at + 6] for at in (0, 40, 90)]
    questions = [(codes, dropout_pieces(codes, line)) for codes in known for line in lines]
    return [(codes, question) for codes, question in questions if question]


def test_only_all_that_are_possible_pass_and_each_error_is_told() -> None:
    questions = asked()
    assert len(questions) >= 8
    for codes, question in questions:
        word = str(question.values["word"])
        pieces = possible_pieces(codes, word, numbers_of(codes))
        offered = [str(each) for each in question.choices]
        right = frozenset(each for each in offered if each in pieces)
        assert 3 <= len(set(offered)) == len(offered) <= 5
        assert len(right) >= 2 < len(offered)
        assert question.judge(right).is_right
        for piece in offered:
            verdict = question.judge(right ^ {piece})
            assert not verdict.is_right
            assert verdict.reason
            values = verdict.reason.values
            assert values["piece"] == piece
            if verdict.reason.key != "piece_single":
                left, other = str(values["left"]), str(values["right"])
                assert {left, other} <= pieces.keys(), "both can come"
                assert left.removesuffix(SEPARATOR) + other == piece
            is_possible = verdict.reason.key in ("piece_single", "piece_possible")
            assert is_possible == (piece in right)
            if verdict.reason.key == "piece_possible":
                code = codes.merges[int(str(values["code"])) - 1]
                assert "".join(code).removesuffix(END) == piece.removesuffix(SEPARATOR)


def test_of_several_errors_what_cannot_come_is_told_first() -> None:
    question = dropout_pieces(codes_of(glued=True), ["lowest"])
    assert question
    reason = question.judge(frozenset(map(str, question.choices)) - {"l@@"}).reason
    assert reason
    assert (reason.key, reason.values["piece"]) == ("piece_unmade", "lowest")


@pytest.mark.parametrize("words", [[], ["low"], ["x" * 17], ["öööö"]])
def test_where_there_is_nothing_to_choose_nothing_is_asked(words: list[str]) -> None:
    assert dropout_pieces(codes_of(glued=True), words) is None
