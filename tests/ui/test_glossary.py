"""The Chinese catalogue uses the glossary's words, one for each idea."""

import re

import pytest

from bpe_lab.text import catalogue
from tests.paths import ROOT

LINES = (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in LINES if line[:2] == "| "
]
TERMS = {row[1]: row[3].split("、") for row in ROWS[2:]}


def without_terms(text: str) -> str:
    """What is left of a text; a wrong word may be a part of a right one."""
    return re.sub("|".join(map(re.escape, sorted(TERMS, key=len, reverse=True))), "", text)


def test_the_glossary_has_rows() -> None:
    assert len(TERMS) > 20
    assert TERMS["正则"] == ["模式"]


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_in_use_and_no_other_word_for_it(term: str) -> None:
    texts = catalogue("zh")
    assert any(term in text for text in texts.values()), "nothing uses it"
    others = {
        key: word
        for key, text in texts.items()
        for word in TERMS[term]
        if word in without_terms(text) or word == text
    }
    assert not others, f"for {term}"
