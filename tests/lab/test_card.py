"""A model's card in a notebook."""

from __future__ import annotations

import pytest

from bpe_core import train
from bpe_core.errors import UnknownNameError
from bpe_core.vocabularies import built_in
from bpe_lab.show.card import card, draw_models


@pytest.mark.parametrize(("name", "word"), [("en", "merges"), ("zh", "合并")])
def test_it_has_sizes_and_tokens_in_the_language(
    name: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BPE_LAB_LANG", name)
    html = card(built_in("bilingual"))
    assert word in html
    assert "32,000" in html
    assert html.count("<tr>") >= 2


def test_what_is_in_a_token_is_no_markup() -> None:
    special = "<img src=x onerror=hit()>"
    model = train("<i><i><i>", vocab_size=262, special_tokens=[special])
    html = card(model)
    assert "<img" not in html
    assert "<i" not in html
    assert "&lt;" in html
    assert "&lt;img" in html


def test_a_model_without_merges_has_a_card() -> None:
    assert "256" in card(train("a", vocab_size=256))


def test_a_language_without_words_is_named() -> None:
    with pytest.raises(UnknownNameError):
        card(train("", vocab_size=256), language="fr")


def test_a_notebook_draws_it_once_the_walks_are_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactiveshell.InteractiveShell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    model = train("low low", vocab_size=258)
    drawn, _ = shell.display_formatter.format(model)
    assert "text/html" not in drawn
    draw_models()
    drawn, _ = shell.display_formatter.format(model)
    assert drawn["text/html"] == card(model)
