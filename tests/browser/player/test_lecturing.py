"""Stopping at marks, asking first, the help."""

import re

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import in_chinese
from tests.browser.player.hanoi import Json, mounted
from tests.browser.player.lab import (
    LONG,
    WALK,
    Lab,
    named,
    question,
)


def test_stop_at_lists_the_marks_and_playing_stops_there(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    menu = visited.page.locator(".menu[data-open]")
    rows = menu.locator("label").all_inner_texts()
    assert [re.sub(r"\s+", " ", row) for row in rows] == [
        "a tie 4", "a stale entry or position 1", "an overlapping run 1",
        "a character becomes whole 1", "giddy 1",
    ]  # fmt: skip
    menu.get_by_role("checkbox").last.check()
    expect(visited.page.locator(".timeline .pips circle")).to_have_count(1)
    visited.press("Escape")
    expect(menu).to_have_count(0)
    visited.player().focus()
    visited.press("+", "+", "Space")
    named(visited, "play").and_(visited.page.get_by_role("button", name="Play")).wait_for()
    marked = [n for n, step in enumerate(WALK["steps"]) if "giddy" in step["marks"]]
    assert visited.step() == marked[0]


def test_stops_outlive_a_rerun_and_another_language(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    named(visited, "stop-tie").check()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    named(visited, "stop_at").click()
    expect(named(visited, "stop-tie")).to_be_checked()
    assert catalogue("zh")["mark.tie"] in visited.page.locator(".menu[data-open]").inner_text()


def test_brackets_go_from_mark_to_mark(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    marked = [n for n, step in enumerate(WALK["steps"]) if step["marks"]]
    visited.press("]", "]", "]")
    assert visited.step() == marked[2]
    visited.press("[")
    assert visited.step() == marked[1]
    named(visited, "stop_at").click()
    named(visited, "stop-stale").check()
    named(visited, "next_mark").click()
    assert visited.step() == marked[-1]
    visited.press("]")
    assert visited.step() == marked[-1], "there is none beyond"


def test_a_question_comes_before_its_answer(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("ArrowRight")
    assert not question(visited), "off unless presenting"
    visited.press("Home", "q", "ArrowRight")
    assert question(visited)
    assert visited.say() == "Where does disk 1 go next?"
    assert visited.step() == 0, "over the picture of the step before"
    assert visited.page.locator(".unseen[aria-live]").inner_text() == visited.say()
    assert named(visited, "reveal").inner_text() == catalogue("en")["player.reveal"]
    visited.press("ArrowRight")
    assert visited.step() == 1
    assert not question(visited)
    visited.press("ArrowLeft")
    assert visited.step() == 0
    assert not question(visited), "going back never asks"
    visited.press("ArrowRight")
    assert question(visited)
    visited.press("ArrowLeft")
    assert not question(visited)
    assert visited.step() == 0
    visited.press("End")
    assert not question(visited)


def test_presenting_asks_and_the_address_keeps_the_step_before(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True, step=4))
    assert named(visited, "ask_first").get_attribute("aria-pressed") == "true"
    visited.press("PageDown")
    assert question(visited)
    assert visited.link().endswith("?step=4")
    named(visited, "reveal").click()
    assert visited.step() == 5
    visited.press("ArrowRight")
    assert visited.step() == 6, "the keys stay with the player after the button has gone"
    visited.press("q", "Home", "ArrowRight")
    assert visited.step() == 1, "asking is off now"


def test_whole_groups_stop_at_the_question_then_go_to_the_end(lab: Lab) -> None:
    visited = lab(mounted(LONG, present=True, step=24))
    visited.press("g", "PageDown")
    assert question(visited)
    assert visited.step() == 24
    visited.press("PageDown")
    assert visited.step() == 36
    assert not question(visited)
    visited.press("Home", "PageDown", "PageDown")
    assert visited.step() == 12


@in_chinese
def test_help_traps_the_focus_and_escape_only_closes_it(lab: Lab, language: str) -> None:
    visited = lab(mounted(WALK, language, present=True))
    visited.press("?")
    dialog = visited.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert dialog.get_attribute("aria-modal") == "true"
    for key in ("player.keys.ask", "player.keys.marks", "player.keys.unit"):
        assert catalogue(language)[key] in dialog.inner_text()
    inside = (
        "document.getElementById('host').shadowRoot.activeElement?.closest('dialog') !== null"
    )
    visited.press("Tab", "Tab", "Shift+Tab")
    assert visited.page.evaluate(inside)
    visited.press("ArrowRight", "PageDown")
    assert visited.step() == 0, "the walk waits"
    visited.press("Escape")
    expect(dialog).to_be_hidden()
    assert visited.page.evaluate("window.left") == 0
    visited.press("h")
    expect(dialog).to_be_visible()
    visited.press("h", "Escape")
    assert visited.page.evaluate("window.left") == 1, "nothing is open: leave"


def with_places(*places: int) -> Json:
    """The long game; the work at a place begins at these steps."""
    steps = [
        {**each, **({"place": True} if number in places else {})}
        for number, each in enumerate(LONG["steps"])
    ]
    return {**LONG, "id": "places", "steps": steps}


def test_a_key_goes_from_place_to_place(lab: Lab) -> None:
    visited = lab(mounted(with_places(3, 7, 40), step=1))
    visited.press("n", "n")
    assert visited.step() == 7
    visited.press("Shift+N")
    assert visited.step() == 3
    visited.press("Shift+N")
    assert visited.step() == 3, "there is none before"
    visited.press("?")
    dialog = visited.page.get_by_role("dialog")
    expect(dialog).to_contain_text(catalogue("en")["player.keys.place"])
    visited.press("Escape", "q", "n", "n")
    assert question(visited), "what is asked on the way is asked"
    visited.press("n", "n")
    assert visited.step() == 40
    visited.press("n")
    assert visited.step() == 40, "there is none beyond"


def test_a_walk_without_places_has_no_key_for_them(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("n", "?")
    assert visited.step() == 0
    expect(visited.page.get_by_role("dialog")).not_to_contain_text(
        catalogue("en")["player.keys.place"]
    )
