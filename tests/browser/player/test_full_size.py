"""One panel over the board, and back."""

from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit
from tests.browser.looks import laid_out
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import WALK, Lab, named

HALL: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}


def panels(visited: Visit) -> Any:
    return visited.page.locator(".player .panel:visible")


def full(visited: Visit) -> Any:
    return visited.page.locator(".panel[data-full]")


def shown(lab: Lab, *, present: bool) -> Visit:
    visited = lab(mounted(WALK, present=present), **HALL)
    if present:
        visited.page.add_style_tag(content="html { font-size: 24px }")
    visited.player().focus()
    return visited


@pytest.mark.parametrize("present", [False, True])
def test_a_double_click_brings_a_panel_over_the_board_and_back(lab: Lab, present: bool) -> None:
    visited = shown(lab, present=present)
    whole = panels(visited).count()
    board = visited.page.locator(".player .columns").bounding_box()
    last = panels(visited).last
    before = last.bounding_box()
    last.dblclick(position={"x": 5, "y": 5})
    expect(panels(visited)).to_have_count(1)
    after = full(visited).bounding_box()
    assert after["width"] == pytest.approx(board["width"], abs=2)
    assert after["height"] > before["height"]
    transport = visited.page.locator(".transport").bounding_box()
    assert after["y"] + after["height"] <= transport["y"] + 1 or not present
    visited.press("End")
    assert visited.step() == len(WALK["steps"]) - 1, "the walk goes on"
    visited.press("Home")
    full(visited).dblclick(position={"x": 5, "y": 5})
    expect(panels(visited)).to_have_count(whole)
    assert panels(visited).last.bounding_box() == before


def test_its_type_grows(lab: Lab) -> None:
    visited = shown(lab, present=True)
    heading = panels(visited).last.locator("h2")
    before = heading.bounding_box()["height"]
    panels(visited).last.dblclick(position={"x": 5, "y": 5})
    assert full(visited).locator("h2").bounding_box()["height"] > 1.2 * before


def test_f_takes_the_panel_pointed_at_else_the_main_one(lab: Lab) -> None:
    visited = shown(lab, present=True)
    whole = panels(visited).count()
    visited.page.mouse.move(2, 2)
    visited.press("f")
    expect(visited.page.locator(".stage .panel[data-full]")).to_have_count(1)
    visited.press("F")
    expect(panels(visited)).to_have_count(whole)
    panels(visited).last.hover()
    visited.press("f")
    expect(visited.page.locator(".columns .panel[data-full]")).to_have_count(1)
    visited.press("Escape")
    expect(panels(visited)).to_have_count(whole)
    assert visited.page.evaluate("window.left") == 0, "Escape has not ended presenting"


def test_it_has_a_way_back_to_press_and_says_what_it_does(lab: Lab) -> None:
    visited = shown(lab, present=False)
    visited.press("f")
    live = visited.page.locator(".player [aria-live]")
    expect(live).to_contain_text("F brings the others back")
    visited.page.get_by_role("button", name="All panels again").click()
    expect(full(visited)).to_have_count(0)
    visited.player().focus()
    visited.press("?")
    expect(visited.page.locator(".help")).to_contain_text("a panel at full size")


def test_another_window_lays_it_out_again(lab: Lab) -> None:
    visited = shown(lab, present=True)
    panels(visited).last.dblclick(position={"x": 5, "y": 5})
    visited.page.set_viewport_size({"width": 1366, "height": 768})
    laid_out(visited)
    box = full(visited).bounding_box()
    transport = visited.page.locator(".transport").bounding_box()
    assert box["y"] + box["height"] <= transport["y"] + 1
    named(visited, "play").dblclick()
    expect(full(visited)).to_have_count(1)


def test_a_panel_with_tabs_beside_it_has_its_title_and_not_the_tabs(lab: Lab) -> None:
    """The title keeps room for the way back, which else lay over the panel."""
    room = ["heights", "why"]
    layout = {"stage": ["pegs"], "columns": [room], "tabs": room}
    walk = {**WALK, "id": "room", "layout": layout}
    visited = lab(mounted(walk, present=True), **HALL)
    tabs = visited.page.locator(".room > .tabs")
    expect(tabs).to_be_visible()
    visited.page.locator(".room > .panel:visible").hover()
    visited.player().focus()
    visited.press("f")
    expect(full(visited).locator("h2")).to_be_visible()
    expect(tabs).to_be_hidden()
    visited.press("f")
    expect(tabs).to_be_visible()


def test_the_way_back_lies_beside_the_text_of_the_trainer(lab: Lab) -> None:
    recording = linked_walk(sample("intj"), TrainOptions(num_merges=1)).recording
    texts = section("en", "player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
    data = mounted(recording, text=texts, step=recording["start"], present=True)
    visited = lab(data, **HALL)
    visited.page.locator("[data-widget=lens]").hover()
    visited.player().focus()
    visited.press("f")
    close = visited.page.locator(".full-close").bounding_box()
    strip = visited.page.locator("[data-widget=lens] .strip").bounding_box()
    assert strip["x"] + strip["width"] <= close["x"]


def test_a_text_is_seen_whole_where_there_is_room(lab: Lab) -> None:
    """On the board a stage has a share of the window; alone it has all of it."""
    recording = training_walk(sample("intj"), TrainOptions(num_merges=3)).recording
    texts = section("en", "player", "goal", "mark", "train", "tie_rule", "tie_name")
    visited = lab(mounted(recording, text=texts, step=8, present=True), **HALL)
    visited.page.mouse.move(2, 2)
    visited.player().focus()
    visited.press("f")
    heights = "node => [node.scrollHeight, node.clientHeight]"
    whole, shown = full(visited).locator(".scroller").evaluate(heights)
    assert whole <= shown + 1
    zoom = float(full(visited).evaluate("node => node.style.zoom"))
    assert zoom > 1, "and still it is larger"
    box = full(visited).bounding_box()
    transport = visited.page.locator(".transport").bounding_box()
    assert box["y"] + box["height"] <= transport["y"] + 1


@pytest.mark.parametrize("trainer", [training_walk, linked_walk])
def test_code_is_read_whole_and_larger(lab: Lab, trainer: Any) -> None:
    recording = trainer(sample("intj"), TrainOptions(num_merges=2)).recording
    texts = section("zh", "player", "goal", "mark", "train", "linked", "tie_rule", "tie_name")
    visited = lab(mounted(recording, "zh", text=texts, step=8, present=True), **HALL)
    aside = visited.page.get_by_role(
        "tab", name=catalogue("zh")["player.code.tabs"], exact=True
    )
    if aside.count():
        aside.click()
    code = visited.page.locator(".listing:visible")
    code.dblclick(position={"x": 5, "y": 5})
    assert float(full(visited).evaluate("node => node.style.zoom")) > 1
    assert code.evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    box = full(visited).bounding_box()
    transport = visited.page.locator(".transport").bounding_box()
    assert box["y"] + box["height"] <= transport["y"] + 1
