"""Steps, groups, the timeline, where a walk starts."""

import re

import pytest
from playwright.sync_api import expect

from bpe_lab.player.parts import bundle
from tests.browser.player.hanoi import hanoi, mounted
from tests.browser.player.lab import (
    LONG,
    WALK,
    Lab,
    named,
)
from tests.browser.player.runners import mounted as run
from tests.browser.player.runners import race


def test_a_walk_of_something_else_is_drawn(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    assert visited.say() == "3 disks stand on the first peg."
    assert visited.where() == "Move 1 of 7"
    visited.press("End")
    assert visited.say().startswith("Disk 1 now stands on C.")
    slots = visited.page.locator(".slot:not([data-gone])")
    drawn = dict(slots.evaluate_all("all => all.map(n => [n.dataset.at, n.dataset.token])"))
    assert drawn == {"6": "403", "7": "402", "8": "401"}, "the tower on the last peg"


def test_the_player_names_no_algorithm() -> None:
    words = re.compile(r"\b(bpe|byte.pair|merge_list|tokenizer)\b", re.IGNORECASE)
    code = bundle().replace("bpe-lab", "")
    assert set(words.findall(code)) <= {"BPE"}, "a name in a title at most"


def test_keys_move_by_steps_and_with_shift_by_groups(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    visited.press("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "PageUp")
    assert visited.step() == 1
    visited.press("Shift+ArrowRight")
    assert visited.step() == 12, "the end of the first move"
    visited.press("Shift+ArrowRight", "Shift+ArrowLeft")
    assert visited.step() == 12
    visited.press("End")
    assert visited.step() == len(LONG["steps"]) - 1
    visited.press("Home")
    assert visited.step() == 0


def test_whole_groups_by_key_button_and_clicker(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    by_group = named(visited, "by_group")
    assert by_group.get_attribute("aria-pressed") == "false"
    visited.press("g")
    assert by_group.get_attribute("aria-pressed") == "true"
    visited.press("ArrowRight", "PageDown")
    assert visited.step() == 24
    visited.press("PageUp")
    assert visited.step() == 12
    visited.press("+", "+", "Space")
    visited.page.wait_for_timeout(600)
    visited.press("Space")
    assert visited.step() % 12 == 0
    assert visited.step() > 12
    named(visited, "by_step").click()
    before = visited.step()
    visited.press("ArrowRight")
    assert visited.step() == before + 1


def test_a_long_walk_shows_its_group_above_and_all_groups_below(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    page = visited.page
    expect(page.locator(".timeline .groups rect")).to_have_count(31)
    marks = page.locator(".timeline .mark:not(.ring .mark)")
    expect(marks, "the group's steps").to_have_count(13)
    slider = page.locator(".player [role=slider]")
    assert slider.get_attribute("aria-valuemax") == str(len(LONG["steps"]) - 1)
    bar = page.locator(".timeline .groups rect").nth(10).bounding_box()
    assert bar
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + 9)
    assert visited.where() == "Move 11 of 31"
    assert visited.step() == 121, "a click leads to where the group begins"
    expect(page.locator(".timeline .mark:not(.ring .mark)")).to_have_count(12)
    last = page.locator(".timeline .groups rect").nth(30).bounding_box()
    assert last
    page.mouse.move(bar["x"], bar["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] + 30, last["y"] + 5, steps=4)
    page.mouse.up()
    assert visited.step() == len(LONG["steps"]) - 1, "dragging scrubs through the whole run"


def test_the_upper_track_scrubs_within_the_group(lab: Lab) -> None:
    visited = lab(mounted(LONG, step=130))
    marks = visited.page.locator(".timeline .mark:not(.ring .mark)")
    place = marks.nth(2).bounding_box()
    assert place
    visited.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 3)
    assert visited.step() == 123


def test_a_group_of_too_many_steps_is_a_plain_scrubber(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, lifts=80)))
    expect(visited.page.locator(".timeline .mark:not(.ring .mark)")).to_have_count(0)
    expect(visited.page.locator(".timeline .groups rect")).to_have_count(7)


SHORT_GROUPS = hanoi(5, lifts=1)
MANY_GROUPS = race(2, 243)


@pytest.mark.parametrize(("groups", "width"), [(31, 390), (243, 1280)])
def test_a_long_walk_of_short_groups_is_one_scrubber(lab: Lab, groups: int, width: int) -> None:
    data = run(MANY_GROUPS) if groups == 243 else mounted(SHORT_GROUPS)
    visited = lab(data, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    steps = len(data["recording"]["steps"])
    assert 60 < steps < 4 * groups
    track = visited.page.locator(".timeline .whole").bounding_box()
    timeline = visited.page.locator(".timeline").bounding_box()
    assert track
    assert timeline
    assert track["width"] > timeline["width"] - 30
    marks = visited.page.locator(".timeline .mark:not(.ring .mark)").count()
    cap = 1 if marks else 2
    left, wide = track["x"] + cap, track["width"] - 2 * cap
    slider = visited.page.locator(".player [role=slider]")
    assert marks == (groups if groups == 31 else 0), "group starts, where they have room"
    assert (visited.page.locator(".timeline .groups rect").count() == 0) == (groups == 243)
    for share in (0.5, 1, 0.25):
        x = left + wide * share
        visited.page.mouse.click(x, track["y"] + cap)
        step = int(slider.get_attribute("aria-valuenow") or 0)
        assert step == pytest.approx(share * (steps - 1), abs=1.5)
        place = left + wide * step / (steps - 1)
        ring = visited.page.locator(".timeline .ring circle").bounding_box()
        past = visited.page.locator(".timeline .past").bounding_box()
        assert ring
        assert past
        assert ring["x"] + ring["width"] / 2 == pytest.approx(place, abs=1)
        assert past["x"] + past["width"] - cap == pytest.approx(place, abs=1)


def test_the_slider_tells_the_place_and_the_sentence(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("End")
    told = visited.page.locator(".player [role=slider]").get_attribute("aria-valuetext")
    assert told
    assert told.startswith("Move 7 of 7. Disk 1 ")
    steps = [
        {**step, "where": ["hanoi.place", {"at": n}]} for n, step in enumerate(WALK["steps"])
    ]
    data = mounted({**WALK, "id": "places", "steps": steps})
    data["text"] = {**data["text"], "hanoi.place": "Place {at}"}
    visited = lab(data)
    visited.press("ArrowRight")
    told = visited.page.locator(".player [role=slider]").get_attribute("aria-valuetext")
    assert told
    assert told.startswith("Place 1. ")


def test_marked_steps_have_signs_of_different_shapes(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    shapes = visited.page.locator(".timeline .mark-shape")
    kinds = dict(
        shapes.evaluate_all("all => all.map(n => [n.dataset.mark, n.getAttribute('d')])")
    )
    assert {"tie", "giddy", "stale"} <= kinds.keys()
    assert len(set(kinds.values())) == len(kinds)
    expect(visited.page.locator(".timeline .pips circle")).to_have_count(5)


def test_the_start_is_shown_first_and_left_out_of_the_address(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, start=5)))
    assert visited.step() == 5
    visited.press("ArrowRight")
    assert visited.link().endswith("?step=6")
    visited.press("Home")
    assert visited.step() == 0
    assert visited.link().endswith("?step=0")
    visited.press(*["ArrowRight"] * 5)
    visited.page.wait_for_url(lambda url: "step" not in url)


def test_a_step_beyond_the_end_is_the_last(lab: Lab) -> None:
    assert lab(mounted(WALK, step=900)).step() == len(WALK["steps"]) - 1
