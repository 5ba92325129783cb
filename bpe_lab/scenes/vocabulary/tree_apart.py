"""The derivation tree of a token while its merges are undone, from the top down."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.encode.derivation import Derivation, Node
from bpe_lab.scenes.derivation_tree import part_key, tree_state, tree_widget
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.token_palette import Palette

HIGHEST = 8  # rows: in more of them a node's place would tell how much is below it


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
        tree = tree_widget(self.derivation, self.palette.model, self.palette.tokens)
        return {**tree, "levels": self._rows()}

    def draw(self, undone: int) -> Json:
        """The state after so many merges are undone, the last of them lit."""
        whole = tree_state(self.derivation, self.palette.model, self.palette.tokens)["nodes"]
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
