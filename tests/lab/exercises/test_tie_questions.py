"""Another tie rule's pair: held to the rule as it reads, and told by what decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.train_questions import (
    MOST_CHOICES,
    REMARKS,
    MergeMoment,
    TieQuestions,
    merge_moments,
    other_rule,
)
from tests.examples import again_with_all, examples
from tests.lab.exercises.drawn_exercises import exercises

pytestmark = again_with_all


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


def by_hand(rule: TieBreak, moment: MergeMoment, token_bytes: dict[int, bytes]) -> Pair:
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
        right = by_hand(rule, moment, token_bytes)
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
