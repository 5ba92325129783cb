"""The derivation tree while it grows."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.encode.derivation import Derivation
from bpe_lab.scenes.derivation_tree import tree_state, tree_widget
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.token_palette import Palette


@dataclass(frozen=True, slots=True)
class Tree:
    """Draws the first nodes of a derivation."""

    palette: Palette
    derivation: Derivation

    def widget(self) -> Json:
        """The static description, as high as the whole derivation."""
        return tree_widget(self.derivation, self.palette.model, self.palette.tokens)

    def draw(self, node_count: int, *, forming: bool = False, fresh: bool = False) -> Json:
        """The state with ``node_count`` nodes, the last one ``fresh``.

        ``forming`` adds the next, which is no token yet.
        """
        state = self._state(node_count)
        if fresh:
            state["nodes"][str(node_count - 1)]["look"] = "merged"
        if forming:
            coming = self._state(node_count + 1)
            coming["nodes"][str(node_count)]["look"] = "forming"
            return {**coming, "roots": state["roots"]}
        return state

    def _state(self, node_count: int) -> Json:
        model, tokens = self.palette.model, self.palette.tokens
        return tree_state(self.derivation.until(node_count), model, tokens)
