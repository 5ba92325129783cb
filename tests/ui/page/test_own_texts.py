"""A reader's own text: where it is offered, what it carries along, and that it is never lost."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.runtime.packed_text import pack
from tests.ui.test_pages import errors_of, open_page


@pytest.mark.parametrize(
    ("page", "field", "link", "start"),
    [
        ("train", "text", {}, "intj"),
        ("pretokenize", "passage", {}, "pieces"),
        ("encode", "words", {}, "tech"),
        ("race", "race_text", {}, "library_20k"),
        ("subword_nmt", "subword_text", {}, "paper"),
        ("bytepiece", "piece_text", {}, "english"),
        ("compare", "compared_text", {"view": "text"}, "sentence"),
        ("vocabulary", "beside_text", {"view": "beside", "tokenizer": "lab"}, "mixed"),
        ("workshop", "corpus", {}, "library"),
    ],
)
def test_it_stands_first_in_every_list_and_another_is_open(
    page: str, field: str, link: dict[str, str], start: str
) -> None:
    at = open_page(page, **link)
    box = at.selectbox(key=field)
    assert (box.options[0] in ("Your own text", "A file of yours"), box.value) == (True, start)
    assert field not in at.query_params, "a link leaves out what the page begins with"
