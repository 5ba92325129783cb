"""A reader's own text: where it is offered, what goes along with it, that it is not lost."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import bpe_core
from bpe_core import encode
from bpe_core.registry import FORMATS
from bpe_core.runtime.text import pack, unpack
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.text import catalogue
from tests.paths import ROOT
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.player.walk_page import as_words


def words(at: Any) -> str:
    assert not at.exception, at.exception
    return unescape(" ".join(element.value for element in at.get("html")))


@pytest.mark.parametrize(
    ("page", "field", "link", "start"),
    [
        ("train", "text", {}, "intj"),
        ("pretokenize", "passage", {}, "pieces"),
        ("encode", "words", {}, "tech"),
        ("race", "race_text", {}, "library_20k"),
        ("subword_nmt", "subword_text", {}, "paper"),
        ("bytepiece", "piece_text", {}, "english"),
        ("compare", "compared_text", {"view": "text"}, "sentence"),
        ("workshop", "corpus", {}, "library"),
    ],
)
def test_it_stands_first_in_every_list_and_another_is_open(
    page: str, field: str, link: dict[str, str], start: str
) -> None:
    at = open_page(page, **link)
    box = at.selectbox(key=field)
    assert (box.options[0] in ("Your own text", "A file of yours"), box.value) == (True, start)
    assert field not in at.query_params, "a link leaves out what the page begins with"


def numbers(text: str) -> list[int]:
    return [int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*", text)]


def how_much(at: Any) -> set[int]:
    """The figures of the line under a text that is encoded."""
    (line,) = [each.value for each in at.get("html") if "how-much" in each.value]
    return set(numbers(line.partition(">")[2].partition("<a")[0]))


def own(text: str, name: str = "own") -> dict[str, str]:
    packed = pack(text)
    assert packed
    return {name: packed}


LONG = "".join(chr(0x4E00 + 7919 * k % 20_000) for k in range(3000))
TYPED = "the theme <|endoftext|> of 南京"


def test_how_many_tokens_it_is_stands_under_it(language: str) -> None:
    at = open_page(
        "encode", language, words="own", tokenizer="bilingual", **own(TYPED, "own_words")
    )
    ids = encode(built_in("bilingual"), TYPED)
    counts = {len(ids), len(TYPED.encode())}
    assert errors_of(at) == ""
    assert how_much(at) == counts


@pytest.mark.parametrize(
    ("page", "field", "name"),
    [("train", "text", "own"), ("pretokenize", "passage", "own_passage")],
)
def test_its_special_token_is_one_in_a_press_where_it_is_cut(
    page: str, field: str, name: str
) -> None:
    at = open_page(page, **{field: "own"}, **own("ab ab<|a|>ab <|b|>", name))
    assert at.text_input(key="special_own").value == ""
    at.button(key="as_special").click().run()
    assert (errors_of(at), param(at, "special")) == ("", "<|a|>, <|b|>")
    assert "as_special" not in [button.key for button in at.button]


@pytest.mark.parametrize(
    "link",
    [
        {"text": "own", **own("low lower lowest <|x|>low"), "merges": "5", "special": "<|x|>"},
        {"text": "intj", "vocab_size": "270", "tie_break": "first_seen", "pattern": "none"},
        {"text": "story_zh", "merges": "30"},
    ],
    ids=lambda link: str(link["text"]),
)
def test_text_and_merges_go_along_to_encode(link: dict[str, str]) -> None:
    at = open_page("train", **link)
    [way] = [each.proto for each in at.get("page_link") if each.proto.page == "encode"]
    there = open_page("encode", **dict(parse_qsl(way.query_string, keep_blank_values=True)))
    assert errors_of(there) == ""
    text = unpack(9000)(link["own"]) if "own" in link else sample(link["text"]).text
    specials = {"own": ["<|x|>"], "intj": ["<|endoftext|>"]}.get(link["text"], [])
    model = bpe_core.train(
        str(text),
        vocab_size=int(link.get("vocab_size") or 256 + len(specials) + int(link["merges"])),
        special_tokens=specials,
        tie_break=link.get("tie_break", "greatest"),
        pattern=link.get("pattern", "gpt2"),
    )
    ids = encode(model, str(text), allowed_special=specials)
    assert len(ids) in how_much(there), "as many as trained on"


def test_of_a_text_too_long_for_a_link_the_beginning_goes_along() -> None:
    query, is_whole = as_words("own", LONG)
    part = unpack(20_000)(query["own_words"])
    assert part
    assert (is_whole, LONG.startswith(part), len(query["own_words"]) <= 1500) == (
        False,
        True,
        True,
    )


def test_it_is_encoded_by_the_reader_s_vocabulary_if_there_is_one() -> None:
    query = {"words": "own"}
    assert open_page("encode", **query).selectbox(key="tokenizer").value == "bilingual"
    at = open_page("vocabulary", tokenizer="file")
    files = FORMATS["gpt2"].write(bpe_core.train("low lower lowest " * 9, vocab_size=262))
    given = [(name, text.encode(), "application/json") for name, text in files.items()]
    at.file_uploader(key="vocabulary_files_0").set_value(given).run()
    at.session_state["tokenizer"] = "lecture"  # as where a scene has forgotten all inputs
    at.query_params.clear()
    at.query_params |= query
    at.switch_page(str(ROOT / "pages" / "encode.py")).run()
    assert (errors_of(at), at.selectbox(key="tokenizer").value) == ("", "file")
    at.selectbox(key="tokenizer").select("lecture").run()
    assert param(at, "tokenizer") == "lecture", "chosen, so it stands in the link"


def restarted(at: Any) -> Any:
    """What stands in the page's fields comes before a server that was started anew."""
    fields = at._tree.get_widget_states()
    anew = AppTest.from_file(ROOT / "ui" / "shell.py")
    at._session_state, at.session_state = anew._session_state, anew.session_state
    return at._run(fields)


@pytest.mark.parametrize(
    ("done", "text", "rule"),
    [("typed", "newest newest", "greatest"), ("chosen", "low low lower", "first_seen")],
)
def test_what_is_done_on_a_page_older_than_its_server_is_not_undone(
    done: str, text: str, rule: str
) -> None:
    at = open_page("train", text="own", merges="9", **own("low low lower"))
    if done == "typed":
        at.text_area(key="own").input(text)
    else:
        at.selectbox(key="tie_break").select(rule)
    at = restarted(at).run()
    assert errors_of(at) == ""
    assert (at.text_area(key="own").value, at.selectbox(key="tie_break").value) == (text, rule)


def test_what_is_typed_as_a_page_is_left_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_page("train", text="own")
    at.text_area(key="own").input("newest newest")
    with monkeypatch.context() as broken_off:
        broken_off.setattr("ui.page.look.page_style", lambda **_: st.stop())
        at.run()
    del at.query_params["own"]
    at.switch_page(str(ROOT / "pages" / "linked.py")).run()
    assert (errors_of(at), at.text_area(key="own").value) == ("", "newest newest")


def test_a_link_without_its_text_says_so(language: str) -> None:
    at = open_page("train", language, text="own", **own("low lower"))
    at.text_area(key="own").input(LONG).run()
    assert catalogue(language)["input.own_unlinked"] in [each.value for each in at.caption]
    without, told = param(at, "own"), catalogue(language)["notice.unlinked_text"]
    at.switch_page(str(ROOT / "pages" / "linked.py")).run()
    assert at.text_area(key="own").value == LONG, "the session has it"
    assert told not in [each.value for each in at.info]
    reloaded = open_page("train", language, text="own", own=without)
    assert errors_of(reloaded) == ""
    assert told in [each.value for each in reloaded.info]
    assert reloaded.text_area(key="own").value == catalogue(language)["input.own_start"]


def test_an_emptied_one_leaves_the_link_and_does_not_come_back() -> None:
    at = open_page("train", text="own", **own("low lower"))
    at.text_area(key="own").input("").run()
    assert errors_of(at)
    assert "own" not in at.query_params
    reloaded = open_page("train", text="own")
    assert reloaded.text_area(key="own").value == catalogue("en")["input.own_start"]


def test_a_scene_s_words_are_not_said_of_it(language: str) -> None:
    at = open_page("home", language, lesson="lecture", scene="4")
    said_first = said(language, "lesson.of_its_text")
    assert said_first not in words(at)
    (bar,) = re.findall('<div class="lesson-words".*?</div>', words(at))
    assert "15" not in bar, "the page says how many"
    at.selectbox(key="text").select("own").run()
    assert said_first in words(at)
