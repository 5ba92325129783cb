"""What a link's picture shows: a moment's own tokens and words, bounded, whatever is asked."""

from __future__ import annotations

import logging
import math
import re
import struct
from collections.abc import Callable
from contextvars import copy_context
from typing import Any
from xml.etree import ElementTree

import pytest

from bpe_core import encode, train
from bpe_core.model import BPEModel
from bpe_core.runtime.text import pack, visible
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGES
from bpe_lab.scenes.moments import step_of
from bpe_lab.text import LANGUAGES, speak
from tests.paths import ROOT
from ui.preview import picture as pictures

has_letter = pictures.has
BRACKETS = re.compile(r"\{\w|\[\[")


@pytest.fixture(autouse=True)
def every_letter_has_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """On whatever machine the tests run."""
    monkeypatch.setattr(pictures, "has", lambda letter: True)


def spoken(language: str, do: Callable[..., Any], *arguments: Any) -> Any:
    """What ``do`` gives in a language, which no other test speaks for it."""

    def speaking() -> Any:
        speak(language)
        return do(*arguments)

    return copy_context().run(speaking)


def picture_of(name: str, **link: str) -> bytes:
    return spoken("en", pictures.picture, name, link)


def shown_at(name: str, moment: str, **link: str) -> list[str]:
    recording = spoken("en", pictures.WALKS[name], link)
    step = step_of(recording, Moment.read(moment))
    return [pictures.written(chip.token) for chip in pictures.chips(recording, step)]


def as_drawn(model: BPEModel, text: str) -> list[str]:
    tokens = (visible(model.vocabulary[token_id]) for token_id in encode(model, text))
    return [token.replace("<", "").replace(">", "") for token in tokens]


@pytest.mark.parametrize("name", ["train", "linked"])
@pytest.mark.parametrize("text", ["cat", "hello"])
def test_after_a_merge_stand_the_tokens_that_the_trainer_has_then(name: str, text: str) -> None:
    for merges in (1, 2, 4):
        model = train(sample(text).text, vocab_size=256 + merges)
        moment = f"merge {merges}, {'merge' if name == 'train' else 'done'}"
        assert shown_at(name, moment, text=text) == as_drawn(model, sample(text).text)


def test_special_tokens_are_shown_where_they_stand() -> None:
    shown = shown_at("train", "start", text="intj")
    assert shown.count("<|endoftext|>") == sample("intj").text.count("<|endoftext|>") == 3


@pytest.mark.parametrize("name", ["lecture", "bilingual", "lab"])
@pytest.mark.parametrize("word", ["tech", "nihao", "catch", "recalled"])
def test_at_the_end_an_encoded_word_is_what_the_encoder_gives(name: str, word: str) -> None:
    text = sample(word).text
    shown = shown_at("encode", "end", words=word, tokenizer=name)
    assert shown == as_drawn(built_in(name), text)


def test_a_link_can_encode_by_what_it_trains_and_choose_the_pre_token() -> None:
    link = {"words": "own", "own_words": pack("on the cat"), "text": "cat", "part": "2"}
    model = train(sample("cat").text, vocab_size=256 + 24)
    shown = shown_at("encode", "end", **link, tokenizer="trained")
    assert shown == as_drawn(model, " cat")


def test_a_character_stands_over_its_first_byte_until_a_token_holds_it() -> None:
    link = {"words": "own", "own_words": pack("被召")}
    recording = spoken("en", pictures.encoded, link)
    first, last = (
        [chip.character for chip in pictures.chips(recording, step)]
        for step in (0, len(recording["steps"]) - 1)
    )
    assert first == ["被", "", "", "召", "", ""]
    assert set(last) == {""}


def test_a_step_says_what_the_page_says() -> None:
    drawn = spoken("en", pictures.moment_drawing, "train", {"text": "cat", "step": "5"})
    words = " ".join(" ".join(ElementTree.fromstring(drawn).itertext()).split())
    assert "t + h become th, token 257. 2 places merged, 17 tokens left." in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pictures.WALKS)
def test_every_step_has_a_sentence_without_gaps(name: str, language: str) -> None:
    link = {"text": "banana", "merges": "3", "words": "catch", "tokenizer": "lab"}
    recording = spoken(language, pictures.WALKS[name], link)
    for step in recording["steps"]:
        said = spoken(language, pictures.sentence, recording, step["say"])
        assert said
        assert not BRACKETS.search(said)


HOSTILE = "</text><script>alert(1)</script>&\"'\x00\u202e\u0600\u0301👩‍🚀￿"
LINKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("train", {"text": "own", "own": pack(HOSTILE) or "", "at": "end"}),
    ("linked", {"text": "own", "own": pack(HOSTILE) or "", "special": HOSTILE}),
    ("encode", {"words": "own", "own_words": pack(HOSTILE) or "", "tokenizer": "lab"}),
    ("encode", {"words": "own", "own_words": pack("a" * 20_000) or "", "part": "199"}),
    ("train", {"text": "own", "own": "?", "at": "merge 1"}),
    ("train", {"text": "own", "own": pack("a"), "at": "merge 999999, choose 9"}),
    ("train", {"text": "upload", "own": pack("low lower")}),
    ("train", {"text": "cat", "step": "9" * 40, "lang": HOSTILE}),
    ("train", {"text": "cat", "step": "-1", "at": HOSTILE, "merges": "-7"}),
    ("train", {"exercise": "1-abcdefgh"}),
    ("encode", {"tokenizer": "gpt-4o"}),
    ("encode", {"view": "ids"}),
)


@pytest.mark.parametrize(("name", "link"), LINKS)
def test_whatever_a_link_says_there_is_a_picture_and_no_fault(
    name: str, link: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    png = picture_of(name, **link)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


def test_what_is_typed_stays_text() -> None:
    drawn = spoken("en", pictures.moment_drawing, *LINKS[0])
    kinds = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
    assert kinds == {"svg", "rect", "text", "g"}


@pytest.mark.parametrize(
    "link",
    [
        {"text": "own", "own": pack("low lower " * 50), "merges": "200"},
        {"text": "own", "own": pack("a" * 20_000), "merges": "2"},
        {"text": "cat", "min_count": "2"},
        {"text": "cat", "vocab_size": "300"},
    ],
)
def test_of_too_much_work_the_page_itself_is_shown(link: dict[str, str]) -> None:
    assert spoken("en", pictures.moment_drawing, "train", link) is None


def test_a_sentence_that_was_typed_on_the_first_page_is_shown_in_tokens() -> None:
    text = "my <b> cat 我的"
    drawn = spoken("en", pictures.moment_drawing, "home", {"sentence": pack(text)})
    letters = "".join(ElementTree.fromstring(drawn).itertext())
    ids = encode(built_in("bilingual"), text)
    assert f"{len(ids)} tokens" in letters
    assert text.replace(" ", "␣") in "".join(letters.split())
    assert spoken("en", pictures.moment_drawing, "home", {"sentence": pack(" ")}) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_picture_of_its_own(language: str) -> None:
    drawn = {spoken(language, pictures.page_drawing, name) for name in PAGES}
    assert len(drawn) == len(PAGES)
    for each in drawn:
        ElementTree.fromstring(each)


def test_where_no_font_has_chinese_nothing_is_said_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "has", lambda letter: letter < "一")
    assert picture_of("train", lang="zh") == picture_of("train")
    plain = picture_of("train", text="upload")
    assert picture_of("train", text="own", own=pack("你好你好") or "") == plain


def test_a_letter_is_there_or_none_has_it() -> None:
    assert has_letter("a")
    assert not has_letter(pictures.NONE)


def test_a_fault_of_ours_is_in_the_log_and_leads_to_the_page_s_picture(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plain = picture_of("race")

    def fail(link: dict[str, str]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pictures, "WALKS", {"race": fail})
    assert picture_of("race") == plain
    assert "no picture of a link to race" in caplog.text


def test_the_tints_are_the_player_s() -> None:
    """`--tint-l` and its like of `colors.css`, in light, as sRGB."""
    css = (ROOT / "bpe_lab/player/core/colors.css").read_text("utf-8")
    svg = (ROOT / "ui/preview/picture.svg").read_text("utf-8")
    for name, kind in (("FILLS", "tint"), ("EDGES", "tint-edge")):
        lightness, chroma = (
            float(re.findall(rf"--{kind}-{part}: ([\d.]+);", css)[0]) for part in "lc"
        )
        (written,) = re.findall(rf"set {name} = \[(.*?)\]", svg)
        colors = re.findall(r'"(#\w+)"', written)
        assert colors == [srgb(lightness, chroma, 30 * k + 15) for k in range(12)]


def srgb(lightness: float, chroma: float, degrees: int) -> str:
    """OKLCH as sRGB: https://bottosson.github.io/posts/oklab/."""
    a, b = (chroma * of(math.radians(degrees)) for of in (math.cos, math.sin))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    light = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    curved = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in light)
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, c))):02x}" for c in curved)
