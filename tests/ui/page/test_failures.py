"""What no page expects: a sentence and a number, and no word of the server's insides."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.navigation.page import Page
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from app import app
from bpe_core.errors import TextTooLargeError
from tests.paths import ROOT
from tests.ui.test_pages import open_page, said
from ui.page.problems import say_failure

SECRET = "/srv/bpe-lab/secret.py"


def broken(error: Exception) -> Callable[..., Any]:
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
    monkeypatch.setattr(Page, "run", broken(OSError(SECRET)))
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
    error = TextTooLargeError(size=9, limit=8)
    monkeypatch.setattr(Page, "run", broken(error))
    at = open_page("train", language)
    assert not at.exception
    assert said(language, "error.TextTooLargeError") in at.error[0].value


def test_a_callback_s_failure_is_said_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.page.presenting.present", broken(ZeroDivisionError(SECRET)))
    at = open_page("pretokenize")
    at.button(key="present").click().run()
    assert not at.exception
    assert said("en", "app.failure") in at.error[0].value
    assert SECRET not in texts(at)


def test_what_is_not_for_the_handler_has_no_details() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["client"]["showErrorDetails"] == "none"
