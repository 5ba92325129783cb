"""What a reader can be asked about a merge of the naive trainer, and where it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.events import MergeDone, SubGoal
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_lab.exercises.claims import PREFIX
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.tie_questions import TieQuestions
from bpe_lab.exercises.traces import exercise_questions
from bpe_lab.exercises.train_moments import MergeMoment, merge_moments
from bpe_lab.exercises.train_questions import (
    before_choosing,
    before_merging,
    its_count,
    its_positions,
    next_pair,
    tokens_left,
)
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.questions import question_json
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.worded_questions import worded

WIDGETS = ("text",)
FROM_COUNTS = {"next_pair", "its_count"}
# In the order of letters the first of the tied pairs is the one with the lowest ids.
VEILS = {"other_rule": ("pairs",)}
When = tuple[int, SubGoal]  # a merge's number, and before which of its steps


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked before a step of a merge: ``asked`` of an exercise, else all in turn.

    ``moment_of`` gives what is asked about; None where not the whole text is drawn. ``ties``
    asks about other tie rules.
    """

    moment_of: Callable[[MergeDone], MergeMoment] | None
    ties: TieQuestions
    asked: Mapping[When, Sequence[Question]] | None = None

    @property
    def hides_counts(self) -> bool:
        """Whether they tell an answer: an exercise may ask for neither pair nor count."""
        if self.asked is None:
            return True
        asks = {each.ask.removeprefix(PREFIX) for row in self.asked.values() for each in row}
        return not asks.isdisjoint(FROM_COUNTS)

    def before(self, goal: SubGoal, done: MergeDone) -> Sequence[Question]:
        """The questions before a merge's step."""
        if self.asked is not None:
            return self.asked.get((done.number, goal), ())
        if self.moment_of is None:
            return ()
        return tuple(in_turn(goal, self.moment_of(done), self.ties))


def asked_of(exercise: Exercise) -> Mapping[When, Sequence[Question]]:
    """What the exercise asks, by merge and step."""
    return exercise_questions(exercise, _all_questions(exercise))


def _all_questions(exercise: Exercise) -> Iterator[tuple[When, Question]]:
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    for moment in merge_moments(run):
        for question in before_choosing(moment):
            yield (moment.number, SubGoal.CHOOSE), question
        for question in before_merging(moment):
            yield (moment.number, SubGoal.MERGE), question


def in_turn(goal: SubGoal, moment: MergeMoment, ties: TieQuestions) -> Iterator[Question]:
    """A reader of a walk is asked a little: which pair, and what another rule takes, or how
    often or where it stands.

    Every third time, and where places overlap, also how many tokens will be left.
    """
    has_overlap = len(moment.merged) < moment.count
    if goal is SubGoal.CHOOSE and len(moment.positions) > 1:
        yield next_pair(moment)
        if other := ties.of(moment):
            yield other
        else:
            asks_where = has_overlap or moment.number % 2
            yield its_positions(moment) if asks_where else its_count(moment)
    if goal is SubGoal.MERGE and (has_overlap or not moment.number % 3):
        yield tokens_left(moment)


def written(brush: Brush, questions: Sequence[Question]) -> tuple[Json, ...]:
    """Questions as values of a step."""

    def word(name: str, value: object) -> Json:
        match name, value:
            case "rule", str():
                return {"text": text(f"tie_rule.{value}")}
            case "bytes", (int(left), int(right)):
                return brush.bytes_of((left, right))
            case "ids", (left, right):
                return f"{left}, {right}"
            case _:
                return value

    return tuple(
        question_json(
            worded(question, word),
            brush.pair,
            inside=WIDGETS,
            rule=brush.rule(),
            tie_bytes=brush.tie_bytes(),
            veil=VEILS.get(question.ask, ()),
        )
        for question in questions
    )
