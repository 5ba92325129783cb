"""By keyboard, by pointer, by ear, on a phone, on a laptop; without the server."""

from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.linked_page.reading import Open
from tests.browser.looks import laid_out
from tests.core.race.running import comes_true


def test_no_script_runs_on_the_server_while_stepping_and_playing(
    server: str, visit: Open
) -> None:
    visited = visit("about:blank")
    messages: list[object] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda frame: messages.append(frame))
        socket.on("framereceived", lambda frame: messages.append(frame))

    visited.page.on("websocket", listen)
    visited.page.goto(f"{server}/linked?text=intj")
    visited.ready().player().focus()
    visited.page.wait_for_timeout(1500)
    assert messages, "the page did talk to its server"
    messages.clear()
    before = visited.step()
    visited.press(*["ArrowRight"] * 30)
    assert visited.step() == before + 30
    visited.press("+", "+", "Space")
    assert comes_true(lambda: visited.step() > before + 33, 30), "it played"
    visited.press("Space")
    assert messages == []


def test_pointing_lights_all_and_a_keyboard_and_a_screen_reader_are_enough(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/linked?text=intj").ready()
    pointing_lights_the_same_thing_everywhere(visited)
    page = visited.page
    for _ in range(60):
        page.keyboard.press("Tab")
        inside = page.evaluate("""() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return at?.classList.contains("player") ?? false;
        }""")
        if inside:
            break
    assert inside, "Tab leads into the player"
    live = page.locator(".player [aria-live=polite]").first
    heard = []
    for _ in range(12):
        before = live.inner_text()
        visited.press("ArrowRight")
        expect(live).not_to_have_text(before, use_inner_text=True)
        heard.append(live.inner_text())
    assert len(set(heard)) == 12, "every step is read"
    assert "(t,\u202fj)" in " ".join(heard)
    assert "None" in " ".join(heard), "what was absorbed is read as well"
    description = page.locator(".player svg[role=img]").first
    assert description.get_attribute("aria-label") or description.get_attribute(
        "aria-labelledby"
    )
    for key, name in (("g", "by_group"), ("g", "by_step"), ("q", "ask_first")):
        page.keyboard.press(key)
        expect(live, "a switch is told").to_contain_text(catalogue("en")[f"player.{name}"])
    expect(page.locator(".transport > .told")).to_have_text(live.inner_text())
    page.keyboard.press("q")
    page.keyboard.press("?")
    page.locator(".player [role=dialog]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".player [role=dialog]:visible")).to_have_count(0)


def pointing_lights_the_same_thing_everywhere(visited: Visit) -> None:
    row = visited.page.locator("[data-widget=ledger] tr[data-pair]").first
    key = row.get_attribute("data-pair")
    row.locator(".pair, .chip").first.hover()
    lit = visited.page.locator(f"[data-widget=heap] [data-pair='{key}'][data-linked]")
    expect(lit.first).to_be_attached()
    slots = visited.page.locator("[data-widget=lens] [data-at][data-linked]")
    expect(slots.nth(1)).to_be_attached()
    visited.page.mouse.move(5, 300)
    expect(visited.page.locator(".player [data-linked]")).to_have_count(0)


def test_phone_width_shows_one_panel_at_a_time(server: str, visit: Open) -> None:
    size = {"width": 390, "height": 844}
    visited = visit(f"{server}/linked?text=intj", viewport=size, has_touch=True).ready()
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390
    tabs = visited.page.locator(".player > .tabs [role=tab]")
    expect(tabs).to_have_count(3)
    for place in range(3):
        tabs.nth(place).tap()
        expect(visited.page.locator(".player .column:visible")).to_have_count(1)
        assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_laptop_shows_page_and_player_without_scrolling(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/linked?text=intj&step=151&lang={language}").ready()
    visited.player().focus()
    visited.press("ArrowRight")
    laid_out(visited)
    tops = [visited.page.locator(".st-key-inputs").bounding_box()]
    tops += [panel.bounding_box() for panel in visited.page.locator(".player .panel").all()]
    bar = visited.page.locator(".player .transport").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] <= 800
    for box in tops:
        assert box
        assert box["y"] > 50, "nothing was scrolled away"
        assert box["y"] + box["height"] <= bar["y"], "nothing lies under the bar"


def test_no_line_begins_with_the_comma_of_a_pair(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj&at=merge+0,+see+4").ready()
    bottoms = """say => [...say.querySelectorAll(".kept > *")]
        .map((each) => Math.round(each.getBoundingClientRect().bottom))"""
    lines = set()
    for width in range(200, 400, 10):
        visited.page.set_viewport_size({"width": width, "height": 844})
        say = visited.page.locator(".player .say:not(.sizer)")
        space, comma = say.evaluate(bottoms)
        assert abs(space - comma) < 12, f"at {width} pixels"
        lines.add(say.bounding_box()["height"])
    assert len(lines) > 1, "the sentence is broken elsewhere"
