"""Windows, fingers and pointers of every size."""

from playwright.sync_api import Page, expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import laid_out
from tests.browser.player.hanoi import hanoi, mounted
from tests.browser.player.lab import (
    LONG,
    WALK,
    Lab,
    named,
    question,
)


def test_a_lower_window_lays_the_board_again(lab: Lab) -> None:
    visited = lab(mounted(hanoi(9)), viewport={"width": 700, "height": 1000})
    stage = visited.page.locator(".stage")
    high = stage.bounding_box()
    visited.page.set_viewport_size({"width": 700, "height": 560})
    laid_out(visited)
    low = stage.bounding_box()
    assert high
    assert low
    assert low["width"] == high["width"]
    assert low["height"] < high["height"]


def linked(visited: Visit) -> list[str]:
    """Positions and pairs that are lit."""
    nodes = visited.page.locator(".player [data-linked]")
    said: list[str] = nodes.evaluate_all(
        "nodes => nodes.map(n => n.dataset.pair ?? n.dataset.at)"
    )
    return sorted(said)


def test_pointing_at_a_pair_lights_where_it_stands(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.locator(".table [data-pair]").first.hover()
    assert linked(visited) == ["0", "1", "2,1"]
    visited.page.locator(".slot[data-at='1']").hover()
    assert linked(visited) == ["1"], "disk 2 and disk 1 are no pair of the table"
    visited.page.locator(".slot[data-at='0']").hover()
    assert linked(visited) == ["0", "2,1"]
    visited.page.mouse.move(2, 2)
    assert linked(visited) == []


def test_a_pointer_that_rests_points_at_what_comes(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.locator(".slot[data-at='2']").hover()
    assert linked(visited) == ["2"]
    visited.press("End")
    visited.page.wait_for_timeout(100)
    assert linked(visited) == [], "nothing stands there any more"


def swipe(page: Page, across: int) -> None:
    """A finger over the stage."""
    page.locator(".stage").evaluate(
        """(stage, across) => {
          const finger = { pointerType: "touch", isPrimary: true, pointerId: 7, bubbles: true };
          const at = (clientX) => ({ ...finger, clientX, clientY: 200 });
          stage.dispatchEvent(new PointerEvent("pointerdown", at(200)));
          stage.dispatchEvent(new PointerEvent("pointerup", at(200 + across)));
        }""",
        across,
    )


@in_chinese
def test_a_phone_has_the_tools_behind_one_button(lab: Lab, language: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = lab(mounted(LONG, language), **phone)
    page = visited.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(named(visited, "share")).to_be_hidden()
    for button in page.locator(".transport button:visible").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    named(visited, "more").tap()
    named(visited, "stop_at").tap()
    named(visited, "stop-tie").tap()
    expect(named(visited, "stop-tie")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator(".tools :is(button, label):visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    visited.press("Escape")
    assert named(visited, "more").get_attribute("aria-expanded") == "true"
    visited.press("Escape")
    expect(named(visited, "stop_at"), "one layer at a time").to_be_hidden()


def test_a_finger_swipes_over_the_stage(lab: Lab) -> None:
    visited = lab(mounted(WALK), viewport={"width": 390, "height": 844}, has_touch=True)
    swipe(visited.page, -120)
    swipe(visited.page, -120)
    assert visited.step() == 2
    swipe(visited.page, 120)
    assert visited.step() == 1
    swipe(visited.page, 20)
    assert visited.step() == 1, "a tap is no swipe"


def test_escape_closes_a_menu_before_it_leaves(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True))
    named(visited, "share").click()
    visited.press("Escape")
    assert visited.page.evaluate("window.left") == 0
    assert named(visited, "share").evaluate("node => node.getRootNode().activeElement === node")
    visited.press("Escape")
    assert visited.page.evaluate("window.left") == 1


def test_a_click_elsewhere_closes_a_menu(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "share").click()
    visited.page.locator(".stage").click()
    expect(visited.page.locator(".menu[data-open]")).to_have_count(0)


def test_a_rebuilt_player_keeps_step_question_and_unit(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("g", "q", "ArrowRight")
    assert question(visited)
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    assert question(visited)
    assert named(visited, "by_group").get_attribute("aria-pressed") == "true"
    assert catalogue("zh")["player.reveal"] in visited.player().inner_text()
