"""What goes wrong ends in a message, not in an exception."""

import json

from playwright.sync_api import expect

from tests.browser.player.hanoi import Json, mounted
from tests.browser.player.lab import (
    WALK,
    Lab,
    named,
    patched,
)

BESIDE: tuple[Json, ...] = (
    {"$": 3, "length": 1},
    {"$": 3, "__proto__": {"cells": []}},
    {"$": 3, "3": {"cells": []}},
    {"$": 3, "-1": {"cells": []}},
    {"$": 3, "01": {"cells": []}},
    {"$": -1},
    {"$": 1.5},
    {"$": "3"},
    {"$": 10**9, "999999999": {"cells": []}},
)


def test_a_list_is_patched_in_place_and_only_at_its_places(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    failed = visited.page.locator(".player .failed")
    for patch in BESIDE:
        hostile = json.dumps(mounted(patched(2, {"heights": {"rows": patch}})))
        visited.page.evaluate("data => window.remount(JSON.parse(data))", hostile)
        assert "$" in failed.inner_text(), patch
        visited.page.evaluate("data => window.remount(data)", mounted(WALK))
        failed.wait_for(state="detached")
    row = {"cells": ["B", 7], "look": ""}
    whole = mounted(patched(1, {"heights": {"rows": {"$": 2, "1": row}}}))
    visited.page.evaluate("data => window.remount(data)", whole)
    visited.player().focus()
    visited.press("ArrowRight")
    rows = visited.page.locator(".table tbody tr").all_inner_texts()
    assert [" ".join(row.split()) for row in rows] == ["A 3 3 2", "B 7", ""]


def test_a_step_that_cannot_be_drawn_stops_the_walk(lab: Lab) -> None:
    visited = lab(mounted(patched(2, {"pegs": {"slots": {"0": 5}}})))
    named(visited, "stop_at").click()
    named(visited, "stop-giddy").check()
    visited.press("Escape", "+", "+")
    visited.player().focus()
    visited.press("Space")
    visited.page.locator(".player .failed").wait_for()
    visited.press("ArrowRight")
    visited.page.wait_for_timeout(600)


def test_a_mark_of_any_name_can_be_stopped_at(lab: Lab) -> None:
    steps = [{**step, "marks": ['"]\\ a']} for step in WALK["steps"]]
    walk = {**WALK, "id": "marks", "steps": steps}
    visited = lab(mounted(walk))
    named(visited, "stop_at").click()
    visited.page.get_by_role("checkbox").check()
    visited.page.evaluate("data => window.remount(data)", mounted(walk, "zh"))
    named(visited, "stop_at").click()
    expect(visited.page.get_by_role("checkbox")).to_be_checked()


def test_a_player_that_is_taken_away_is_silent(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.player().hover()
    visited.page.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot.querySelector(".player");
          root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
          window.unmount();
        }"""
    )
    visited.page.set_viewport_size({"width": 1000, "height": 500})
    visited.page.wait_for_timeout(200)
    expect(visited.player()).to_have_count(0)


def test_another_language_in_the_middle_of_a_drag_ends_it(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    box = visited.page.locator(".timeline").bounding_box()
    assert box
    visited.page.mouse.move(box["x"] + 100, box["y"] + 19)
    visited.page.mouse.down()
    visited.page.mouse.move(box["x"] + 300, box["y"] + 19, steps=3)
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    visited.page.mouse.up()
    visited.player().focus()
    visited.press("Home", "ArrowRight")
    assert visited.page.locator(".unseen[aria-live]").inner_text() == visited.say()
