"""Rank-ordered encoding of one pre-token: look up all pairs, choose the lowest rank, merge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bpe_core.encode.derivation import Derivation, derive
from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.errors import Notice
from bpe_core.events import SubGoal
from bpe_core.model import BPEModel
from bpe_core.runtime.text import CUT, beginning, completes_character
from bpe_lab.exercises.draw import Exercise, exercise_questions
from bpe_lab.exercises.encode_questions import (
    When,
    encode_questions,
    encode_trace,
    refused_by,
    where_rules_part,
)
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.code_panel import source_of, with_lines
from bpe_lab.scenes.drawn_tokens import Palette
from bpe_lab.scenes.encode.encoding_panels import (
    FIRST,
    MERGES,
    OTHERS,
    RANKS,
    Code,
    Lanes,
    OtherRule,
    Ranks,
    Round,
    Tree,
    highest_rank,
    lanes_of,
    merge_table,
    rounds,
)
from bpe_lab.scenes.questions import exercise_json, question_json
from bpe_lab.scenes.recording import Frame, Json, Text, Walk, record, text

VEIL = ("lanes",)  # the other rules' results; the ranks are what the answer is read off
CUTS_VEIL = (*VEIL, "code")
EXERCISE_VEIL = ("ranks",)  # they are looked up in the list of merges
WORD_CAP = 60  # bytes; every pair of every round is shown
SPOKEN = 24  # bytes of the pre-token in a sentence
MOST_LISTED = 8  # tokens that a sentence lists
LAYOUT: Json = {
    "stage": ["tree"],
    "beside": ["ranks", "code"],
    "columns": [["lanes"]],
    "tabs": ["ranks", "code"],
}
EXERCISE_LAYOUT: Json = {
    "stage": ["tree"],
    "beside": [MERGES, "ranks"],
    "columns": [],
    "tabs": [MERGES, "ranks"],
}


def drawn_bytes(model: BPEModel, word: str) -> tuple[bytes, list[Notice]]:
    """The bytes of a pre-token that a walk shows, and what a reader has to know of them."""
    notices: list[Notice] = []
    size = len(word.encode())
    pre_token = beginning(word.encode(), WORD_CAP)
    if len(pre_token) < size:
        notices.append(Notice("word_cut", kept=len(pre_token), size=size, cap=WORD_CAP))
    if model.whole_first and pre_token in model.ordinary_ids:
        notices.append(Notice("whole_first", token_id=model.ordinary_ids[pre_token]))
    return pre_token, notices


def word_walk(model: BPEModel, word: str, exercise: Exercise | None = None) -> Walk:
    """Every round of ``word``, a pre-token; of a long one the beginning.

    An ``exercise``, whose word it is, asks what its level wants, beside the list of merges.
    """
    pre_token, notices = drawn_bytes(model, word)
    scene = Encoding.of(model, pre_token, exercise)
    recording, _ = record(
        scene.frames(),
        goals=(SubGoal.CHOOSE, SubGoal.MERGE),
        widgets=scene.widgets(),
        layout=LAYOUT if exercise is None else EXERCISE_LAYOUT,
        tokens=scene.palette.tokens,
        about=f"encode {word}",
        exercise=exercise_json(exercise),
        ending=lambda steps: text("encode.say.cap", steps=steps[-1]["group"] + 1),
    )
    return Walk(recording, tuple(notices))


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

        Where another rule parts, also what it would merge; at the end, which merge refuses
        a match where an encoder without a heap meets one.
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
                when = When(parting.at, "choose")
                next_merge, *rest = asked[when]
                asked = {**asked, when: [next_merge, parting.question, *rest]}
            if refused := refused_by(model, pre_token):
                asked = {**asked, When(len(merges) - 1, "look"): [refused]}
        else:
            asked = exercise_questions(exercise, encode_trace(model, pre_token))
        byte_ids = model.vocabulary.byte_ids
        cells = [(palette.token(byte_ids[byte]), at) for at, byte in enumerate(pre_token)]
        return cls(asked, palette, cells, exercise is not None)

    def before(self, when: When) -> tuple[Json, ...]:
        """Those before a step of a merge, which counts from 0."""
        return tuple(map(self._question_json, self.asked.get(when, ())))

    def _question_json(self, question: Question) -> Json:
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


@dataclass(slots=True)
class Encoding:
    """Rounds into frames."""

    palette: Palette
    pre_token: bytes
    rounds: list[Round]
    tree: Tree
    ranks: Ranks
    lanes: Lanes
    code: Code
    questions: EncodingQuestions

    @classmethod
    def of(cls, model: BPEModel, pre_token: bytes, exercise: Exercise | None) -> Encoding:
        """Run the encoder once, with all its events."""
        palette = Palette(model)
        steps, rest = with_lines(encode_by_scan(model, pre_token, detail=True))
        run = [event for event, _ in steps]
        derivation, gathered = derive(model, pre_token, run), list(rounds(run))
        size = len(pre_token)
        return cls(
            palette,
            pre_token,
            gathered,
            Tree(palette, derivation),
            Ranks(palette, highest_rank(gathered)),
            Lanes(palette, lanes_of(model, pre_token), derivation, size),
            Code.of(
                source_of(encode_by_scan),
                steps,
                rest,
                (OtherRule.of(name, model, pre_token) for name in OTHERS),
            ),
            EncodingQuestions.of(model, pre_token, palette, exercise),
        )

    @property
    def derivation(self) -> Derivation:
        return self.tree.derivation

    def widgets(self) -> list[Json]:
        """All that is drawn; an exercise has its list of merges and no other rules."""
        if self.questions.is_exercise:
            return [self.tree.widget(), merge_table(self.palette)[0], RANKS]
        return [self.tree.widget(), RANKS, self.code.widget(), self.lanes.widget()]

    def frames(self) -> Iterator[Frame]:
        """Three frames per round: the ranks, the lowest, the merge; one after them all."""
        ids = self._byte_ids()
        for k, now in enumerate(self.rounds):
            if k == 0 or now.chosen:
                yield self._look(k, now, ids)
            if now.chosen is None:
                yield self._end(k, ids)
                return
            yield self._frame(
                k,
                SubGoal.CHOOSE,
                self._chosen(now),
                self.code.choice(k),
                node_count=k,
                ranking=(now, ids, True),
                forming=True,
                ask=text("encode.ask") if len(now.candidates()) > 1 else None,
                when=When(k, "choose"),
            )
            ids = self._after(k)
            yield self._frame(
                k,
                SubGoal.MERGE,
                self._merged(k, len(ids)),
                self.code.merge(k),
                node_count=k + 1,
                ranking=None,
                fresh=True,
                when=When(k, "merge"),
            )

    def _look(self, k: int, now: Round, ids: list[int]) -> Frame:
        """All neighboring pairs are looked up; the first look also tells what there is."""
        values = {"pairs": len(now.ranked), "merges": len(now.candidates())}
        if k > 0:
            say = text("encode.say.ranked", **values)
        elif now.ranked:
            say = text("encode.say.start", **values, bytes=len(ids), word=self._word())
        else:
            say = text("encode.say.start_single", word=self._word())
        code = self.code.look(k) if now.ranked else self.code.choice(k)
        ranking = (now, ids, False)
        when = When(k - 1, "look")
        return self._frame(
            k, SubGoal.CHOOSE, say, code, node_count=k, ranking=ranking, when=when
        )

    def _frame(
        self,
        k: int,
        goal: SubGoal,
        say: Text,
        code: Json,
        *,
        node_count: int,
        ranking: tuple[Round, list[int], bool] | None,
        forming: bool = False,
        fresh: bool = False,
        ask: Text | None = None,
        ended: bool = False,
        when: When,
    ) -> Frame:
        ranks = (
            self.ranks.still()
            if ranking is None
            else self.ranks.draw(k, ranking[0], ranking[1], crown=ranking[2])
        )
        states = {
            "tree": self.tree.draw(node_count, forming=forming, fresh=fresh),
            "ranks": ranks,
        }
        if self.questions.is_exercise:
            states[MERGES] = merge_table(self.palette)[1]
        else:
            states["code"] = code
            states["lanes"] = self.lanes.draw(
                node_count,
                ended=ended,
                looked=len(ranking[0].ranked) if ranking and not ended else 0,
            )
        marks = ("character",) if fresh and self._completes(k) else ()
        steps = len(self.derivation.nodes)
        key = "encode.where" if steps else "encode.where_none"
        where = text(key, step=min(k + 1, steps), steps=steps)
        return Frame(
            goal,
            k,
            say,
            states,
            marks,
            where=where,
            ask=ask,
            veil=VEIL if ask else (),
            questions=self.questions.before(when),
        )

    def _end(self, k: int, ids: list[int]) -> Frame:
        """The last look finds no merge."""
        now = self.rounds[k]
        values = {"tokens": len(ids), "pairs": len(now.ranked)}
        if len(ids) > MOST_LISTED:
            say = text("encode.say.end_many", **values)
        else:
            key = "encode.say.end" if now.ranked else "encode.say.end_single"
            say = text(key, **values, result=self.palette.row_value(ids))
        ranking = (now, ids, True) if now.ranked else None
        group = max(0, k - 1)
        code = self.code.choice(k)
        frame = self._frame(
            k,
            SubGoal.CHOOSE,
            say,
            code,
            node_count=k,
            ranking=ranking,
            ended=True,
            when=When(k - 1, "look"),
        )
        return replace(frame, group=group, marks=())

    def _byte_ids(self) -> list[int]:
        byte_ids = self.palette.model.vocabulary.byte_ids
        return [byte_ids[value] for value in self.pre_token]

    def _after(self, k: int) -> list[int]:
        """The ids after merge ``k``."""
        slots = self.lanes.lanes[FIRST][k + 1].slots
        return [slots[at][0] for at in sorted(slots)]

    def _word(self) -> Json:
        """The pre-token, of a long one the beginning."""
        spoken = beginning(self.pre_token, SPOKEN)
        is_long = len(spoken) < len(self.pre_token)
        return {"token": self.palette.piece(spoken + CUT.encode() * is_long)}

    def _chosen(self, now: Round) -> Text:
        best, *others = now.candidates()
        values = {"pair": self.palette.pair_value(best.pair), "rank": best.rank}
        if not others:
            return text("encode.say.only", **values)
        if others[0].rank == best.rank:
            return text("encode.say.leftmost", **values)
        second = self.palette.pair_value(others[0].pair)
        return text("encode.say.chosen", **values, second=second, next=others[0].rank)

    def _merged(self, k: int, tokens: int) -> Text:
        node = self.derivation.nodes[k]
        return text(
            "encode.say.merged",
            left=self.palette.token_value(node.left.token_id),
            right=self.palette.token_value(node.right.token_id),
            token=self.palette.token_value(node.token_id),
            id=node.token_id,
            tokens=tokens,
        )

    def _completes(self, k: int) -> bool:
        node, tokens = self.derivation.nodes[k], self.palette.model.vocabulary.tokens
        return completes_character(tokens[node.left.token_id], tokens[node.right.token_id])
