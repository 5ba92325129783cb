"""Recordings that version 0.1 wrote play to their end, with every sentence filled in."""

import json

import pytest

from bpe_lab.text import section
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import Lab
from tests.paths import DATA

TEXTS = ("player", "goal", "mark")
SECTIONS = {
    "train": ("train", "tie_rule", "tie_name"),
    "linked": ("linked", "train", "tie_rule", "tie_name"),
    "encode": ("encode",),
    "subword_nmt": ("subword_nmt", "linked", "train", "tie_rule", "tie_name"),
}
# Where each step stands, and what it says, read in one go.
SENTENCES = """(player, steps) => Array.from({ length: steps }, () => {
  const place = player.querySelector("[role=slider]").getAttribute("aria-valuenow");
  const said = player.querySelector(".say:not(.sizer)").innerText;
  player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  return [place, said];
})"""


@pytest.mark.parametrize("page", SECTIONS)
def test_a_recording_of_the_version_before_plays_to_its_end(page: str, lab: Lab) -> None:
    path = DATA / "version_0_1" / f"recording_{page}.json"
    recording = json.loads(path.read_text("utf-8"))
    visited = lab(mounted(recording, text=section("en", *TEXTS, *SECTIONS[page])))
    visited.press("Home")
    sentences = visited.player().evaluate(SENTENCES, len(recording["steps"]))
    for step, (place, sentence) in enumerate(sentences):
        assert place == str(step)
        assert sentence
        assert "{" not in sentence, "every value has its place"
        assert recording["steps"][step]["say"][0] not in sentence, "the catalogue has the text"
