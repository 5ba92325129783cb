"""Why a process of ours came to nothing, as readers are told."""

from unittest import mock

import pytest

from bpe_core.measure.endings import Ending
from ui.page.reasons import clause_of, plain, sentence_of
from ui.text import LANGUAGES, catalogue

ENDINGS = [
    Ending("ended", {"code": -9}),
    Ending("no_reason"),
    Ending("not_ready", {"seconds": 180}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_of_ours_are_told_in_the_reader_s_language(language: str) -> None:
    told = (
        "CharactersNeedMoreError: vocab_size 600 is below 990, what this text's characters need"
    )
    with mock.patch("ui.text.language", return_value=language):
        said = sentence_of(told)
        memory = sentence_of("MemoryError")
    assert said is not None
    assert "600" in said
    assert "990" in said
    assert "vocab_size" not in said
    assert memory == catalogue(language)["reason.out_of_memory"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.key)
def test_how_a_process_ended_is_told_in_the_reader_s_language(
    ending: Ending, language: str
) -> None:
    assert sentence_of(str(ending)) is None
    with mock.patch("ui.text.language", return_value=language):
        said = plain(clause_of(str(ending)))
    assert said == catalogue(language)[f"ending.{ending.key}"].format(**ending.values)


def test_every_ending_is_tried() -> None:
    assert {ending.key for ending in ENDINGS} == set(Ending.english)


def test_a_reason_that_nobody_knows_stands_as_it_is() -> None:
    assert sentence_of("KeyError: 'a_b'") is None
    assert plain(clause_of("KeyError: 'a_b'")) == "KeyError: 'a_b'"


def test_what_an_ending_holds_is_inert() -> None:
    with mock.patch("ui.text.language", return_value="en"):
        said = clause_of("its process ended with code <b>*9*</b>")
    assert "<b>" not in said
    assert "\\*9\\*" in said
