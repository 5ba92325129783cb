"""A whole walk is drawn as the learner is: each step's words, ledger and beads."""

from typing import Any

import pytest

from bpe_lab.text import section
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import Lab
from tests.ui.subword_nmt.learning_structures import names, real_structures, told_of, walk_of
from ui.subword_nmt.learning_inputs import PRESETS

TEXTS = section("en", "subword_nmt", "linked", "train", "tie_rule", "tie_name", "question")
# All that the player shows of the learner's structures, from the elements' own attributes, at
# every step; rows of the ledger that are not among the first are unfolded.
READ_ALL = """(steps) => {
  const root = document.getElementById("host").shadowRoot.querySelector(".player");
  const all = (selector) => [...root.querySelectorAll(selector)];
  const read = () => ({
    rows: all(".word-drawing [data-token]").map(({ dataset: d }) => [d.at, d.token]),
    pairs: all(".ledger tr[data-pair]").map(({ dataset: d }) => [d.pair, d.count, d.positions]),
    beads: all(".bead").map(({ dataset: d }) => [d.pair, d.count]),
  });
  const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  const press = (key) => root.dispatchEvent(pressed(key));
  press("Home");
  return Array.from({ length: steps }, () => {
    const fold = root.querySelector(".ledger button.fold[aria-expanded=false]");
    if (fold?.checkVisibility()) fold.click();
    const drawn = read();
    press("ArrowRight");
    return drawn;
  });
}"""


def as_learned(ids: dict[str, int], read: Any) -> dict[str, Any]:
    """What was read, in the learner's terms."""

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[index] for index in key.split(","))

    rows: dict[int, dict[int, int]] = {}
    for at, token in read["rows"]:
        word, cell = map(int, at.split("."))
        rows.setdefault(word, {})[cell] = int(token)
    index = {}
    for key, _, places in read["pairs"]:
        if places:
            parts = [place.partition("×") for place in places.split(",")]
            index[pair(key)] = {int(word): int(times or 1) for word, _, times in parts}
    return {
        "rows": {word: [row[cell] for cell in sorted(row)] for word, row in rows.items()},
        "counts": {pair(key): int(count) for key, count, _ in read["pairs"] if int(count)},
        "index": index,
        "beads": {pair(key): int(count) for key, count in read["beads"]},
    }


@pytest.mark.parametrize("name", ["refill", "runs", "banana"])
def test_every_step_shows_the_learner_s_structures(lab: Lab, name: str) -> None:
    words = dict(PRESETS[name])
    recording = walk_of(words, merges=3).recording
    visited = lab(mounted(recording, text=section("en", "player", "goal", "mark") | TEXTS))
    drawn = visited.page.evaluate(READ_ALL, len(recording["steps"]))
    told = told_of(words, merges=3)
    for step, (read, (_, state)) in enumerate(zip(drawn, told, strict=True)):
        real = real_structures(state)
        real.pop("threshold")
        assert as_learned(names(recording, state), read) == real, step
