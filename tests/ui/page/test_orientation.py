"""The line above every page, and the title of its tab."""

import re

import pytest

from tests.ui.test_pages import open_page
from ui.page import tab_title
from ui.shell import PAGES
from ui.text import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_says_what_the_page_shows_and_leads_both_ways(language: str) -> None:
    words = catalogue(language)
    at = open_page("train", language)
    shown = " ".join(element.value for element in at.get("html"))
    shown = re.sub("<span popover.*?</span>|<[^>]+>", "", shown)
    assert words["shows.train"] in shown
    links = [link.proto for link in at.get("page_link")]
    assert [link.label for link in links] == [
        f"← {words['page.pretokenize']}",
        f"→ {words['page.linked']}",
    ]
    assert [link.page for link in links] == ["pretokenize", "linked"]


def test_the_first_page_has_none_before_and_a_hall_sees_no_line() -> None:
    assert [link.proto.page for link in open_page("home").get("page_link")] == [PAGES[1]]
    assert not open_page("train", mode="present").get("page_link")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_says_what_it_shows_in_one_line(language: str) -> None:
    sentences = [catalogue(language)[f"shows.{name}"] for name in PAGES]
    assert len(set(sentences)) == len(PAGES)
    assert max(map(len, sentences)) < 85


def test_a_title_names_the_text_in_one_bounded_line(monkeypatch: pytest.MonkeyPatch) -> None:
    visit: dict[str, object] = {}
    monkeypatch.setattr(tab_title, "in_one_entry", lambda name: visit)
    assert tab_title.tab_title("Train") == "Train — BPE Lab"
    tab_title.name_text("low lower\nnewest")
    assert tab_title.tab_title("Train") == "Train · low lower newest — BPE Lab"
    tab_title.name_text("<b>\u202e" + "x" * 10**6)
    assert len(tab_title.tab_title("Train")) < 60
    assert tab_title.tab_title("Train").isprintable()
