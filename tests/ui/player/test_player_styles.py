"""Rules for the player's styles that its speed hangs on."""

import re

from bpe_lab.player.parts import styles

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ASKS = re.compile(r"[^{};]*:has\([^{};]*\{")


def test_no_walk_asks_an_element_for_what_it_holds() -> None:
    """With ``:has()`` each step costs the whole element a new style; a board has one step."""
    rules = ASKS.findall(COMMENT.sub("", styles()))
    assert [rule for rule in rules if "[data-board]" not in rule] == []
