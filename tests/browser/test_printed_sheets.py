"""Sheets printed by a browser: nothing is cut off, on either size of paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from bpe_lab.exercises.draw import LEVELS
from bpe_lab.exercises.seed import Seed
from bpe_lab.html_pages import LANGS
from bpe_lab.sheets.sheet import SHEETS, make_sheets, sheets_page

MILLIMETERS = 96 / 25.4  # CSS pixels in one
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
MARGIN = 12
COPIES, MOST_PAGES = 3, 2
PRINTED = (4,)  # the level that takes most room
CUT_OFF = """() => [...document.querySelectorAll("td, th, h1, caption, p")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)"""
# Tables are scrolled to, each row of them; the page is as wide as the window.
NO_WIDER_THAN_A_PHONE = (
    "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
)
BOXES = """() => [...document.querySelectorAll("table")].map((table) => {
  const { right, height } = table.getBoundingClientRect();
  return { right, height };
})"""


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.emulate_media(media="print")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("language", "key"),
    [
        pytest.param("en", False, id="en-sheets", marks=pytest.mark.slow),
        pytest.param("en", True, id="en-keys", marks=pytest.mark.slow),
        pytest.param("zh", True, id="zh-keys"),
    ],
)
def test_nothing_is_cut_off(paper: Page, language: str, key: bool) -> None:
    script = "chinese" if language == "zh" else "latin"
    for kind in SHEETS:
        for level in LEVELS:
            sheets = make_sheets(kind, level, Seed(level), COPIES, script)
            paper.set_content(sheets_page(sheets, language, key=key))
            for name, (width, height) in PAPERS.items():
                room = round((width - 2 * MARGIN) * MILLIMETERS)
                paper.set_viewport_size({"width": room, "height": 1000})
                assert paper.evaluate(CUT_OFF) == [], (kind, level, name)
                for box in paper.evaluate(BOXES):
                    assert box["right"] <= room, (kind, level, name)
                    assert box["height"] < (height - 2 * MARGIN) * MILLIMETERS
                if level in PRINTED:
                    leaves = paper.pdf(format=name).count(b"/Type /Page\n")
                    assert COPIES <= leaves <= MOST_PAGES * COPIES, (kind, level, name)


def test_thirty_copies_take_two_leaves_each_and_a_phone_shows_sentences_whole(
    paper: Page,
) -> None:
    """Of the fullest sheet, in the language of the longest heads, on the shorter paper."""
    sheets = make_sheets("trace.linked", 3, Seed.read("17F3"), 30, "latin")
    paper.set_content(sheets_page(sheets, "en"))
    assert paper.pdf(format="Letter").count(b"/Type /Page\n") <= 30 * MOST_PAGES
    paper.emulate_media(media="screen")
    paper.set_viewport_size({"width": 366, "height": 900})
    for language in LANGS:
        for kind in SHEETS:
            paper.set_content(sheets_page(make_sheets(kind, 4, Seed(4), 1), language))
            assert paper.evaluate(NO_WIDER_THAN_A_PHONE), (kind, language)
    paper.emulate_media(media="print")
