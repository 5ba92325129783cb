"""Terms in sentences: marked alike in both languages, explained, and never beside a value."""

import json
import re

import pytest

from bpe_lab.text import LANGUAGES, catalogue, marked_catalogue
from bpe_lab.text.terms import MARK, terms_in
from tests.ui.test_pages import open_page
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
    assert "<b>heap</b> A tree kept in an array" in html
    ids = re.findall(r'popovertarget="([^"]+)"', html)
    assert ids == re.findall(r' id="([^"]+)"', html) == [f"shows-linked-{k}" for k in range(3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_s_line_explains_its_terms(language: str) -> None:
    meaning = catalogue(language)["term.pre_token.meaning"]
    assert meaning in line_of("pretokenize", language)


def test_a_walk_has_the_terms_of_its_sentences_with_it_and_no_others() -> None:
    texts = json.loads(_texts("zh", ("linked", "train"), ""))
    sent = {key.split(".")[1] for key in texts if key.startswith("term.")}
    assert sent == set(terms_in(texts.values())) >= {"stale", "heap", "tie_rule"}
    assert "lattice" not in sent
