"""What a reader can be asked before a merge of the encoder."""

from __future__ import annotations

from bpe_core.exercises.encode_questions import encode_questions
from bpe_core.exercises.questions import Question
from bpe_core.model import BPEModel
from ui.scenes.questions import question_json
from ui.scenes.recording import Json
from ui.scenes.token_palette import Palette

VEIL = ("lanes",)  # the other rules' results; the ranks are what the answer is read off


class EncodingQuestions:
    """The next merge before each, and at first where the word will be cut."""

    def __init__(self, model: BPEModel, pre_token: bytes, palette: Palette) -> None:
        *self._merges, self._cuts = encode_questions(model, pre_token)
        self._palette = palette
        byte_ids = model.vocabulary.byte_ids
        self._cells = [(palette.token(byte_ids[byte]), at) for at, byte in enumerate(pre_token)]

    def before(self, merge: int) -> tuple[Json, ...]:
        """Those before the merge of this number, from 0."""
        has_cuts = self._cuts.right != frozenset([frozenset()])
        asked = [self._merges[merge], *([self._cuts] if merge == 0 and has_cuts else [])]
        return tuple(map(self._written, asked))

    def _written(self, question: Question) -> Json:
        """A merge is picked in the tree, cuts are made between the bytes."""
        if question.kind == "cuts":
            return question_json(
                question, self._palette.pair, cells=self._cells, veil=(*VEIL, "code")
            )
        return question_json(question, self._palette.pair, inside=("tree",), veil=VEIL)
