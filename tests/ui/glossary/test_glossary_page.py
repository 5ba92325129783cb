"""The glossary: every term explained in both languages, and found at work where it says."""

from __future__ import annotations

import re
from functools import cache

import pytest
from markupsafe import escape

from bpe_lab.lessons.links import link_errors
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.lessons.test_lesson_scenes import notices_of
from tests.ui.test_glossary import ROWS
from tests.ui.test_pages import errors_of, open_page
from ui.glossary.entries import GROUPS, AtWork, terms_with
from ui.page.elements import explained
from ui.page.markup import html_of, page_link

TERMS = {key: at_work for terms in GROUPS.values() for key, at_work in terms.items()}


def test_the_catalogues_explain_these_terms_and_no_others() -> None:
    explained = {key.split(".")[1] for key in catalogue("en") if key.startswith("term.")}
    assert explained == TERMS.keys()
    assert len(TERMS) == sum(map(len, GROUPS.values())) > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_terms_have_one_name_and_each_is_explained_shortly(language: str) -> None:
    words = catalogue(language)
    assert len({words[f"term.{key}.name"] for key in TERMS}) == len(TERMS)
    assert max(len(words[f"term.{key}.meaning"]) for key in TERMS) < 230


def test_names_are_those_of_the_documents_table() -> None:
    named = {catalogue("en")[f"term.{key}.name"]: key for key in TERMS}
    rows = [row for row in ROWS[2:] if row[0] in named]
    assert len(rows) > 10
    for english, chinese, *_ in rows:
        assert chinese in catalogue("zh")[f"term.{named[english]}.name"], english


@pytest.mark.parametrize("key", TERMS)
def test_each_link_is_one_that_a_lesson_could_have(key: str) -> None:
    at_work = TERMS[key]
    assert list(link_errors(at_work.link, 1, "link")) == []
    if at_work.at:
        moment, page = Moment.read(at_work.at), PAGES[at_work.page]
        assert moment.is_edge or moment.unit in page.units
        assert moment.kind in ("", *page.kinds)


@cache
def walked(at_work: AtWork) -> tuple[str, str]:
    """What a page says is wrong where its link opens, and what it notices."""
    at = open_page(at_work.page, **at_work.query)
    return errors_of(at), notices_of(at)


@pytest.mark.slow
@pytest.mark.parametrize("key", TERMS)
def test_each_place_is_there(key: str) -> None:
    assert walked(TERMS[key]) == ("", "")


def test_the_stale_entry_is_where_its_link_leads() -> None:
    assert walked(TERMS["stale"]) == ("", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_with_words_in_either_language_marks_the_terms_that_have_them(
    language: str,
) -> None:
    for asked in ("stale entry", "过时"):
        assert "stale" in terms_with(asked, language)
    assert terms_with(" LATTICE ", language) == ("lattice",)
    assert "term-lattice" in asked_in(drawn(language, find="lattice"))
    for asked in ("", "<b>nothing</b>", "a" * 41):
        assert asked_in(drawn(language, find=asked)) == []


def drawn(language: str, **query: str) -> str:
    at = open_page("glossary", language, **query)
    assert errors_of(at) == ""
    return next(each.value for each in at.get("html") if 'class="glossary"' in each.value)


def asked_in(html: str) -> list[str]:
    return re.findall(r'<article id="([\w-]+)" class="asked">', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_term_with_its_note_its_other_name_and_its_link(
    language: str,
) -> None:
    here = catalogue(language)
    entries = drawn(language).split("<article ")[1:]
    for (key, at_work), html in zip(TERMS.items(), entries, strict=True):
        assert f'id="term-{key}"' in html
        assert f'href="#term-{key}"' in html
        names = [catalogue(each)[f"term.{key}.name"] for each in LANGUAGES]
        words = [*names, here[f"term.{key}.meaning"], here[f"page.{at_work.page}"]]
        assert [each for each in words if escape(each) not in html] == []
        address = page_link(at_work.page, **at_work.query).split('"')[1]
        assert address.replace("lang=en", f"lang={language}") in html


def test_a_term_in_a_sentence_has_the_same_note() -> None:
    assert html_of("page", "note", "pre_token") in explained("shows.pretokenize")
