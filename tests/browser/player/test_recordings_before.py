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


@pytest.mark.parametrize("page", SECTIONS)
def test_a_recording_of_the_version_before_plays_to_its_end(page: str, lab: Lab) -> None:
    path = DATA / "version_0_1" / f"recording_{page}.json"
    recording = json.loads(path.read_text("utf-8"))
    visited = lab(mounted(recording, text=section("en", *TEXTS, *SECTIONS[page])))
    visited.press("Home")
    for step in range(len(recording["steps"])):
        assert visited.step() == step
        sentence = visited.say()
        assert sentence
        assert "{" not in sentence, "every value has its place"
        assert recording["steps"][step]["say"][0] not in sentence, "the catalogue has the text"
        visited.press("ArrowRight")
