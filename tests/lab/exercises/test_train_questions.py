"""Questions about a run: a follower of the events is always right, others are told why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.questions import Answer, Question, Remark
from bpe_lab.exercises.train_questions import (
    MOST_CHOICES,
    REMARKS,
    MergeMoment,
    TieQuestions,
    merge_moments,
    other_rule,
)
from tests.examples import again_with_all, examples
from tests.lab.exercises.drawn_exercises import exercises, train_questions
from tests.lab.exercises.naive_solver import by_hand

pytestmark = again_with_all


def moments(exercise: Exercise) -> list[MergeMoment]:
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    return list(merge_moments(run))


def every() -> tuple[Exercise, ...]:
    return exercises("trace.naive", examples(200))


def test_a_solver_of_its_own_is_always_right() -> None:
    for exercise in every():
        for moment, solved in zip(moments(exercise), by_hand(exercise), strict=True):
            for question in train_questions(moment):
                answer = solved.answer(question)
                assert question.judge(answer).is_right, (exercise, question.ask, answer)


def wrong_answers(question: Question, moment: MergeMoment) -> list[Answer]:
    """Answers that somebody who errs may give."""
    match question.kind:
        case "pair":
            pairs = [*moment.positions, (999, 999)]
            return [pair for pair in pairs if pair not in question.right]
        case "number":
            (right,) = question.right
            assert isinstance(right, int)
            return [n for n in (*question.wrong, right + 1, right - 1, 0) if n != right]
        case "positions":
            (right,) = question.right
            assert isinstance(right, frozenset)
            every = frozenset(moment.positions[moment.pair])
            sets = [frozenset(), every, right | {999}, right - {min(right)}]
            return [each for each in sets if each != right]
        case "choice":
            return [pair for pair in question.choices if pair not in question.right]
        case other:
            raise AssertionError(f"the naive trainer asks for no {other}")


def test_wrong_answers_are_refused_with_values_of_this_text() -> None:
    for exercise in every():
        for moment in moments(exercise):
            for question in train_questions(moment):
                for answer in wrong_answers(question, moment):
                    verdict = question.judge(answer)
                    assert not verdict.is_right
                    assert verdict.reason is not None
                    assert verdict.reason.values, (question.ask, answer)


def test_no_reason_gives_the_next_pair_away() -> None:
    for exercise in every():
        for moment in moments(exercise):
            question = train_questions(moment)[0]
            for answer in wrong_answers(question, moment):
                reason = question.judge(answer).reason
                assert reason is not None
                assert moment.pair not in reason.values.values()


def reason_of(question: Question, answer: Answer) -> Remark:
    reason = question.judge(answer).reason
    assert reason is not None, "the answer is wrong"
    return reason


def first_moment(text: str) -> MergeMoment:
    return next(merge_moments(train_naive(pre_tokenize(text), detail=True)))


def test_reasons_of_a_known_text() -> None:
    moment = first_moment("aaab ab")
    pair, count, places, left, after = train_questions(moment)
    assert moment.pair == (97, 98)
    tie = reason_of(pair, (97, 97))
    assert (tie.key, tie.positions) == ("tie", (0, 1))
    fewer = reason_of(pair, (32, 97))
    assert (fewer.key, fewer.values["count"], fewer.values["most"]) == ("fewer", 1, 2)
    assert reason_of(pair, (98, 97)).key == "no_such_pair"
    assert count.judge(2).is_right
    assert places.judge(frozenset({2, 5})).is_right
    assert reason_of(places, frozenset({2})).values["missing"] == 1
    not_there = reason_of(places, frozenset({2, 4}))
    assert (not_there.key, not_there.positions) == ("not_there", (4,))
    assert left.judge(5).is_right
    assert reason_of(left, 7).key == "tokens_before"
    assert after.values["pair"] == (32, moment.new_id)
    assert after.judge(1).is_right
    assert reason_of(after, 0).key == "count_before"


def test_an_overlap_is_named() -> None:
    _, count, places, left, *_ = train_questions(first_moment("aaab"))
    assert reason_of(count, 1).key == "overlaps_count"
    overlap = reason_of(places, frozenset({0, 1}))
    assert (overlap.key, overlap.positions) == ("overlap", (1,))
    assert reason_of(left, 2).key == "overlaps_left"


def test_both_halves_of_a_place_are_one_place() -> None:
    moment = next(merge_moments(train_naive(pre_tokenize("abab"), detail=True)))
    (question,) = [q for q in train_questions(moment) if q.ask == "its_positions"]
    assert question.judge(frozenset({0, 2})).is_right
    reason = question.judge(frozenset({0, 1, 2, 3})).reason
    assert reason == Remark("both_halves", {"pair": (97, 98)}, (1, 3))
    assert reason_of(question, frozenset({1})).key == "both_halves"


def test_the_moments_of_both_taught_trainers_agree() -> None:
    for exercise in every()[:: max(1, len(every()) // 40)]:
        run = train_linked(pre_tokenize(exercise.text), exercise.options, detail=True)
        for one, other in zip(moments(exercise), merge_moments(run), strict=True):
            assert (one.pair, one.count, one.merged) == (other.pair, other.count, other.merged)


# --- Another tie rule's pair: held to the rule as it reads, and told by what decides


@cache
def texts() -> tuple[str, ...]:
    return tuple(exercise.text for exercise in exercises("trace.naive", examples(20)))


def followed(
    text: str, options: TrainOptions
) -> Iterator[tuple[MergeMoment, dict[int, bytes]]]:
    """Each merge with the bytes of the tokens there are by then."""
    token_bytes = dict(enumerate(options.base_tokens()))
    for moment in merge_moments(train_naive(pre_tokenize(text), options, detail=True)):
        left, right = moment.pair
        token_bytes[moment.new_id] = token_bytes[left] + token_bytes[right]
        yield moment, token_bytes


def by_rule(rule: TieBreak, moment: MergeMoment, token_bytes: dict[int, bytes]) -> Pair:
    """The tied pair that a rule names, as its sentence reads."""
    often = max(map(len, moment.positions.values()))
    tied = [pair for pair in moment.positions if len(moment.positions[pair]) == often]
    if rule == "first_seen":
        return min(tied, key=lambda pair: min(moment.positions[pair]))
    if rule == "lowest_ids":
        return min(tied)
    return sorted(tied, key=lambda pair: [token_bytes[each] for each in pair])[-1]


def asked(rule: TieBreak) -> Iterator[tuple[MergeMoment, Question, dict[int, bytes]]]:
    for text in texts():
        options = TrainOptions(num_merges=12, tie_break=rule)
        token_bytes: dict[int, bytes] = {}
        ties = TieQuestions.beside(rule, token_bytes)
        for moment, known in followed(text, options):
            token_bytes.update(known)
            if question := ties.of(moment):
                yield moment, question, token_bytes


@pytest.mark.parametrize("own", REMARKS)
def test_who_follows_the_other_rule_is_right_and_every_other_is_told_why(own: TieBreak) -> None:
    number = 0
    for moment, question, token_bytes in asked(own):
        number += 1
        rule = question.values["rule"]
        assert rule in REMARKS
        assert rule != own
        right = by_rule(rule, moment, token_bytes)
        assert question.judge(right).is_right
        assert right != moment.pair, "it is asked where the rules take different pairs"
        assert {right, moment.pair} <= set(question.choices) <= set(moment.tied)
        assert len(question.choices) <= MOST_CHOICES
        for pair in set(question.choices) - {right}:
            verdict = question.judge(pair)
            assert not verdict.is_right
            assert verdict.reason is not None
            assert verdict.reason.values["pair"] == pair
    assert number > len(texts()) / 4


def test_each_rule_is_asked_about_once_and_not_at_every_tie() -> None:
    for text in texts():
        token_bytes: dict[int, bytes] = {}
        ties, numbers, rules = TieQuestions.beside("greatest", token_bytes), [], []
        for moment, known in followed(text, TrainOptions(num_merges=12)):
            token_bytes.update(known)
            if question := ties.of(moment):
                numbers.append(moment.number)
                rules.append(question.values["rule"])
        assert len(rules) == len(set(rules))
        assert all(after - before >= 3 for before, after in pairwise(numbers))


def test_the_order_of_the_choices_tells_nothing() -> None:
    ends: dict[object, Counter[str]] = {rule: Counter() for rule in REMARKS}
    for own in REMARKS:
        for _, question, _ in asked(own):
            (right,) = question.right
            of_rule = ends[question.values["rule"]]
            of_rule["all"] += 1
            of_rule["first"] += question.choices[0] == right
            of_rule["last"] += question.choices[-1] == right
    for of_rule in ends.values():
        assert max(of_rule["first"], of_rule["last"]) < 0.75 * of_rule["all"]


def test_the_reasons_of_a_known_text() -> None:
    moment, token_bytes = next(followed("ab cd ab cd", TrainOptions()))
    assert moment.pair == (99, 100)
    (seen, lowest, greatest) = (
        other_rule(moment, rule, token_bytes)
        for rule in ("first_seen", "lowest_ids", "greatest")
    )
    assert seen.judge((97, 98)).is_right
    reason = seen.judge((99, 100)).reason
    assert reason is not None
    assert (reason.key, reason.values["position"], reason.positions) == ("seen_later", 3, (3,))
    assert lowest.judge((32, 99)).is_right
    assert greatest.judge((99, 100)).is_right
    not_tied = lowest.judge((32, 97)).reason
    assert not_tied is not None
    assert not_tied.key == "not_tied"
