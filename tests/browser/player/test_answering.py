"""Questions that are answered and marked: in the drawing, by number, by keyboard alone."""

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.answers import (
    answer_right,
    answerable,
    asked,
    assert_no_try,
    begin,
    cut_by_keys,
    data,
    offsets_of,
    said,
    token,
)
from tests.browser.player.lab import Lab, named


@in_chinese
def test_a_walk_is_answered_to_its_end_by_keyboard(lab: Lab, language: str) -> None:
    game = data("low lower newest widest aaa", 4, language)
    visited = lab(game)
    begin(visited)
    questions = asked(game["recording"])
    assert {each["kind"] for each in questions} == {"pair", "positions", "number", "choice"}
    for number, question in enumerate(questions, 1):
        answer_right(visited, question, offsets_of(visited))
        assert catalogue(language)["player.answer.right"] in said(visited)
        assert str(number) in visited.page.locator(".answers .score").inner_text()
        visited.press("ArrowRight")
        while not visited.page.locator(".answers").is_visible():
            if visited.step() == len(game["recording"]["steps"]) - 1:
                break
            visited.press("ArrowRight")
    assert visited.step() == len(game["recording"]["steps"]) - 1


def test_what_lies_ahead_is_closed_until_it_is_answered(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    begin(visited)
    step = visited.step()
    visited.press("End", "]", " ")
    assert visited.step() == step
    assert said(visited) == catalogue("en")["player.answer.once_more"]
    for name in ("share", "more", "speed"):
        assert not named(visited, name).is_visible()
    assert not visited.page.locator(".player [role=slider]").is_visible()
    named(visited, "answer-show").click()
    visited.press("ArrowRight", "Escape", "ArrowLeft")
    assert visited.page.locator(".player [role=slider]").is_visible()


@pytest.mark.parametrize("is_hall", [True, False])
def test_a_clicker_is_shown_the_answer_by_its_second_press(lab: Lab, is_hall: bool) -> None:
    """It has no other key; the first press says so."""
    visited = lab({**data("low lower newest widest", 3), "present": is_hall})
    visited.press(*["q"] if is_hall else ["q", "q"], "ArrowRight", "PageDown")
    assert said(visited) == catalogue("en")["player.answer.once_more"]
    expect(named(visited, "answer-show")).to_have_attribute("data-urged", "")
    visited.press("PageDown")
    assert said(visited).startswith("→ It is (")


def test_an_answer_is_noted_once_however_often_one_goes_back(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3) | {"page": "train"})
    begin(visited)
    for _ in range(2):
        named(visited, "answer-show").click()
        visited.press("ArrowLeft", "ArrowRight")
        expect(named(visited, "answer-show")).to_be_visible()
    rows = visited.page.evaluate("JSON.parse(localStorage['bpe-lab:progress']).rows")
    assert [(each["exercise"], each["kind"], each["shown"]) for each in rows] == [
        ("predict.train", "next_pair", True)
    ]


def test_a_pair_is_picked_by_its_row_as_well(lab: Lab) -> None:
    game = data("low lower newest widest", 3)
    visited = lab(game)
    begin(visited)
    question = asked(game["recording"])[0]
    indices = [str(each["id"]) for each in game["recording"]["tokens"]]
    right = ",".join(str(indices.index(each)) for each in question["right"][0].split(","))
    visited.page.locator(
        ".table tr", has=visited.page.locator(f"[data-pair='{right}']")
    ).click()
    assert catalogue("en")["player.answer.right"] in said(visited)
    visited.press("ArrowRight")
    expect(visited.page.locator("tbody[data-answers]")).to_have_count(0)


def test_what_an_arrow_has_shown_is_left_by_enter_and_all_asking_can_end(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    nothing_moves_when_the_bar_comes(visited)
    visited.press("ArrowRight", "ArrowRight")
    assert said(visited).startswith("→ It is (")
    assert visited.page.evaluate("localStorage.length") == 0, "no page of the lab, no notes"
    visited.press("Enter")
    assert not visited.page.locator(".answers[data-state=shown]").is_visible()
    while not visited.page.locator(".answers").is_visible():
        visited.press("ArrowRight")
    named(visited, "answer-stop").click()
    expect(visited.page.locator(".answers")).to_be_hidden()
    expect(named(visited, "ask_first")).to_have_attribute("aria-pressed", "false")
    visited.press("End")
    assert visited.step() > 3


def nothing_moves_when_the_bar_comes(visited: Visit) -> None:
    parts = visited.page.locator(".player :is(.panel, .transport)")
    boxes = """parts => parts.map((part) => part.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join())"""
    before = parts.evaluate_all(boxes)
    begin(visited)
    assert parts.evaluate_all(boxes) == before


def test_a_wrong_answer_is_told_by_this_text_and_a_second_one_is_the_last(lab: Lab) -> None:
    game = data("low lower newest widest", 3)
    visited = lab(game)
    begin(visited)
    first = asked(game["recording"])[0]
    offsets = offsets_of(visited)
    wrong = [key for key in first["wrong"] if key in offsets]
    for _ in range(2):
        token(visited, offsets[wrong[0]]).click()
    assert catalogue("en")["player.answer.wrong"] in said(visited), "the same is no second try"
    assert "2 times, at" in said(visited)
    looked_at = visited.page.locator("[data-answer=look]").count()
    assert looked_at == 2 * len(first["wrong"][wrong[0]]["at"])
    token(visited, offsets[wrong[1]]).click()
    assert said(visited).startswith("→ It is (")
    expect(visited.page.locator("[data-answer=right]")).not_to_have_count(0)
    assert "0 of 1" in visited.page.locator(".answers .score").inner_text()
    named(visited, "answer-onward").click()
    expect(visited.page.locator("[data-answer=look], [data-answer=right]")).to_have_count(0)


def test_a_number_may_be_typed_as_one_types_it(lab: Lab) -> None:
    game = data("aaab aab ab", 2)
    visited = lab(game)
    begin(visited)
    for question in asked(game["recording"]):
        if question["kind"] == "number":
            break
        named(visited, "answer-show").click()
        visited.press("ArrowRight")
        if not visited.page.locator(".answers").is_visible():
            visited.press("ArrowRight")
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in question["right"][0])
    visited.press("Enter")
    assert_no_try(visited)
    visited.page.keyboard.insert_text("\u5341")
    visited.press("Enter")
    assert_no_try(visited, "no_number")
    visited.page.keyboard.insert_text(f" {wide}")  # in place of what is no number
    visited.press("Enter")
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_choices_inside_the_trainer_are_made_and_named_by_letters(lab: Lab) -> None:
    options = TrainOptions(num_merges=4)
    game = answerable(linked_walk(Corpus("aaa abc abc abd"), options).recording)
    visited = lab(game)
    visited.press("q", "q")
    answered, letters = set(), set()
    for step in game["recording"]["steps"]:
        for question in step.get("questions", []):
            while not visited.page.locator(".answers").is_visible():
                visited.press("ArrowRight")
            name = question["ask"][0]
            if name in answered:
                named(visited, "answer-show").click()
                keys = [key for key, _ in question["choices"]]
                letter = "ABCDE"[keys.index(question["right"][0])]
                assert said(visited).startswith(f"→ It is {letter}.")
                letters.add(letter)
            elif question["kind"] == "choice":
                keys = [key for key, _ in question["choices"]]
                visited.press("ABCDE"[keys.index(question["right"][0])])
                answered.add(name)
                assert catalogue("en")["player.answer.right"] in said(visited)
                expect(visited.page.locator(".answers [data-right]")).to_have_count(1)
            else:
                named(visited, "answer-show").click()
            visited.press("ArrowRight")
    assert letters
    assert answered == {
        f"question.ask_{name}" for name in ("is_stale", "why_skipped", "next_position")
    }


def test_a_token_drawn_again_picks_for_the_first(lab: Lab) -> None:
    game = answerable(linked_walk(Corpus("abc abc abd"), TrainOptions(num_merges=2)).recording)
    visited = lab(game)
    begin(visited)
    question = asked(game["recording"])[0]
    assert question["kind"] == "pair"
    left = question["right"][0].split(",")[0]
    at = visited.page.locator(f".lens .cell[data-token='{left}']").first.get_attribute(
        "data-at"
    )
    visited.page.locator(f".lens-slot[data-at='{at}']").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def pick_in_tree(visited: Visit, position: str) -> None:
    token_at = f".panel[data-widget=tree] [data-at='{position}'][data-token]"
    visited.page.locator(token_at).first.dispatch_event("click")


def test_the_encoder_s_merges_are_picked_and_its_cuts_made_by_keyboard(lab: Lab) -> None:
    game = answerable(word_walk(built_in("lab"), " technology").recording)
    visited = lab(game)
    begin(visited)
    for number, question in enumerate(asked(game["recording"]), 1):
        if question["kind"] == "cuts":
            cut_by_keys(visited, question["right"][0])
        else:
            pick_in_tree(visited, question["right"][0])
        assert catalogue("en")["player.answer.right"] in said(visited)
        assert f"{number} of {number}" in visited.page.locator(".answers .score").inner_text()
        visited.press("ArrowRight")
        while not visited.page.locator(".answers").is_visible():
            if visited.step() == len(game["recording"]["steps"]) - 1:
                break
            visited.press("ArrowRight")
    assert visited.step() == len(game["recording"]["steps"]) - 1
