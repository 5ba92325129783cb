"""A lesson's hand-out: what is in the file, what is not, and where it is offered."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from bpe_lab.lessons.lesson import Wording
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.shelf import course
from bpe_lab.player.parts import POLICY, bundle, unpacked
from bpe_lab.scenes.moments import step_of
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.raising import raises
from tests.ui.lessons import hand_outs
from tests.ui.test_pages import open_page
from ui.lessons import opened_pages
from ui.lessons.hand_out import Luggage, PackedScene, closed, file_of, requests_of, take_along
from ui.lessons.opened_pages import Request, opened
from ui.serving.app_errors import AppError

MOST_BYTES = 1_000_000  # of a short lesson: the player is most of it


def data_of(page: str) -> Any:
    [data] = re.findall(r'id="bpe-lab-hand-out">(.*?)</script>', page)
    return json.loads(data)


def test_words_stand_in_the_file_as_text_and_notes_do_not() -> None:
    page = hand_outs.page()
    assert page.count("&lt;/script&gt;&lt;img src=x onerror=window.hit=1&gt;") == 3
    assert hand_outs.HOSTILE not in page
    assert hand_outs.NOTE not in page
    for words in ("Which leads?", "哪一个领先？", "说出哪一个领先。", "The end"):
        assert words in page


def test_what_scenes_share_is_there_once() -> None:
    page, data = hand_outs.page(), data_of(hand_outs.page())
    assert page.count(closed(bundle())) == 1
    assert len(data["recordings"]) == 3
    first, second, *_ = data["scenes"]
    assert first["views"]["en"][0]["recording"] == second["views"]["zh"][0]["recording"]
    for texts in data["texts"].values():
        alike, *others = texts
        assert len(alike) > 10 * max(map(len, others))
    assert len(page.encode()) < MOST_BYTES


def test_each_walk_opens_and_ends_at_its_moments_and_asks_where_its_scene_does() -> None:
    scenes, walk = data_of(hand_outs.page())["scenes"], hand_outs.recording_of(1)
    steps = [scene["views"]["en"][0]["step"] for scene in scenes[:2]]
    assert steps == [step_of(walk, Moment.read("merge 1, choose")), len(walk["steps"]) - 1]
    assert hand_outs.view_of(1)["ends"] == step_of(walk, Moment.read("merge 2, count"))
    assert "ends" not in hand_outs.view_of(2), "it ends with its walk"
    assert [scene["asks"] for scene in scenes] == [True, False, True, False, False]
    assert hand_outs.recording_of(3)["exercise"]["seed"] == "1K01"


def test_pages_without_a_walk_say_that_they_need_the_app() -> None:
    *_, board, race = hand_outs.page().split('<section class="scene"')
    assert hand_outs.luggage().scenes[3].views
    assert catalogue("zh")["handout.still"] in board
    assert f'href="{hand_outs.APP}/pretokenize?passage=hello&amp;split=gpt2"' in board
    assert hand_outs.luggage().scenes[4] == PackedScene()
    assert catalogue("en")["handout.needs_app"] in race
    assert f"<code>{hand_outs.APP}/race?race_text=intj" in race, "whole on paper, too"
    assert "href=" not in file_of(hand_outs.lesson(), hand_outs.luggage()).split("<main>")[1]


def test_the_file_says_that_marks_can_be_forged() -> None:
    for language, word in (("en", "forge"), ("zh", "想改就能改")):
        assert word in catalogue(language)["handout.about"]
        assert catalogue(language)["handout.about"] in hand_outs.page()


def test_it_may_ask_nobody_for_anything_as_a_walk_that_is_kept() -> None:
    assert f'content="{POLICY}"'.replace("'", "&#39;") in hand_outs.page()
    assert f'"{POLICY}"' in (ROOT / "bpe_lab/player/chrome/pages.js").read_text("utf-8")


def test_a_lesson_of_one_language_has_no_other() -> None:
    lesson = replace(hand_outs.lesson(), title=Wording({"zh": "平局"}))
    page = file_of(lesson, hand_outs.luggage())
    assert "data-speaks" not in page.partition("</header>")[0]
    assert set(data_of(page)["words"]) == {"zh"}


def test_a_lone_surrogate_is_no_character() -> None:
    lesson = replace(hand_outs.lesson(), title=Wording({"en": "\ud800", "zh": "\udfff"}))
    assert file_of(lesson, hand_outs.luggage()).encode()


def test_texts_that_differ_are_kept_apart() -> None:
    luggage = Luggage()
    numbers = [
        luggage.text("en", text)
        for text in ({"a": "1", "b": "2"}, {"a": "1"}, {"a": "3", "b": "2"}, {"a": "3"})
    ]
    alike, *others = luggage.texts["en"]
    assert [{**alike, **others[number - 1]}["a"] for number in numbers] == ["1", "1", "3", "3"]


def test_every_page_is_opened_once_per_language_whatever_its_moments() -> None:
    requests = requests_of(course()["lecture"], ("en", "zh"))
    assert len(requests) == len(set(requests)) == 40
    assert not {"at", "panel"} & {name for each in requests for name, _ in each.options}
    assert not {"race", "workshop"} & {request.page for request in requests}


def test_a_page_is_opened_by_a_process_of_its_own() -> None:
    request = Request("train", (("text", "low"), ("merges", "1")), "zh")
    [[sent]] = opened([request])
    assert sent["lang"] == "zh-CN"
    assert unpacked(sent["recording"])["steps"]


def test_a_process_that_ends_early_is_an_error_of_its_own() -> None:
    request = Request("train", (), "en")
    with mock.patch.object(opened_pages, "MOST_SECONDS", 0.01), raises("AppError.hand_out"):
        list(opened([request]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_offered_below_the_lesson_s_card(language: str) -> None:
    at = open_page("lessons", language)
    label = catalogue(language)["handout.make.button"]
    buttons = [each for each in at.button if each.label == label]
    assert len(buttons) == len(course())
    assert not at.get("download_button"), "none is made before somebody asks"
    with mock.patch("ui.lessons.cards.hand_out", return_value="<!DOCTYPE html>"):
        at = buttons[-1].click().run()
    assert not at.exception
    assert len(at.get("download_button")) == 1
    assert any(each.value == catalogue(language)["handout.make.about"] for each in at.caption)


def test_why_there_is_none_is_said(language: str) -> None:
    at = open_page("lessons", language)
    label = catalogue(language)["handout.make.button"]
    button = next(each for each in at.button if each.label == label)
    with mock.patch("ui.lessons.cards.hand_out", side_effect=AppError("hand_out")):
        at = button.click().run()
    [error] = at.error
    assert error.value == catalogue(language)["error.AppError.hand_out"]
    assert not at.get("download_button")


def test_whoever_leaves_ends_the_opening() -> None:
    answers, stop = mock.MagicMock(), mock.Mock(side_effect=KeyboardInterrupt)
    answers.__iter__.return_value = iter([[]])
    with (
        mock.patch("ui.lessons.hand_out.opened", return_value=answers),
        pytest.raises(KeyboardInterrupt),
    ):
        take_along(hand_outs.lesson(), ("en",), on_page=stop)
    answers.close.assert_called_once_with()
