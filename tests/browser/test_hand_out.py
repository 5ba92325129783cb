"""A lesson's hand-out in a browser, offline from a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bpe_lab.text import catalogue
from tests.browser.looks import LAID_OUT
from tests.ui.lessons import hand_outs


@pytest.fixture
def offline(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The file opened from the disk; it may ask nobody for anything."""
    file = tmp_path / "hand-out.html"
    file.write_text(hand_outs.page(), "utf-8")
    context = browser.new_context(
        locale="zh-CN", offline=True, viewport={"width": 1280, "height": 800}
    )
    page, requests, complaints = context.new_page(), [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    yield page
    assert set(requests) == {file.as_uri()}
    assert complaints == []
    assert page.evaluate("window.hit") is None
    context.close()


RIGHT = """(slots, pair) => slots.find(({ dataset: { token, next } }) =>
  slots.some(({ dataset }) => dataset.at === next && `${token},${dataset.token}` === pair))
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


def asked_first() -> Any:
    """The questions with which the first scene opens."""
    return hand_outs.recording_of(1)["steps"][hand_outs.view_of(1)["step"]]["questions"]


def answer(scene: Any) -> None:
    """Click the pair that is right for the first question of the first scene."""
    [question, *_] = hand_outs.recording_of(1)["steps"][hand_outs.view_of(1)["step"]][
        "questions"
    ]
    [pair] = question["right"]
    expect(scene.locator(".say[data-question]")).to_be_visible()
    scene.locator(".ribbon .slot").evaluate_all(RIGHT, pair)
    expect(scene.locator(".answers[data-state=right]")).to_be_visible()


def give_up(scene: Any) -> None:
    """Go on to the next question and have its answer shown."""
    scene.locator(".player").press("ArrowRight")
    while not scene.locator(".answers[data-state=open]").count():
        scene.locator(".player").press("ArrowRight")
    scene.locator("[data-name=answer-show]").click()
    expect(scene.locator(".answers[data-state=shown]")).to_be_visible()


def expected() -> int:
    """The questions that count from the beginning: of a moment, and of an exercise."""
    return len(asked_first()) + hand_outs.questions_of(3)


def score(language: str, right: int, asked: int) -> str:
    return catalogue(language)["handout.score"].format(right=right, asked=asked)


def test_it_plays_and_marks_without_a_network(offline: Page) -> None:
    first, second = offline.locator("#scene-1"), offline.locator("#scene-2")
    count = expected()
    expect(offline.locator(".marked")).to_have_text(score("zh", 0, count))
    answer(first)
    expect(offline.locator(".marked")).to_have_text(score("zh", 1, count))
    give_up(first)
    expect(offline.locator(".marked")).to_have_text(score("zh", 1, count))
    second.scroll_into_view_if_needed()
    slider = second.get_by_role("slider")
    recording = hand_outs.recording_of(2)
    before = recording["prelude"]  # steps of the first count
    last = len(recording["steps"]) - 1 - before
    expect(slider).to_have_attribute("aria-valuenow", str(last))
    a_clicker_s_key_leads_on_where_a_scene_ends(offline)
    second.locator(".player").press("Home")
    second.locator(".player").press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "0")  # the first count has played
    assert "step=" not in offline.url
    offline.get_by_role("button", name="EN").click()
    expect(second.locator("h2 .word:visible")).to_have_text("The end")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    expect(offline.locator(".marked")).to_have_text(score("en", 1, count))
    expect(first.locator(".player")).to_have_attribute("lang", "en")


def a_clicker_s_key_leads_on_where_a_scene_ends(offline: Page) -> None:
    second, third = offline.locator("#scene-2"), offline.locator("#scene-3")
    second.locator(".player").press("PageDown")
    expect(third.locator(".player")).to_be_focused()
    expect(third).to_be_in_viewport()
    third.locator(".player").press("PageUp")
    expect(second.locator(".player")).to_be_focused()


def test_it_begins_at_the_top_of_a_phone_and_fits_its_sheets(offline: Page) -> None:
    """A leaf for the lesson and one at most for each scene, in the dark, too."""
    offline.set_viewport_size({"width": 390, "height": 844})
    offline.reload()
    it_takes_neither_the_scroll_nor_the_focus(offline)
    offline.emulate_media(color_scheme="dark")
    for paper in ("A4", "Letter"):
        leaves = offline.pdf(format=paper).count(b"/Type /Page\n")
        assert 3 <= leaves <= 1 + len(hand_outs.lesson().steps), paper
    expect(offline.locator(".player[data-theme=dark]").first).to_be_visible()
    expect(offline.locator("html[data-printing]")).to_have_count(0)
    expect(offline.locator(".shown:empty")).to_have_count(0)


def it_takes_neither_the_scroll_nor_the_focus(offline: Page) -> None:
    """Though a question opens with its walk."""
    offline.locator("#scene-1 .answers[data-state=open]").wait_for(state="attached")
    offline.evaluate(LAID_OUT, [3, 50])
    assert offline.evaluate("scrollY") == 0
    assert offline.evaluate("document.activeElement === document.body")
    assert offline.evaluate("document.documentElement.scrollWidth") <= 390
