"""Answers among what is offered: changes, pairs, entries, several choices."""

from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.answers import (
    answerable,
    asked,
    assert_no_try,
    offer,
    offsets_of,
    said,
    step_by_keys,
)
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, named
from tests.core.race.running import comes_true

WALK = Corpus("aaa abc abc abd abab")


def begun_at(
    lab: Lab, kind: str, language: str = "en", change: Json | None = None, **options: Any
) -> tuple[Visit, Json]:
    """A walk whose only question is of this kind, or ``change`` of it; and that question."""
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    first = next(each for each in asked(recording) if each["kind"] == kind)
    first.update(change or {})
    return begun(lab, recording, first, language, **options), first


def begun(
    lab: Lab, recording: Json, question: Json, language: str = "en", **options: Any
) -> Visit:
    """Before ``question``, which alone is asked."""
    for step in recording["steps"]:
        step["questions"] = [each for each in step.get("questions", []) if each is question]
    (at,) = (number for number, step in enumerate(recording["steps"]) if step["questions"])
    visited = lab(answerable(recording, language) | {"step": at - 1}, **options)
    visited.press("q", "q", "ArrowRight")
    expect(visited.page.locator(".answers")).to_be_visible()
    return visited


@in_chinese
def test_changes_are_stepped_by_keys_in_any_order(lab: Lab, language: str) -> None:
    visited, question = begun_at(lab, "changes", language)
    assert visited.page.locator(".answers [role=spinbutton]:focus").count() == 1
    keys = visited.page.locator(".hints > :first-child kbd")
    assert keys.all_text_contents() == ["←", "→", "+", "−", "Enter"]
    step_by_keys(visited, question, question["right"][0])
    visited.press("Enter")
    assert catalogue(language)["player.answer.right"] in said(visited)
    assert visited.page.locator(".stepper[data-missed]").count() == 0


def test_a_wrong_change_is_told_by_the_first_pair_at_which_it_errs(lab: Lab) -> None:
    visited, question = begun_at(lab, "changes")
    named(visited, "answer-check").click()
    assert_no_try(visited)
    first = question["choices"][0][0]
    offer(visited, first).locator(".step-more").click(click_count=2)
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.wrong"] in said(visited)
    key = question["about"][first][0]
    assert catalogue("en")[key].split("}")[-1] in said(visited)
    assert f"{unlike(question, first)} mistakes, of which the first:" in said(visited)
    offer(visited, first).locator(".step-more").click()
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.shown"] in said(visited)
    members = question["right"][0].split(";")
    assert visited.page.locator(".stepper[data-right]").count() == len(members)
    for member in members:
        pair, delta = member.split(":")
        stop = offer(visited, pair).locator("[role=spinbutton]")
        expect(stop).to_have_attribute("aria-valuenow", delta)


def unlike(question: Json, first: str) -> int:
    """At how many pairs it errs that ``first`` alone grows, by more than any does."""
    changed = {member.split(":")[0] for member in question["right"][0].split(";")}
    return len({*changed, first})


def test_offered_pairs_are_switched_and_judged_together(lab: Lab) -> None:
    visited, question = begun_at(lab, "pairs")
    wrong = next(
        key for key, _ in question["choices"] if key not in question["right"][0].split(";")
    )
    for pair in reversed([wrong, *question["right"][0].split(";")]):
        offer(visited, pair).focus()
        visited.press("Space")
        expect(offer(visited, pair)).to_have_attribute("aria-pressed", "true")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.wrong"] in said(visited)
    offer(visited, wrong).focus()
    visited.press("Space", "Enter")
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_a_row_switches_its_pair(lab: Lab) -> None:
    visited, question = begun_at(lab, "pairs")
    right = question["right"][0].split(";")
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    indices = {str(each["id"]): str(index) for index, each in enumerate(recording["tokens"])}
    named(visited, "ledger-fold").click()
    for pair in right:
        row = ",".join(indices[each] for each in pair.split(","))
        visited.page.locator(f".ledger tr[data-pair='{row}']").click()
        expect(offer(visited, pair)).to_have_attribute("aria-pressed", "true")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_one_of_the_offered_entries_is_picked(lab: Lab) -> None:
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    question = next(each for each in asked(recording) if each["name"] == "next_entry")
    index = [key for key, _ in question["choices"]].index(question["right"][0])
    visited = begun(lab, recording, question)
    expect(visited.page.locator(".panel[data-widget=heap][data-veiled]")).to_have_count(1)
    visited.press("abcde"[index])
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_several_choices_are_made_by_letters(lab: Lab) -> None:
    texts = [[key, ["question.position", {"position": key}]] for key in ["3", "5", "8"]]
    change = {"kind": "choices", "choices": texts, "right": ["3;8"], "wrong": {}, "about": {}}
    visited, _ = begun_at(lab, "choice", change=change)
    visited.press("a", "b", "c", "b")
    pressed = visited.page.locator(".offers [aria-pressed=true]")
    assert pressed.evaluate_all("all => all.map((one) => one.dataset.offer)") == ["3", "8"]
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_several_pairs_are_picked_where_they_stand(lab: Lab) -> None:
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    first = next(each for each in asked(recording) if each["kind"] == "pair")
    recorded = first["right"][0]
    change = {"kind": "pairs", "wrong": {}, "right": [";".join(sorted([recorded, "97,97"]))]}
    visited, question = begun_at(lab, "pair", change=change)
    offsets = offsets_of(visited, ".lens .cell")
    for pair in question["right"][0].split(";"):
        at = offsets[pair]
        visited.page.locator(f".lens .cell[data-at='{at}'][data-token]").dispatch_event("click")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def what_is_offered_can_be_touched(visited: Visit) -> None:
    buttons = visited.page.locator(".answers button:visible").all()
    boxes = [button.bounding_box() for button in buttons]
    sizes = [(box["width"], box["height"]) for box in boxes if box]
    assert sizes
    assert min(min(size) for size in sizes) >= 24


@pytest.mark.parametrize("kind", ["pairs", "changes"])
def test_on_a_phone_what_is_offered_can_be_touched_and_what_it_covers_scrolled_above_it(
    lab: Lab, kind: str
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited, _ = begun_at(lab, kind, "zh", **phone)
    what_is_offered_can_be_touched(visited)
    bar, table = visited.page.locator(".answers"), visited.page.locator(".columns")

    def is_above() -> bool:
        visited.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        box = table.bounding_box()
        return box["y"] + box["height"] <= bar.bounding_box()["y"] + 1

    assert comes_true(is_above), "once the page has made room for the bar"
    transport = visited.page.locator(".transport").bounding_box()
    assert bar.bounding_box()["height"] > transport["height"]


def test_on_a_phone_the_drawing_that_is_picked_in_comes_into_view(lab: Lab) -> None:
    phone = {"viewport": {"width": 390, "height": 500}, "has_touch": True}
    visited, _ = begun_at(lab, "pair", "zh", {"choices": None}, **phone)
    visited.press("ArrowLeft")
    visited.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    visited.press("ArrowRight")
    expect(visited.page.locator(".stage .panel").first).to_be_in_viewport(ratio=0.5)
