"""Why a process of ours came to nothing, as readers are told."""

from unittest import mock

import pytest

from bpe_core.errors import CharactersNeedMoreError
from bpe_core.formats.format_rules import at, broken
from bpe_lab.measure.failed_message import failed_message
from bpe_lab.measure.messages import as_reason
from bpe_lab.measure.reasons import Ending, Reason
from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import message, plain
from tests.core.test_error_tree import LEAVES, sample_values
from ui.page.problems import clause_of, sentence_of

CLAUSES = [
    Ending("ended", {"code": -9}),
    Ending("no_reason"),
    Ending("not_ready", {"seconds": 180}),
]
NO_MEMORY = Ending("out_of_memory")


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_of_ours_are_in_the_reader_s_language(language: str) -> None:
    reason = Reason.of(CharactersNeedMoreError(vocab_size=600, minimum=990))
    with mock.patch("bpe_lab.text.language", return_value=language):
        sentence = sentence_of(reason)
    assert sentence is not None
    assert "600" in sentence
    assert "990" in sentence
    assert "vocab_size" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lack_of_memory_is_a_sentence(language: str) -> None:
    with mock.patch("bpe_lab.text.language", return_value=language):
        sentence = sentence_of(Reason.of(MemoryError("of 7 bytes")))
    assert sentence == catalogue(language)["ending.out_of_memory"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_within_an_error_is_in_the_reader_s_language(language: str) -> None:
    error = broken("merges.txt", at("line", 4), "two_tokens")
    sent = as_reason(failed_message(Reason.of(error)))
    with mock.patch("bpe_lab.text.language", return_value=language):
        sentence = sentence_of(sent)
    assert sentence is not None
    assert catalogue(language)["format.line"].format(number=4) in plain(sentence)


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_that_has_come_from_a_process_reads_like_one_of_here(
    leaf: type, language: str
) -> None:
    """Also with texts where it has numbers: a process may send any."""
    error = leaf(**sample_values(leaf))
    with mock.patch("bpe_lab.text.language", return_value=language):
        assert sentence_of(as_reason(failed_message(Reason.of(error)))) == message(error)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", CLAUSES, ids=lambda ending: ending.key)
def test_how_a_process_ended_is_in_the_reader_s_language(ending: Ending, language: str) -> None:
    assert sentence_of(Reason.of(ending)) is None
    with mock.patch("bpe_lab.text.language", return_value=language):
        clause = plain(clause_of(Reason.of(ending)))
    assert clause == catalogue(language)[f"ending.{ending.key}"].format(**ending.values)


def test_every_ending_is_tried() -> None:
    assert {ending.key for ending in (*CLAUSES, NO_MEMORY)} == set(Ending.english)


@pytest.mark.parametrize(
    "text",
    ["KeyError: 'a_b'", "EmptyTextError: the text is empty", "its process ended with code 3"],
)
def test_a_text_is_never_read_for_what_it_might_mean(text: str) -> None:
    assert sentence_of(Reason(text)) is None
    with mock.patch("bpe_lab.text.language", return_value="zh"):
        assert plain(clause_of(Reason(text))) == text


def test_what_an_ending_holds_is_inert() -> None:
    with mock.patch("bpe_lab.text.language", return_value="en"):
        clause = clause_of(Reason.of(Ending("ended", {"code": "<b>*9*</b>"})))
    assert "<b>" not in clause
    assert "\\*9\\*" in clause
