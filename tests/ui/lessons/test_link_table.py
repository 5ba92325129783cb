"""The table of what links may say, held to what the pages ask of them."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.errors import Notice
from bpe_lab.fields import Field, refusal
from bpe_lab.pages import OF_THE_READER, PAGES
from tests.ui.test_pages import open_page
from ui.page import fields
from ui.shell import SECTIONS

VIEWS: dict[str, dict[str, str]] = {
    "train": {"text": "low", "merges": "3"},
    "linked": {"text": "low", "merges": "3"},
    "encode": {"words": "own"},
    "pretokenize": {"passage": "own", "split": "custom"},
    "subword_nmt": {"subword_text": "paper"},
    "bytepiece": {"piece_text": "own", "view": "states"},
}
# Their own tests prove these, with acted runs or lesson files; the glossary refuses no link.
ELSEWHERE = {"race", "compare", "lessons", "glossary"}


def test_the_table_has_the_pages_of_the_navigation_in_its_order() -> None:
    assert [*PAGES] == [name for names in SECTIONS.values() for name in names]


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE])
def test_what_a_page_reads_is_in_the_table(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def noting(field: Field[Any], label: object, linked: str) -> Notice:
        asked.add(field.param)
        return refusal(field, label, linked)

    monkeypatch.setattr(fields, "refusal", noting)
    params = {param for each in PAGES.values() for param in each.options} - {"view", "ask"}
    nonsense = dict.fromkeys(params, "~" * 2100)  # too long, and none of the choices
    assert not open_page(page, **nonsense | VIEWS.get(page, {})).exception
    assert asked - set(OF_THE_READER) <= PAGES[page].options.keys()
    assert asked, "a page without fields"


def test_a_default_is_left_out_of_a_link_and_each_option_is_read_back() -> None:
    for page in PAGES.values():
        for field in page.fields:
            assert field.write(field.default) is None
            for option in getattr(field, "options", ()):
                one = (option,) if isinstance(field.default, tuple) else option
                assert field.write(one) is None or field.read(field.write(one)) == one
