"""The page of sheets: what is chosen is drawn and taken along, and mistakes are told."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_lab.exercises.seed import Seed
from bpe_lab.html_pages import LANGS
from bpe_lab.sheets.sheet import SHEETS, Sheet, make_sheet, sheets_page
from bpe_lab.text import catalogue
from tests.ui.test_pages import errors_of, open_page, param


def previewed(at: Any) -> str:
    (frame,) = at.get("iframe")
    return str(frame.proto.srcdoc)


def asked_for(language: str, kind: str = "trace.naive") -> Sheet:
    script = "chinese" if language == "zh" else "latin"
    return make_sheet(kind, 3, Seed.read("17F3"), script)


@pytest.mark.parametrize("language", LANGS)
def test_the_first_sheet_is_drawn_as_it_will_be_printed(language: str) -> None:
    at = open_page("sheets", language, seed="17f3", sheet_level="3", copies="12")
    sheet = asked_for(language)
    assert previewed(at) == sheets_page([sheet], language)
    labels = [button.label for button in at.get("download_button")]
    assert len(labels) == 2
    assert all("12" in label for label in labels)
    at.segmented_control(key="sheets_view").set_value("key").run()
    assert previewed(at) == sheets_page([sheet], language, key=True)
    assert not errors_of(at)


def test_every_kind_can_be_chosen() -> None:
    for kind in SHEETS:
        at = open_page("sheets", sheet_kind=kind, seed="17F3", sheet_level="3")
        assert previewed(at) == sheets_page([asked_for("en", kind)], "en")


@pytest.mark.parametrize("seed", ["27F3", "?", "<b>17"])
def test_a_seed_that_is_none_is_told_and_kept(language: str, seed: str) -> None:
    at = open_page("sheets", language, seed=seed)
    assert errors_of(at)
    assert not at.get("iframe")
    at.text_input(key="sheet_seed").set_value("17F3").run()
    assert not errors_of(at)
    assert param(at, "seed") == "17F3"


def test_a_link_that_asks_for_too_much_is_told() -> None:
    at = open_page("sheets", copies="9999", sheet_kind="trace")
    notices = [notice.value for notice in at.info]
    assert any(catalogue("en")["input.copies"] in notice for notice in notices)
    assert len(notices) == 2
    assert previewed(at) == sheets_page([make_sheet("trace.naive", 1, Seed(0))], "en")
