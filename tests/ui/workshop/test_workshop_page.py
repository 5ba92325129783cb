"""The workshop without a browser: links, and what cannot be trained on."""

import re
from typing import Any
from unittest import mock

import pytest

from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import escaped
from tests.ui.test_pages import errors_of, open_page, param, said
from tests.ui.workshop.pages import html, notices, workshop
from ui.page.text_inputs import LONG_LIMIT

pytestmark = pytest.mark.usefixtures("alone")
UNKNOWN = "notice.unknown_choice"


def choose(at: Any, size: str) -> None:
    """Type a vocabulary size, which AppTest can only choose."""
    box = at.selectbox(key="target")
    box.options.append(size)
    box.select(size).run()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_what_a_training_does_and_starts_none(language: str) -> None:
    at = open_page("workshop", language)
    assert errors_of(at) == ""
    assert catalogue(language)["workshop.plan"] in html(at)
    assert at.selectbox(key="corpus").value == "library"
    assert at.selectbox(key="target").value == "1,000"
    assert at.button(key="workshop_train").label == catalogue(language)["workshop.train"]
    assert not {"corpus", "target", "held_out", "trial"} & set(at.query_params)


@pytest.mark.parametrize(
    ("corpus", "key"), [("hongloumeng", "workshop.fetched"), ("upload", "workshop.own")]
)
def test_what_to_know_of_a_text_stands_below_it(language: str, corpus: str, key: str) -> None:
    at = open_page("workshop", language, corpus=corpus)
    assert errors_of(at) == ""
    [caption] = [each.value for each in at.caption if said(language, key) in each.value]
    addresses = re.findall(r"\]\((.*?)\)", caption)
    assert all(address.isascii() for address in addresses), "the link ends with the address"
    assert len(addresses) == caption.count("https://")


def test_a_link_sets_everything() -> None:
    link = {"pattern": "none", "tie_break": "first_seen", "special": "<|x|>, <|y|>"}
    at = workshop("zh", target="12345", **link)
    assert errors_of(at) == ""
    assert at.selectbox(key="corpus").value == "story_en"
    assert at.selectbox(key="target").value == "12,345"
    assert at.selectbox(key="pattern").value == "none"
    assert at.selectbox(key="tie_break").value == "first_seen"
    assert at.text_input(key="special_story_en").value == "<|x|>, <|y|>"
    assert param(at, "target") == "12345"
    assert param(at, "corpus") == "story_en"


@pytest.mark.parametrize(
    "wrong",
    [{"corpus": "gone", "target": "-1", "held_out": "x"}, {"target": "1000000"}],
)
def test_a_broken_link_opens_with_its_notices(language: str, wrong: dict[str, str]) -> None:
    at = workshop(language, **wrong)
    assert errors_of(at) == ""
    unknown = [box.value for box in at.info if said(language, UNKNOWN) in box.value]
    assert len(unknown) == len(wrong)
    for value in wrong.values():
        assert any(escaped(value) in text for text in unknown), value


def test_a_page_that_asks_for_it_before_there_is_one_says_so(language: str) -> None:
    at = open_page("vocabulary", language, tokenizer="workshop")
    assert errors_of(at) == ""
    assert catalogue(language)["workshop.none_yet"] in notices(at)


class TestMistakes:
    """Each has its text, and the last result stays."""

    @pytest.mark.parametrize("typed", ["many", "100001", "1e3", "-5", "<b>"])
    def test_what_is_no_size(self, language: str, typed: str) -> None:
        at = workshop(language)
        choose(at, typed)
        assert said(language, "error.AppError.vocabulary_size") in errors_of(at)
        assert at.button(key="workshop_train").disabled
        choose(at, "500")
        assert errors_of(at) == ""
        assert not at.button(key="workshop_train").disabled

    def test_a_size_below_bytes_and_special_tokens(self, language: str) -> None:
        at = workshop(language, target="256", special="<|x|>")
        assert said(language, "error.InputError.vocabulary_too_small") in errors_of(at)

    @pytest.mark.parametrize(
        ("data", "error"),
        [
            (b"caf\xe9", "NotUTF8Error"),
            (b"", "InputError.empty_text"),
            (b"caf\xe4\xbd", "NotUTF8Error"),
        ],
    )
    def test_files_that_are_no_text(self, language: str, data: bytes, error: str) -> None:
        at = workshop(language, corpus="upload")
        assert catalogue(language)["workshop.upload_wait"] in notices(at)
        at.file_uploader(key="corpus_file").set_value(("a.txt", data, "text/plain")).run()
        assert said(language, f"error.{error}") in errors_of(at)
        assert at.button(key="workshop_train").disabled
        if data:
            kinds = [element.type for element in at.main]
            assert kinds.index("error") < kinds.index("checkbox"), "the error says: below"
            at.checkbox[0].check().run()
            assert errors_of(at) == ""
            assert said(language, "notice.replaced_bytes")[:6] in notices(at)

    def test_a_file_over_the_limit(self, language: str) -> None:
        with mock.patch("ui.workshop.workshop_view.LONG_LIMIT", 10):
            at = workshop(language, corpus="upload")
            file = ("big.txt", b"ab " * 20, "text/plain")
            at.file_uploader(key="corpus_file").set_value(file).run()
            assert said(language, "error.InputError.text_too_large") in errors_of(at)
        assert LONG_LIMIT == 32_000_000

    def test_a_file_at_the_limit_passes_the_uploader(self) -> None:
        uploader = workshop("zh", corpus="upload").file_uploader(key="corpus_file")
        as_a_browser_reckons = uploader.proto.max_upload_size_mb * 1_000_000
        assert as_a_browser_reckons >= LONG_LIMIT
