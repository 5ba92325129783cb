"""A token as the tree of its merges; they are undone one by one, the last one first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bpe_core.encode.derivation import Derivation, Node
from bpe_core.events import SubGoal
from bpe_core.model import BPEModel, Pair
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.vocabulary_questions import (
    LEAST_CUT,
    first_of_kin,
    first_parent,
    kin_of,
    parents_of,
)
from bpe_lab.scenes.drawn_tokens import (
    Palette,
    derivation_of,
    part_key,
    tree_state,
    tree_widget,
)
from bpe_lab.scenes.questions import question_json
from bpe_lab.scenes.recording import Frame, Json, Text, record, text
from bpe_lab.scenes.token_table import Inventory

MOST_BYTES = 64  # of a token whose tree is drawn
HIGHEST = 8  # rows: in more of them a node's place would tell how much is below it
TREE, PARTS, KIN = "tree", "parts", "kin"
LAYOUT: Json = {"stage": [TREE], "beside": [PARTS, KIN], "columns": []}
VEIL = (PARTS, KIN)  # the tree is what is taken apart: what comes is not in it yet
ROWS, KIN_ROWS = 6, 5
MOST_CUTS = 3  # that are asked for


def can_be_taken_apart(inventory: Inventory, token_id: int) -> bool:
    """Whether merges make the token of its bytes, and not too many of them."""
    token = inventory.tokens[token_id]
    if inventory.kinds[token_id] in ("special", "unused") or len(token) > MOST_BYTES:
        return False
    return len(token) > 1 and len(derivation_of(inventory.model, token_id).roots) == 1


def parts_walk(inventory: Inventory, token_id: int) -> Json:
    """The recording of a token that `can_be_taken_apart`."""
    scene = _Apart.of(inventory, token_id)
    recording, _ = record(
        scene.frames(),
        goals=(SubGoal.CHOOSE,),
        widgets=scene.widgets(),
        layout=LAYOUT,
        tokens=scene.palette.tokens,
        about=f"apart {inventory.tokens[token_id].hex()}",
        instead="vocabulary.instead",
        ending=lambda steps: text("vocabulary.apart.cap", steps=len(steps) - 1),
    )
    return recording


def pair_of(model: BPEModel, token_id: int) -> Pair | None:
    """The last merge that makes a token, where encoding its bytes ends in it."""
    match derivation_of(model, token_id).roots:
        case [Node() as root]:
            return root.pair
    return None


@dataclass(frozen=True, slots=True)
class TreeApart:
    """Draws what is in sight: a node whose merge is not undone yet hides its parts."""

    palette: Palette
    derivation: Derivation

    @property
    def nodes(self) -> tuple[Node, ...]:
        """In the order in which they are taken apart, the whole token first."""
        return self.derivation.nodes[::-1]

    def widget(self) -> Json:
        """The static description, as high for any token of as many bytes."""
        tree = tree_widget(self.derivation, self.palette)
        return {**tree, "levels": self._rows()}

    def draw(self, undone: int) -> Json:
        """The state after so many merges are undone, the last of them lit."""
        whole = tree_state(self.derivation, self.palette)["nodes"]
        generations, rows = self._generations(), self._rows()
        nodes: Json = {}
        for number in sorted(self._in_sight(undone)):
            nodes[str(number)] = {**whole[str(number)], "level": rows - generations[number]}
        for node in self.nodes[undone:]:
            if hidden := nodes.get(str(node.number)):
                hidden["parts"] = []
                del hidden["rank"]
        now = self.nodes[max(0, undone - 1)].number
        if undone:
            nodes[str(now)]["look"] = "merged"
        roots = self.derivation.until(len(self.nodes) - undone).roots
        return {
            "nodes": nodes,
            "roots": [part_key(root) for root in roots],
            "level": rows - generations[now],
        }

    def _in_sight(self, undone: int) -> set[int]:
        """The whole token, and the parts of what has been taken apart."""
        parts = [part for node in self.nodes[:undone] for part in (node.left, node.right)]
        numbers = {part.number for part in parts if isinstance(part, Node)}
        return {self.nodes[0].number, *numbers}

    def _rows(self) -> int:
        """subtle: as many as the tree has would tell whether both halves are long."""
        generations = max(self._generations().values()) + 1
        return max(generations, min(HIGHEST, len(self.nodes)))

    def _generations(self) -> dict[int, int]:
        """How many merges lie between each node, by its number, and the whole token."""
        generation = {self.nodes[0].number: 0}
        for node in self.nodes:
            for part in (node.left, node.right):
                if isinstance(part, Node):
                    generation[part.number] = generation[node.number] + 1
        return generation


@dataclass(frozen=True, slots=True)
class _Apart:
    """A derivation, read backwards, into frames; ``kin`` were made of ``part``, too."""

    palette: Palette
    tree: TreeApart
    ranks: Mapping[int, int]
    part: int
    kin: tuple[int, ...]

    @classmethod
    def of(cls, inventory: Inventory, token_id: int) -> _Apart:
        model = inventory.model
        derivation = derivation_of(model, token_id)
        part, kin = kin_of(model, inventory.ranks, derivation)
        palette = Palette(model)
        return cls(palette, TreeApart(palette, derivation), inventory.ranks, part, kin)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The whole token first."""
        return self.tree.nodes

    def widgets(self) -> list[Json]:
        """The tree, the token's parts with their ranks, and what was made of one of them."""
        columns = [
            {"kind": "number", "title": "vocabulary.apart.rank"},
            {"kind": "token", "title": "vocabulary.apart.token"},
        ]
        number = {"kind": "text", "title": "vocabulary.apart.id"}
        merged = {"kind": "pair", "title": "vocabulary.apart.made_of"}
        rows = min(ROWS, len(self.nodes))
        return [
            self.tree.widget(),
            {
                "kind": "table",
                "id": PARTS,
                "title": "vocabulary.apart.parts",
                "rows": rows,
                "columns": [*columns, merged],
            },
            {
                "kind": "table",
                "id": KIN,
                "title": "vocabulary.apart.kin",
                "rows": KIN_ROWS,
                "columns": [*columns, number],
            },
        ]

    def frames(self) -> Iterator[Frame]:
        """The whole token, then one merge less per frame."""
        root, asked = self.nodes[0], 0
        start = text(
            "vocabulary.apart.start",
            token=self.palette.token_value(root.token_id),
            bytes=root.size,
        )
        yield self._frame(0, start)
        for undone, node in enumerate(self.nodes, 1):
            questions = list(self._questions(undone, node, may_cut=asked < MOST_CUTS))
            asked += sum(question.kind == "cuts" for question in questions)
            asking = tuple(self._question_json(each, node) for each in questions)
            yield self._frame(undone, self._say(node), asking, self._ask(node))

    def _frame(
        self,
        undone: int,
        say: Text,
        questions: tuple[Json, ...] = (),
        ask: Text | None = None,
    ) -> Frame:
        group = max(0, undone - 1)
        steps = len(self.nodes)
        return Frame(
            SubGoal.CHOOSE,
            group,
            say,
            {TREE: self.tree.draw(undone), PARTS: self._parts(undone), KIN: self._kin(undone)},
            where=text("vocabulary.apart.where", step=group + 1, steps=steps),
            ask=ask,
            veil=VEIL if ask else (),
            questions=questions,
        )

    def _ask(self, node: Node) -> Text | None:
        """What is to be thought about, where there is more than one border."""
        if node.size < LEAST_CUT:
            return None
        return text("vocabulary.apart.ask", token=self.palette.token_value(node.token_id))

    def _questions(self, undone: int, node: Node, *, may_cut: bool) -> Iterator[Question]:
        """Before the first merge is undone also what else was made of a part."""
        model, root = self.palette.model, self.nodes[0]
        if undone == 2 and (question := first_parent(model, self.ranks, root)):
            yield question
        is_new = node.token_id not in {each.token_id for each in self.nodes[: undone - 1]}
        if may_cut and is_new and (question := parents_of(model, node)):
            yield question
        if undone == 1 and self.kin:
            yield first_of_kin(model, self.ranks, node.token_id, self.part, self.kin)

    def _question_json(self, question: Question, node: Node) -> Json:
        are_cuts = question.kind == "cuts"
        leaves = self.tree.derivation.leaves[node.at : node.at + node.size]
        return question_json(
            question,
            self.palette.pair,
            cells=[(self.palette.token(leaf.token_id), leaf.at) for leaf in leaves]
            if are_cuts
            else (),
            veil=VEIL,
            piece_of=lambda data: {"token": self.palette.piece(data)},
        )

    def _say(self, node: Node) -> Text:
        return text(
            "vocabulary.apart.say",
            token=self.palette.token_value(node.token_id),
            id=str(node.token_id),
            pair=self.palette.pair_value(node.pair),
            rank=node.rank,
        )

    def _parts(self, undone: int) -> Json:
        """What has been taken apart, each token once, the latest of the list on top."""
        apart = {node.token_id: node for node in self.nodes[:undone]}
        ids = sorted(apart, key=self.ranks.__getitem__, reverse=True)
        now = self.nodes[undone - 1].token_id if undone else None
        rows = [
            {
                "cells": [*self._cells(each), self.palette.pair(apart[each].pair)],
                "look": "merged" if each == now else "",
            }
            for each in ids[:ROWS]
        ]
        more = len(ids) - ROWS
        state: Json = {"rows": rows}
        if more > 0:
            state["more"] = text("vocabulary.apart.more", tokens=more)
        return state

    def _kin(self, undone: int) -> Json:
        """The tokens made of the same part, once that part is in sight."""
        if not undone or not self.kin:
            return {"rows": []}
        ids = sorted([self.nodes[0].token_id, *self.kin], key=self.ranks.__getitem__)
        part = self.palette.token_value(self.part)
        return {
            "rows": [
                {
                    "cells": [*self._cells(each), str(each)],
                    "look": "chosen" if each == ids[0] else "",
                }
                for each in ids
            ],
            "aside": text("vocabulary.apart.part", part=part),
        }

    def _cells(self, token_id: int) -> list[Json]:
        return [self.ranks[token_id], self.palette.token(token_id)]
