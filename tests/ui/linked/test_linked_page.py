"""The page inside the trainer: links that ask for what is not there."""

import json
from typing import Any

import pytest

from bpe_core.texts.corpus import sample
from tests.ui.linked.linked_structures import recording_of
from tests.ui.test_pages import errors_of, open_page, said


def step_sent(at: Any) -> int | None:
    """The step at which the player is to open; None where its walk begins."""
    [sent] = [
        each for each in at.get("bidi_component") if "player" in each.proto.component_name
    ]
    step: int | None = json.loads(sent.proto.bytes)["step"]
    return step


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ({"text": "aaaa", "step": "99999"}, "no_such_step"),
        ({"text": "aaaa", "step": "-1"}, "unknown_choice"),
        ({"text": "aaaa", "step": "<b>"}, "unknown_choice"),
        ({"text": "story_en"}, "text_cut"),
    ],
)
def test_a_link_that_goes_too_far_opens_the_nearest_and_says_so(
    language: str, query: dict[str, str], notice: str
) -> None:
    at = open_page("linked", language, **query)
    assert errors_of(at) == ""
    assert said(language, f"notice.{notice}") in " ".join(each.value for each in at.info)
    last = len(recording_of(sample("aaaa"))["steps"]) - 1
    assert step_sent(at) == (last if notice == "no_such_step" else None)
