"""The glossary: every term explained in both languages, and found at work where it says."""

from __future__ import annotations

from functools import cache

import pytest

from bpe_lab.lessons.links import link_errors
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.lessons.test_lesson_scenes import notices_of
from tests.ui.test_glossary import ROWS
from tests.ui.test_pages import errors_of, open_page
from ui.glossary.entries import GROUPS, Scene, groups_with

TERMS = {key: scene for terms in GROUPS.values() for key, scene in terms.items()}


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
    scene = TERMS[key]
    assert list(link_errors(scene.link, 1, "link")) == []
    if scene.at:
        moment, page = Moment.read(scene.at), PAGES[scene.page]
        assert moment.is_edge or moment.unit in page.units
        assert moment.kind in ("", *page.kinds)


@cache
def walked(scene: Scene) -> tuple[str, str]:
    """What a page says is wrong where its link opens, and what it notices."""
    at = open_page(scene.page, **scene.query)
    return errors_of(at), notices_of(at)


@pytest.mark.slow
@pytest.mark.parametrize("key", TERMS)
def test_each_place_is_there(key: str) -> None:
    assert walked(TERMS[key]) == ("", "")


def test_the_stale_entry_is_where_its_link_leads() -> None:
    assert walked(TERMS["stale"]) == ("", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_finds_by_either_language_and_says_when_it_finds_nothing(
    language: str,
) -> None:
    for typed in ("stale entry", "过时"):
        assert any("stale" in terms for _, terms in groups_with(typed, language))
    assert [list(terms) for _, terms in groups_with(" LATTICE ", language)] == [["lattice"]]
    at = open_page("glossary", language, find="<b>nothing</b>")
    assert errors_of(at) == ""
    assert not [link for link in at.get("page_link") if "at=" in str(link.proto)]
    assert "`<b>nothing</b>`" in at.markdown[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_all_terms_with_their_links(language: str) -> None:
    at = open_page("glossary", language)
    assert errors_of(at) == ""
    drawn = " ".join(element.value for element in at.get("html"))
    assert all(f"<h3>{catalogue(language)[f'term.{key}.name']}" in drawn for key in TERMS)
    links = [link.proto for link in at.get("page_link")]
    assert [link.page for link in links] == [scene.page for scene in TERMS.values()]
