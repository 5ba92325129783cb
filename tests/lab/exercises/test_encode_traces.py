"""Encoding traces: who merges lists of bytes by rank scores all, who guesses scores nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

from bpe_core import encode
from bpe_core.model import BPEModel
from bpe_lab.exercises.draw import Exercise, asks_of, draw, exercise_questions, model_of
from bpe_lab.exercises.encode_questions import NO_MERGE, When, encode_trace
from bpe_lab.exercises.questions import FAILS, HOLDS, PREFIX, Answer, Question
from bpe_lab.exercises.seed import Draws
from tests.examples import again_with_all, by_set
from tests.lab.exercises.drawn_exercises import claimed, exercises, traced

pytestmark = again_with_all
KIND = "trace.encode"
NUMBER = by_set(8, 50, 1000)


def every() -> tuple[Exercise, ...]:
    return exercises(KIND, NUMBER, stride=37)


class Solver:
    """Merges lists of bytes by the place of their pair in a list; it knows no event."""

    def __init__(self, model: BPEModel, word: bytes) -> None:
        self.model, vocabulary = model, model.vocabulary
        self.listed = [
            (vocabulary[merge.left], vocabulary[merge.right]) for merge in model.merges
        ]
        self.bytes_of = vocabulary
        self.states = [[bytes([value]) for value in word]]
        self.merged: list[int] = []
        while (index := self.best(self.states[-1])) is not None:
            tokens = list(self.states[-1])
            tokens[index : index + 2] = [tokens[index] + tokens[index + 1]]
            self.states.append(tokens)
            self.merged.append(index)

    def best(self, tokens: list[bytes]) -> int | None:
        """The left token of the pair that comes first in the list, the leftmost of equals."""
        ranks = [self.rank(pair) for pair in pairwise(tokens)]
        listed = [(rank, k) for k, rank in enumerate(ranks) if isinstance(rank, int)]
        return min(listed)[1] if listed else None

    def rank(self, pair: tuple[bytes, bytes]) -> int | str:
        return self.listed.index(pair) if pair in self.listed else NO_MERGE

    def cuts(self, state: int) -> frozenset[int]:
        return frozenset([*accumulate(map(len, self.states[state]))][:-1])

    def across(self, left: bytes, right: bytes) -> Answer:
        """The first merge over the border, if nothing but the two stands in the text."""
        alone = Solver(self.model, left + right)
        for tokens, index in zip(alone.states, alone.merged, strict=False):
            if sum(map(len, tokens[: index + 1])) == len(left):
                ids = self.model.ordinary_ids
                return ids[tokens[index]], ids[tokens[index + 1]]
        raise AssertionError("they stand beside each other")

    def answer(self, when: When, question: Question) -> Answer:
        ask = question.ask.removeprefix(PREFIX)
        if ask == "new_rank":
            pair = question.values["pair"]
            assert isinstance(pair, tuple)
            return self.rank((self.bytes_of[pair[0]], self.bytes_of[pair[1]]))
        if ask == "refused_by":
            pair = question.values["pair"]
            assert isinstance(pair, tuple)
            return self.across(self.bytes_of[pair[0]], self.bytes_of[pair[1]])
        if ask == "next_merge":
            index = self.merged[when.merge]
            return sum(map(len, self.states[when.merge][:index]))
        return self.cuts(when.merge + 1 if ask == "cuts_after" else -1)


def asked(exercise: Exercise) -> Iterator[tuple[Question, Answer]]:
    """All that is asked, each with what the solver says."""
    model = model_of(exercise.text, exercise.options)
    word = exercise.word.encode()
    solver = Solver(model, word)
    by_moment = exercise_questions(exercise, encode_trace(model, word))
    for when, questions in by_moment.items():
        for question in questions:
            yield question, solver.answer(when, question)


def test_a_solver_of_its_own_scores_all_of_every_level() -> None:
    for exercise in traced(every()):
        names = set()
        for question, answer in asked(exercise):
            names.add(question.ask)
            assert question.judge(answer).is_right, (exercise, question.ask, answer)
        missing = asks_of(KIND, exercise.level) - names
        assert missing <= {"refused_by"}, "not every word has a match that is refused"


def wrong_answers(question: Question, draws: Draws) -> Iterator[Answer]:
    """Those that are offered, and some drawn at random."""
    yield from question.wrong
    yield from question.choices
    borders = sorted(question.borders)
    for _ in range(5):
        if question.kind == "cuts":
            yield frozenset(border for border in borders if draws.below(2))
        elif question.kind == "position":
            yield draws.below(10)


def test_a_wrong_answer_is_never_right_and_is_told_by_values() -> None:
    draws = Draws("wrong answers")
    for exercise in traced(every()):
        for question, right in asked(exercise):
            for answer in wrong_answers(question, draws):
                if answer == right:
                    continue
                verdict = question.judge(answer)
                assert not verdict.is_right, (exercise, question.ask, answer)
                assert verdict.reason
                assert verdict.reason.values


def test_of_all_claims_exactly_one_is_wrong() -> None:
    for exercise in claimed(every()):
        wrong = 0
        for question, answer in asked(exercise):
            holds = answer == question.values["answer"]
            wrong += not holds
            assert question.judge(HOLDS).is_right == holds, (exercise, question.ask)
            assert question.judge(FAILS).is_right != holds
        assert wrong == 1, exercise


def test_the_trace_ends_in_what_encode_gives() -> None:
    for exercise in every():
        model = model_of(exercise.text, exercise.options)
        solver = Solver(model, exercise.word.encode())
        tokens = [model.vocabulary[token_id] for token_id in encode(model, exercise.word)]
        assert tokens == solver.states[-1]


def test_the_fourth_level_leads_whoever_merges_from_the_left_astray() -> None:
    for exercise in every():
        if exercise.level != 4:
            continue
        model = model_of(exercise.text, exercise.options)
        solver = Solver(model, exercise.word.encode())
        tokens = solver.states[0]
        while True:
            listed = [k for k, pair in enumerate(pairwise(tokens)) if pair in solver.listed]
            if not listed:
                break
            tokens = [
                *tokens[: listed[0]],
                b"".join(tokens[listed[0] : listed[0] + 2]),
                *tokens[listed[0] + 2 :],
            ]
        assert tokens != solver.states[-1], exercise


def test_an_exercise_is_the_same_each_time() -> None:
    for exercise in every()[::10]:
        again = draw(KIND, exercise.level, exercise.seed, exercise.script)
        assert again == replace(exercise)
