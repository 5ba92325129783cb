"""Models by name: those at hand first, others by a press, and what the page says without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bpe_core.tokenizers import load_tokenizer as loading
from bpe_core.tokenizers.names import TOKENIZERS, NamedTokenizer
from bpe_lab.pages import LECTURE, TOKENIZER
from bpe_lab.text import LANGUAGES, catalogue
from tests.core.texts.text_server import Server
from tests.core.tokenizers.families import byte_level, owned
from tests.core.tokenizers.test_names import entry
from tests.ui.test_pages import errors_of, open_page, param, said
from tests.ui.vocabulary.test_vocabulary_page import look_up, said_notices
from ui.serving.store import vocabulary_store
from ui.tokenizer_inputs import is_at_hand

AWAY = "phi-4"


def away(url: str, data: bytes, owner: str = "") -> NamedTokenizer:
    return replace(entry(url, data), title="Phi-4", owner=owner)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A model that this server has, and an empty cache."""
    data = byte_level("GPT-2").encode()
    serving = Server(lambda handler: handler.give(data))
    Thread(target=serving.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setitem(TOKENIZERS, AWAY, away(serving.url, data))  # type: ignore[arg-type]
    monkeypatch.setattr(loading, "user_cache", lambda: tmp_path)
    is_at_hand.cache_clear()
    vocabulary_store().entries.pop(("model", AWAY), None)
    yield serving
    serving.shutdown()
    serving.server_close()
    is_at_hand.cache_clear()


def offered(at: Any) -> list[str]:
    options: list[str] = at.selectbox(key="tokenizer").options
    return options


def fetch_button(at: Any) -> Any:
    return at.button(key=f"fetch_{AWAY}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_models_at_hand_come_first_and_the_page_opens_as_ever(language: str) -> None:
    at = open_page("encode", language)
    words = catalogue(language)
    assert offered(at)[0] == words["tokenizer.gpt-4o"]
    assert at.selectbox(key="tokenizer").value == LECTURE
    assert words[f"tokenizer.{AWAY}"] not in offered(at)
    assert TOKENIZER.options[0] == "gpt-4o"


def test_english_titles_are_those_of_the_core() -> None:
    texts = catalogue("en")
    assert {name: texts[f"tokenizer.{name}"] for name in TOKENIZERS} == {
        name: each.title for name, each in TOKENIZERS.items()
    }


@pytest.mark.parametrize("name", ["gpt-4o", "GPT-5", "o200k_base"])
def test_a_link_names_a_model_by_any_of_its_names(name: str) -> None:
    at = open_page("encode", tokenizer=name, words="hello")
    assert errors_of(at) == ""
    assert (param(at, "tokenizer"), said_notices(at)) == ("gpt-4o", "")


def test_one_that_is_not_at_hand_is_fetched_by_a_press_alone(
    server: Server, language: str
) -> None:
    at = open_page("encode", language, tokenizer=AWAY, words="hello")
    assert errors_of(at) == ""
    assert said(language, "tokenizer_name.away") in said_notices(at)
    assert server.ranges == [], "nothing was asked by the link"
    fetch_button(at).click().run()
    assert (errors_of(at), said_notices(at), len(server.ranges)) == ("", "", 1)
    assert catalogue(language)[f"tokenizer.{AWAY}"] in offered(at)
    at = open_page("vocabulary", language, tokenizer=AWAY)
    assert (errors_of(at), len(server.ranges)) == ("", 1), "all readers have it"


def test_without_a_network_a_sentence_says_so(server: Server, language: str) -> None:
    server.shutdown()
    server.server_close()
    at = open_page("encode", language, tokenizer=AWAY, words="hello")
    fetch_button(at).click().run()
    assert said(language, "error.DownloadError.not_at_hand") in errors_of(at)
    assert at.selectbox(key="tokenizer").value == AWAY


def test_a_name_is_looked_up_beside_the_files(server: Server, language: str) -> None:
    at = look_up(open_page("vocabulary", language, tokenizer="file"), "o200k_base")
    assert errors_of(at) == ""
    assert (at.selectbox(key="tokenizer").value, server.ranges) == ("gpt-4o", [])
    at = look_up(open_page("vocabulary", language, tokenizer="file"), "phi")
    assert errors_of(at) == ""
    assert (param(at, "tokenizer"), len(server.ranges)) == (AWAY, 1), "the press fetches it"


def test_what_is_no_name_is_told_with_those_that_are(language: str) -> None:
    at = look_up(open_page("vocabulary", language, tokenizer="file"), "nonsense-7b")
    assert "nonsense" in errors_of(at)
    assert "gpt\\-4o" in errors_of(at)


def test_one_that_its_owner_serves_is_told_where_its_merges_are_wanted(
    server: Server, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = owned("Gemma").encode()
    server.how = lambda handler: handler.give(data)
    monkeypatch.setitem(TOKENIZERS, AWAY, away(server.url, data, "tokenizers"))  # type: ignore[arg-type]
    at = open_page("encode", language, tokenizer=AWAY, words="hello")
    fetch_button(at).click().run()
    assert said(language, "error.AppError.served_by_owner") in errors_of(at)
    at.selectbox(key="tokenizer").select("lab").run()
    assert errors_of(at) == ""
    assert catalogue(language)[f"tokenizer.{AWAY}"] not in offered(at)
