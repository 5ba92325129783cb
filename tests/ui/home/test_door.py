"""The field that opens the app: whatever is typed, its tokens; its ways on."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest

from bpe_core import encode
from bpe_core.runtime.text import pack, unpack
from bpe_core.vocabularies import built_in
from bpe_lab.pages import COUNTED, OWN, OWN_TEXT, SENTENCE, TEXT
from bpe_lab.player.parts import unpacked
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import errors_of, open_page
from ui.home.door import MOST_DRAWN
from ui.serving.store import shared_store

MODEL = built_in("bilingual")


def shown(at: Any) -> str:
    assert not errors_of(at)
    return " ".join(element.value for element in at.get("html"))


def counted(at: Any) -> int:
    (found,) = re.findall(r'class="home counted".*?<b>([\d,]+)', shown(at), re.DOTALL)
    return int(found.replace(",", ""))


def typed(text: str, language: str = "en") -> Any:
    at = open_page("home", language)
    at.text_area(key=SENTENCE.param).set_value(text)
    return at.run()


def test_it_opens_on_a_sentence_in_the_reader_s_language_and_what_it_costs_in_the_other(
    language: str,
) -> None:
    at = open_page("home", language)
    ours = {name: catalogue(name)["home.start"] for name in LANGUAGES}
    assert at.text_area(key=SENTENCE.param).value == ours[language]
    assert counted(at) == len(encode(MODEL, ours[language]))
    (other,) = (name for name in LANGUAGES if name != language)
    cost = len(encode(MODEL, ours[other]))
    assert re.search(rf"<span>[^<]*\b{cost}\b", shown(at)), "the other language's count"
    assert SENTENCE.param not in at.query_params, "nobody's words are in the link"


def test_what_nobody_changed_is_said_in_the_language_that_one_switches_to() -> None:
    at = open_page("home", "en")
    at.session_state["lang"] = "zh"
    at.run()
    assert at.text_area(key=SENTENCE.param).value == catalogue("zh")["home.start"]


def test_a_reader_s_words_are_counted_kept_in_the_link_and_go_along() -> None:
    text = "my own words 我的"
    at = typed(text)
    assert counted(at) == len(encode(MODEL, text))
    packed = at.query_params[SENTENCE.param]
    packed = packed if isinstance(packed, str) else packed[0]
    assert unpack(100)(packed) == text
    links = dict(
        re.findall(r'href="\./(train|tokens)\?([^"]*own=[^"]*|[^"]*counted=[^"]*)"', shown(at))
    )
    train, tokens = (
        dict(parse_qsl(html.unescape(links[page]))) for page in ("train", "tokens")
    )
    assert (train[TEXT.param], OWN_TEXT.read(train[OWN_TEXT.param])) == (OWN, text)
    assert COUNTED.read(tokens[COUNTED.param]) == text
    again = open_page("home", **{SENTENCE.param: packed})
    assert again.text_area(key=SENTENCE.param).value == text
    at.session_state["lang"] = "zh"
    at.run()
    assert at.text_area(key=SENTENCE.param).value == text


@pytest.mark.parametrize("text", ["", " ", "<|endoftext|>", "<b>&", "\u202e\x00", "🙂" * 9_000])
def test_whatever_is_typed(text: str) -> None:
    at = typed(text)
    assert counted(at) == len(encode(MODEL, text))
    assert "<b>&" not in shown(at)


def test_of_a_long_text_the_beginning_is_drawn_and_said_to_be() -> None:
    at = typed("word " * 1000)
    assert catalogue("en")["home.beginning"] in shown(at)
    sent = [json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component")]
    (board,) = (unpacked(each["recording"]) for each in sent if each.get("leads"))
    assert MOST_DRAWN // 2 < board["widgets"][0]["items"][-1]["at"] < MOST_DRAWN


def test_one_who_types_pushes_no_walk_out_of_the_store() -> None:
    at = open_page("home")
    before = set(shared_store().entries)
    for text in ("typed", "typed o", "typed on"):
        at.text_area(key=SENTENCE.param).set_value(text)
        at.run()
    assert set(shared_store().entries) == before


def test_a_link_that_holds_no_text_is_told_of(language: str) -> None:
    at = open_page("home", language, **{SENTENCE.param: "?"})
    assert at.warning or at.info
    assert counted(at) == len(encode(MODEL, catalogue(language)["home.start"]))


def test_the_link_of_a_text_too_long_for_one_says_so() -> None:
    text = "".join(map(chr, range(0x4E00, 0x6E00)))
    assert pack(text) is None
    at = typed(text)
    assert f"{OWN_TEXT.param}=" not in shown(at)
