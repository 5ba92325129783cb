"""Terms in sentences, the line above every page, and the title of its tab."""

from __future__ import annotations

import json
import re

import pytest

from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue, marked_catalogue
from bpe_lab.text.terms import MARK, terms_in
from tests.ui.test_pages import open_page
from ui.page import elements, visit
from ui.player.player import _texts

MARKED = sorted(key for key, text in marked_catalogue("en").items() if MARK.search(text))


def test_both_languages_mark_the_same_terms_which_are_explained() -> None:
    assert len(MARKED) > 20
    for language in LANGUAGES:
        texts = marked_catalogue(language)
        assert sorted(key for key, text in texts.items() if MARK.search(text)) == MARKED
        for key in MARKED:
            terms = sorted(terms_in([texts[key]]))
            assert terms == sorted(terms_in([marked_catalogue("en")[key]])), key
            assert all(f"term.{term}.meaning" in texts for term in terms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_has_no_marks_and_no_term_stands_beside_a_value(language: str) -> None:
    assert not [key for key, text in catalogue(language).items() if MARK.search(text)]
    for key in MARKED:
        text = marked_catalogue(language)[key]
        assert "[[" not in MARK.sub("", text), "a mark that is not whole"
        assert not re.search(r"\} ?\[\[" if language == "zh" else r"\}\[\[", text), key
        assert not re.search(r"\]\] ?\{" if language == "zh" else r"\]\]\{", text), key


def test_no_question_and_no_meaning_has_a_term() -> None:
    assert not [key for key in MARKED if key.startswith(("question.", "term.", "asking."))]


def line_of(page: str, language: str) -> str:
    return next(
        str(element.value)
        for element in open_page(page, language).get("html")
        if f'popovertarget="shows-{page}-0"' in element.value
    )


def test_a_sentence_of_a_page_is_escaped_and_its_terms_are_buttons() -> None:
    html = line_of("linked", "en")
    assert 'The fast trainer&#39;s structures: <span class="held"><button' in html
    assert "links</button>,</span>" in html, "no line begins with a comma"
    assert "<b>heap</b> <span>A tree kept in an array" in html
    ids = re.findall(r'popovertarget="([^"]+)"', html)
    assert ids == re.findall(r' id="([^"]+)"', html) == [f"shows-linked-{k}" for k in range(3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_s_line_explains_its_terms(language: str) -> None:
    meaning = catalogue(language)["term.pre_token.meaning"]
    assert meaning in line_of("pretokenize", language)


def test_a_walk_has_the_terms_of_its_sentences_with_it_and_no_others() -> None:
    texts = json.loads(_texts("zh", ("linked", "train")))
    sent = {key.split(".")[1] for key in texts if key.startswith("term.")}
    assert sent == set(terms_in(texts.values())) >= {"stale", "heap", "tie_rule"}
    assert "lattice" not in sent


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
    assert WAYS.findall(line_above("home")) == [("after", [*PAGES][1])]
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
