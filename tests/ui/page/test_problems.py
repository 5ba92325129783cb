"""What a page says of errors: of ours in words, of any other a sentence and a number."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from streamlit.navigation.page import Page
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from app import app
from bpe_core.errors import BPELabError, InputError
from bpe_core.formats.format_rules import at, broken
from bpe_lab.measure.messages import as_reason, reason_in_json
from bpe_lab.measure.reasons import Ending, Reason
from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import message, plain
from tests.paths import ROOT
from tests.raising import rules, sample
from tests.ui.test_pages import open_page, said
from ui.page.problems import clause_of, say_failure, sentence_of

# Those of the app come from no process.
SAMPLES = [sample(*each) for each in rules() if not each[0].__module__.startswith("ui.")]
SECRET = "/srv/bpe-lab/secret.py"


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*args: object, **options: object) -> None:
        raise error

    return fail


@pytest.fixture(autouse=True)
def as_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """AppTest takes no handler of the app's; its runner gets the one that `app.py` names."""
    begin = LocalScriptRunner.__init__

    def with_handler(self: LocalScriptRunner, *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        self._on_script_error = app._on_script_error

    monkeypatch.setattr(LocalScriptRunner, "__init__", with_handler)


def texts(at: Any) -> str:
    """All that a reader can read of a page."""
    elements = [*at.error, *at.exception, *at.markdown, *at.info, *at.warning, *at.caption]
    return " ".join(str(element.value) for element in elements)


@pytest.mark.parametrize(("name", "language"), [("home", "en"), ("train", "zh")])
def test_a_page_says_it_in_the_reader_s_language(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Page, "run", raising(OSError(SECRET)))
    with caplog.at_level(logging.ERROR, "ui.page.problems"):
        at = open_page(name, language)
    assert not at.exception
    [error] = at.error
    assert said(language, "app.failure") in error.value
    [number] = re.findall(r"\d{8}", error.value)
    [record] = [each for each in caplog.records if each.name == "ui.page.problems"]
    assert number in record.getMessage()
    assert record.exc_info is not None
    assert SECRET in str(record.exc_info[1]), "the log has what the reader has not"
    assert SECRET not in texts(at)
    assert str(ROOT) not in texts(at)


def test_two_failures_have_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_lab.text.t", lambda key, **values: str(values))
    said_before: list[str] = []
    monkeypatch.setattr("ui.page.problems.st.error", said_before.append)
    for _ in range(2):
        assert say_failure(ZeroDivisionError())
    assert said_before[0] != said_before[1]


def test_an_error_of_the_core_has_its_own_text(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = InputError("text_too_large", size=9, limit=8)
    monkeypatch.setattr(Page, "run", raising(error))
    at = open_page("train", language)
    assert not at.exception
    assert said(language, "error.InputError.text_too_large") in at.error[0].value


def test_a_callback_s_failure_is_said_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.page.presenting.present", raising(ZeroDivisionError(SECRET)))
    at = open_page("pretokenize")
    at.button(key="present").click().run()
    assert not at.exception
    assert said("en", "app.failure") in at.error[0].value
    assert SECRET not in texts(at)


def test_what_is_not_for_the_handler_has_no_details() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["client"]["showErrorDetails"] == "none"


CLAUSES = [
    Ending("ended", {"code": -9}),
    Ending("no_reason"),
    Ending("not_ready", {"seconds": 180}),
]
NO_MEMORY = Ending("out_of_memory")


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_of_ours_are_in_the_reader_s_language(language: str) -> None:
    reason = Reason.of(InputError("characters_need_more", vocab_size=600, minimum=990))
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
    sent = as_reason(reason_in_json(Reason.of(error)))
    with mock.patch("bpe_lab.text.language", return_value=language):
        sentence = sentence_of(sent)
    assert sentence is not None
    assert catalogue(language)["format.line"].format(number=4) in plain(sentence)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: error.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_that_has_come_from_a_process_reads_like_one_of_here(
    error: BPELabError, language: str
) -> None:
    """Also with texts where it has numbers: a process may send any."""
    with mock.patch("bpe_lab.text.language", return_value=language):
        assert sentence_of(as_reason(reason_in_json(Reason.of(error)))) == message(error)


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
    ["KeyError: 'a_b'", "InputError: the text is empty", "its process ended with code 3"],
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
