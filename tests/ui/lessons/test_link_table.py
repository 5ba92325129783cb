"""The table that lessons are checked by, held to what the pages ask of their links."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_lab.lessons.pages import OF_THE_READER, PAGES
from bpe_lab.lessons.values import OneOf, wrong_value
from tests.paths import ROOT
from tests.ui.test_pages import open_page
from ui.page import links
from ui.shell import PAGES as OF_THE_APP

VIEWS: dict[str, dict[str, str]] = {
    "train": {"text": "low", "merges": "3"},
    "linked": {"text": "low", "merges": "3"},
    "encode": {"words": "own"},
    "pretokenize": {"passage": "own", "split": "custom"},
    "subword_nmt": {"subword_text": "paper"},
    "bytepiece": {"piece_text": "own", "view": "states"},
}
# Their options are proved by tests of their own, with acted runs or with lesson files.
ELSEWHERE = {"race", "compare", "lessons"}


def test_the_table_has_the_pages_of_the_app() -> None:
    assert tuple(PAGES) == OF_THE_APP


@pytest.mark.parametrize("page", [page for page in OF_THE_APP if page not in ELSEWHERE])
def test_what_a_page_reads_is_in_the_table(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: dict[str, Any] = {}
    seed = links._seed

    def noting(key: str, default: Any, param: str, *rest: Any) -> Any:
        read[param] = default
        return seed(key, default, param, *rest)

    monkeypatch.setattr(links, "_seed", noting)
    assert not open_page(page, **VIEWS.get(page, {})).exception
    options = PAGES[page].options
    read.pop("", None)
    assert read.keys() - set(OF_THE_READER) <= options.keys()
    for param, default in read.items():
        if param in options and isinstance(default, str) and isinstance(options[param], OneOf):
            assert wrong_value(options[param], default, 1, param) is None


def test_every_option_of_the_table_stands_in_the_app() -> None:
    source = "".join(
        path.read_text("utf-8")
        for place in ("ui/**/*.py", "pages/*.py")
        for path in ROOT.glob(place)
    )
    options = {option for page in PAGES.values() for option in page.options}
    assert {option for option in options if f'"{option}"' not in source} == set()
