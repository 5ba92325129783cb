"""What the player says to whom cannot see it, and how its sentence breaks."""

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.linked_page.reading import Open


def test_every_step_and_switch_is_read_out(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj").ready()
    visited.player().focus()
    live = visited.page.locator(".player [aria-live=polite]").first
    heard = []
    for _ in range(12):
        before = live.inner_text()
        visited.press("ArrowRight")
        expect(live).not_to_have_text(before, use_inner_text=True)
        heard.append(live.inner_text())
    assert len(set(heard)) == 12, "every step is read"
    assert "(t,\u202fj)" in " ".join(heard)
    assert "None" in " ".join(heard), "what was absorbed is read as well"
    description = visited.page.locator(".player svg[role=img]").first
    assert description.get_attribute("aria-label") or description.get_attribute(
        "aria-labelledby"
    )
    for key, name in (("g", "by_group"), ("g", "by_step"), ("q", "ask_first")):
        visited.press(key)
        expect(live, "a switch is told").to_contain_text(catalogue("en")[f"player.{name}"])
    expect(visited.page.locator(".transport > .told")).to_have_text(live.inner_text())


def test_phone_width_shows_one_panel_at_a_time(server: str, visit: Open) -> None:
    size = {"width": 390, "height": 844}
    visited = visit(f"{server}/linked?text=intj", viewport=size, has_touch=True).ready()
    tabs = visited.page.locator(".player > .tabs [role=tab]")
    expect(tabs).to_have_count(3)
    for place in range(3):
        tabs.nth(place).tap()
        expect(visited.page.locator(".player .column:visible")).to_have_count(1)
        assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390


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
