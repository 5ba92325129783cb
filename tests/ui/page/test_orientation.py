"""The line above every page, and the title of its tab."""

import re

import pytest

from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import open_page
from ui.page import elements, visit
from ui.shell import PAGES

WAYS = re.compile('<a class="(\\w+)" [^>]*data-page="(\\w+)"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_says_what_the_page_shows_and_leads_both_ways(language: str) -> None:
    words = catalogue(language)
    elements._line.cache_clear()  # of another test's catalogues
    line = line_above("train", language)
    shown = re.sub("<span popover.*?</span>|<[^>]+>", "", line)
    before, after = (f"{words[f'page.{page}']}" for page in ("pretokenize", "linked"))
    assert shown == f"← {before}{words['shows.train']}→ {after}"
    assert WAYS.findall(line) == [("before", "pretokenize"), ("after", "linked")]
    assert line.count(f"lang={language}") == 2
    terms = line.count('class="term"')
    assert terms == line.count('tabindex="-1"') > 0, "the Tab key goes on to the page's inputs"


def test_the_first_page_has_none_before_and_a_hall_sees_no_line() -> None:
    assert WAYS.findall(line_above("home")) == [("after", PAGES[1])]
    assert line_above("train", mode="present") == ""


def line_above(page: str, language: str = "en", **query: str) -> str:
    drawn = (element.value for element in open_page(page, language, **query).get("html"))
    return "".join(each for each in drawn if 'class="orientation"' in each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_says_what_it_shows_in_one_line(language: str) -> None:
    sentences = [catalogue(language)[f"shows.{name}"] for name in PAGES]
    assert len(set(sentences)) == len(PAGES)
    assert max(map(len, sentences)) < 85


def test_a_title_names_the_text_in_one_bounded_line(monkeypatch: pytest.MonkeyPatch) -> None:
    title = visit.Title()
    monkeypatch.setattr(visit, "here", lambda kind: title)
    assert visit.tab_title("Train") == "Train — BPE Lab"
    visit.name_text("low lower\nnewest")
    assert visit.tab_title("Train") == "Train · low lower newest — BPE Lab"
    visit.name_text("<b>\u202e" + "x" * 10**6)
    assert len(visit.tab_title("Train")) < 60
    assert visit.tab_title("Train").isprintable()
