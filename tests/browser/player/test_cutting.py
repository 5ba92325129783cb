"""Cuts of a text: by touch on a phone, refused by the border at which they err."""

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus, sample
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.pretokenize.cutting_walk import cutting_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit
from tests.browser.player.answers import answerable, asked, cut_by_keys, said
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, named

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SCROLLED = 300  # milliseconds
LEAST = 24  # px, of what a finger hits


def at_the_cuts(
    lab: Lab, word: str, language: str = "en", **options: object
) -> tuple[Visit, Json]:
    """The question where a word is cut, opened behind the first one's answer."""
    game = answerable(word_walk(built_in("lab"), word).recording, language)
    visited = lab(game, **options)
    visited.press("q", "q", "ArrowRight")
    named(visited, "answer-show").click()
    named(visited, "answer-onward").click()
    expect(visited.page.locator(".tape")).to_be_visible()
    (cuts,) = (question for question in asked(game["recording"]) if question["kind"] == "cuts")
    return visited, cuts


@pytest.mark.parametrize(("language", "word"), [("en", " technology"), ("zh", "你好世界")])
def test_cuts_are_made_by_touch_on_a_phone(lab: Lab, language: str, word: str) -> None:
    visited, cuts = at_the_cuts(lab, word, language, **PHONE, color_scheme="dark")
    for border in visited.page.locator(".tape .border").all():
        box = border.bounding_box()
        assert box is not None
        assert box["width"] >= LEAST
        assert box["height"] >= LEAST
        assert 0 <= box["x"] <= 390 - box["width"]
    for position in cuts["right"][0].split(","):
        visited.page.locator(f".tape .border[data-at='{position}']").tap()
    named(visited, "answer-check").tap()
    assert catalogue(language)["player.answer.right"] in said(visited)
    expect(visited.page.locator(".tape .border:not([aria-disabled])")).to_have_count(0)


def test_a_wrong_cut_is_told_by_its_border_and_then_all_are_drawn(lab: Lab) -> None:
    visited, cuts = at_the_cuts(lab, " technology")
    wrong = min(cuts["borders"].keys() - set(cuts["right"][0].split(",")), key=int)
    border = visited.page.locator(f".tape .border[data-at='{wrong}']")
    border.click()
    named(visited, "answer-check").click()
    first = min(map(int, {wrong, *cuts["right"][0].split(",")}))
    looked = visited.page.locator(".tape .border[data-answer=look]")
    expect(looked).to_have_attribute("data-at", str(first))
    assert f"at {first}" in said(visited)
    visited.press("Escape")
    border.click()
    expect(border).to_have_attribute("aria-pressed", "false")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.shown"] in said(visited)
    right = visited.page.locator(".tape .border[data-answer=right]")
    assert (
        right.evaluate_all("all => all.map((one) => one.dataset.at).join()") == cuts["right"][0]
    )


def test_a_text_is_cut_and_its_alternatives_chosen_by_keyboard(lab: Lab) -> None:
    game = answerable(cutting_walk(Corpus("I'm  here, 你好 12"), "gpt2"), "zh")
    game["text"] |= dict(section("zh", "pretokenize", "pattern", "pattern_meaning"))
    visited = lab(game, color_scheme="dark")
    visited.press("q", "ArrowRight")
    questions = asked(game["recording"])
    assert {question["kind"] for question in questions} == {"cuts", "choice"}
    for question in questions:
        expect(visited.page.locator(".answers")).to_be_visible()
        if question["kind"] == "cuts":
            cut_by_keys(visited, question["right"][0])
        else:
            keys = [key for key, _ in question["choices"]]
            visited.press("ABCDE"[keys.index(question["right"][0])])
        assert catalogue("zh")["player.answer.right"] in said(visited)
        visited.press("ArrowRight")
        if question is not questions[-1] and not visited.page.locator(".answers").is_visible():
            visited.press("ArrowRight")


def test_on_a_phone_long_choices_leave_their_question_in_sight(lab: Lab) -> None:
    game = answerable(cutting_walk(sample("pieces"), "gpt2"), "zh")
    game["text"] |= dict(section("zh", "pretokenize", "pattern", "pattern_meaning"))
    visited = lab(game, **PHONE, reduced_motion="reduce")
    visited.page.add_style_tag(content="body { padding-block: 420px 844px }")
    visited.player().focus()
    visited.press("q", "ArrowRight")
    for name in ("answer-show", "answer-onward"):
        named(visited, name).click()
    expect(visited.page.locator(".answers [class^=answer-choice]")).to_have_count(5)
    visited.page.wait_for_timeout(SCROLLED)
    asks = visited.page.locator(".narration").bounding_box()
    bar = visited.page.locator(".answers").bounding_box()
    assert asks is not None
    assert bar is not None
    assert 0 <= asks["y"] < asks["y"] + asks["height"] <= bar["y"]


@pytest.mark.parametrize("height", [1080, 768])
def test_presenting_a_verdict_hides_no_branch_of_the_pattern(lab: Lab, height: int) -> None:
    """The type is chosen so that a verdict of two lines has room over the transport."""
    recording = cutting_walk(sample("pieces"), "gpt2")
    game = {**answerable(recording, "zh"), "present": False}
    game["text"] |= section("zh", "pretokenize", "pattern", "pattern_meaning")
    size = {"width": 16 * height // 9, "height": height}
    visited = lab(game, viewport=size, reduced_motion="reduce")
    root = f"html {{ font-size: calc({height / 45}px * var(--type, 1)) }}"
    visited.page.add_style_tag(content=root)
    visited.page.evaluate("data => window.remount(data)", {**game, "present": True})
    visited.player().focus()
    visited.press("q", "q", "ArrowRight")
    for border in (0, 1):
        visited.page.locator(".tape .border").nth(border).click()
        named(visited, "answer-check").click()
        bar = visited.page.locator(".answers").bounding_box()
        last = visited.page.locator(".alternative").last.bounding_box()
        assert bar is not None
        assert last is not None
        assert last["y"] + last["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= height
