"""Taking a token apart: no question gives its answer away."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.vocabularies import built_in
from bpe_lab.scenes.token_table import inventory
from bpe_lab.scenes.vocabulary.parts_walk import can_be_taken_apart, parts_walk
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import FEWEST, leaks, read
from tests.examples import again_with_all, by_set

pytestmark = again_with_all

TOKENS = by_set(20, 60, 300)
LEAST_BYTES = 5


def walks(tokens: int) -> Iterator[Json]:
    """Through a whole vocabulary, whose tokens are English and Chinese in turn."""
    table = inventory(built_in("bilingual"))
    model = table.model
    ids = [
        merge.new_id
        for merge in model.merges
        if len(model.vocabulary[merge.new_id]) >= LEAST_BYTES
    ]
    for token_id in ids[:: len(ids) // tokens][:tokens]:
        if can_be_taken_apart(table, token_id):
            yield parts_walk(table, token_id)


def late(recording: Json) -> Json:
    """The same walk, whose first questions are asked when what they ask for is there."""
    first, step, after, *steps = recording["steps"]
    asked = [{**each, "veil": ["nothing"]} for each in step.pop("questions")]
    rest = [{name: v for name, v in each.items() if name != "questions"} for each in steps]
    return {**recording, "steps": [first, step, {**after, "questions": asked}, *rest]}


def test_nothing_that_is_seen_or_heard_tells_the_answer(lab: Lab) -> None:
    assert leaks(read(lab, walks(TOKENS))) == {}


def test_a_step_too_late_both_are_told(lab: Lab) -> None:
    asked = {"question.ask_parents", "question.ask_first_of_kin"}
    assert leaks(read(lab, map(late, walks(FEWEST + 2)))).keys() == asked
