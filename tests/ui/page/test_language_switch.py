"""Another language changes the words of a page and nothing that was chosen there."""

from typing import Any

import pytest

from bpe_lab.text import catalogue
from tests.ui.test_pages import errors_of, open_page, param

CHOSEN = {
    "why": {"sample": "story_zh", "list_size": "4096"},
    "pretokenize": {"passage": "code", "split": "o200k", "other": "qwen2"},
    "encode": {"words": "catch", "tokenizer": "lab"},
}


def options_of(at: Any, key: str) -> list[str]:
    names: list[str] = at.selectbox(key=key).options
    return names


@pytest.mark.parametrize("page", CHOSEN)
def test_choices_stay_and_are_named_in_it(page: str) -> None:
    first = next(iter(CHOSEN[page]))
    at = open_page(page, **CHOSEN[page])
    for language in ("zh", "en"):
        at.segmented_control(key="language").set_value(language).run()
        assert errors_of(at) == ""
        assert param(at, "lang") == language
        for key, value in CHOSEN[page].items():
            assert at.selectbox(key=key).value == value
            assert param(at, key) == value
        assert at.selectbox(key=first).label == catalogue(language)[f"input.{first}"]
        sample = catalogue(language)[f"sample.{CHOSEN[page][first]}"]
        assert any(name.startswith(sample) for name in options_of(at, first)), language
