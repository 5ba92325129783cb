"""The page on subwords follows what the reader chooses elsewhere, and links before that."""

from typing import Any

import pytest

from tests.paths import ROOT
from tests.ui.test_pages import errors_of, open_page, why_page


def goes_to(at: Any, name: str) -> Any:
    at.query_params.pop("bpe", None)  # as a switch of page does in a browser
    return at.switch_page(str(ROOT / "pages" / f"{name}.py")).run()


@pytest.mark.parametrize("chosen", ["lab", "bilingual", "trained", "file"])
def test_a_vocabulary_chosen_elsewhere_is_chosen_here(chosen: str) -> None:
    at = open_page("encode")
    at.selectbox(key="tokenizer").select(chosen).run()
    goes_to(at, "why")
    assert errors_of(at) == ""
    assert at.selectbox(key="bpe").value == chosen


def test_the_lecture_s_seven_merges_are_not_followed() -> None:
    at = goes_to(open_page("encode"), "why")
    assert at.selectbox(key="bpe").value == "lab"


def test_a_choice_here_stays_until_another_is_made_elsewhere() -> None:
    at = open_page("encode")
    at.selectbox(key="tokenizer").select("trained").run()
    goes_to(at, "why")
    at.selectbox(key="bpe").select("lecture").run()
    assert at.selectbox(key="bpe").value == "lecture"
    goes_to(goes_to(at, "encode"), "why")
    assert at.selectbox(key="bpe").value == "lecture"
    goes_to(at, "encode")
    at.selectbox(key="tokenizer").select("file").run()
    goes_to(at, "why")
    assert at.selectbox(key="bpe").value == "file"


def test_a_link_comes_first() -> None:
    at = why_page(bpe="lecture", tokenizer="trained")
    assert at.selectbox(key="bpe").value == "lecture"
