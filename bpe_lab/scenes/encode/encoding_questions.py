"""What a reader is asked while a word is encoded: in a walk a little, else its level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_core.model import BPEModel
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.encode_questions import When, encode_questions, encode_trace
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.rule_questions import where_rules_part
from bpe_lab.exercises.traces import exercise_questions
from bpe_lab.scenes.questions import question_json
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.token_palette import Palette

VEIL = ("lanes",)  # the other rules' results; the ranks are what the answer is read off
CUTS_VEIL = (*VEIL, "code")
EXERCISE_VEIL = ("ranks",)  # they are looked up in the list of merges


@dataclass(frozen=True, slots=True)
class EncodingQuestions:
    """The questions before a walk's steps, as values of it."""

    asked: Mapping[When, Sequence[Question]]
    palette: Palette
    cells: Sequence[tuple[int, int]]
    is_exercise: bool

    @classmethod
    def of(
        cls, model: BPEModel, pre_token: bytes, palette: Palette, exercise: Exercise | None
    ) -> EncodingQuestions:
        """Those of ``exercise``, else the next merge where there are several, and the cuts.

        Where another rule parts, also what it would merge.
        """
        asked: Mapping[When, Sequence[Question]]
        if exercise is None:
            *merges, cuts = encode_questions(model, pre_token)
            first = [cuts] if merges and cuts.right != frozenset([frozenset()]) else []
            asked = {
                When(k, "choose"): [*([each] if _is_open(each) else []), *first[: k == 0]]
                for k, each in enumerate(merges)
            }
            if parting := where_rules_part(model, pre_token):
                when = When(parting.merge, "choose")
                next_merge, *rest = asked[when]
                asked = {**asked, when: [next_merge, parting.question, *rest]}
        else:
            asked = exercise_questions(exercise, encode_trace(model, pre_token))
        byte_ids = model.vocabulary.byte_ids
        cells = [(palette.token(byte_ids[byte]), at) for at, byte in enumerate(pre_token)]
        return cls(asked, palette, cells, exercise is not None)

    def before(self, when: When) -> tuple[Json, ...]:
        """Those before a step of a merge, which counts from 0."""
        return tuple(map(self._written, self.asked.get(when, ())))

    def _written(self, question: Question) -> Json:
        """A merge is picked in the tree, cuts are made between the bytes."""
        are_cuts = question.kind == "cuts"
        veil = EXERCISE_VEIL if self.is_exercise else CUTS_VEIL if are_cuts else VEIL
        return question_json(
            question,
            self.palette.pair,
            inside=("tree",) if question.kind == "position" else (),
            cells=self.cells if are_cuts else (),
            veil=veil,
        )


def _is_open(question: Question) -> bool:
    """Whether another pair could be merged as well."""
    return any(reason.key != "no_merge" for reason in question.wrong.values())
