"""A model's card in a notebook."""

from __future__ import annotations

import pytest

from bpe_core import train
from bpe_core.errors import UnknownNameError
from bpe_core.vocabularies import built_in
from bpe_lab.card.card import card_of


@pytest.mark.parametrize(("name", "word"), [("en", "merges"), ("zh", "合并")])
def test_it_has_sizes_and_tokens_in_the_language(
    name: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BPE_LAB_LANG", name)
    html = built_in("bilingual")._repr_html_()
    assert word in html
    assert "32,000" in html
    assert html.count("<tr>") >= 2


def test_what_is_in_a_token_is_no_markup() -> None:
    special = "<img src=x onerror=hit()>"
    model = train("<i><i><i>", vocab_size=262, special_tokens=[special])
    html = model._repr_html_()
    assert "<img" not in html
    assert "<i" not in html
    assert "&lt;" in html
    assert "&lt;img" in html


def test_a_model_without_merges_has_a_card() -> None:
    assert "256" in train("a", vocab_size=256)._repr_html_()


def test_a_language_without_words_is_named() -> None:
    with pytest.raises(UnknownNameError):
        card_of(size=256, merges=[], special_tokens=[], pattern="gpt2", language="fr")
