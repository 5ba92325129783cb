"""Terms in a walk: explained by a press, a key, a mouse at rest; the walk keeps its keys."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_press_a_key_and_a_mouse_at_rest_explain_and_the_keys_still_walk(
    server: str, visit: Callable[..., Visit]
) -> None:
    stale = visit(f"{server}/linked?text=abc_abd&at=merge+2,+pop").settled()
    stale.page.locator(".say .term").first.wait_for()
    page = stale.page
    term, note = page.locator(".say .term").first, page.locator(".player .term-note")
    page.locator(".player").focus()
    before = page.locator(".stage").bounding_box()
    term.click()
    expect(note).to_contain_text("whose count is no longer the pair's count")
    expect(term).to_have_attribute("aria-expanded", "true")
    assert page.locator(".stage").bounding_box() == before, "nothing moves"
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    term.click()
    page.keyboard.press("ArrowRight")
    expect(note).to_have_count(0)
    expect(page.locator(".counter")).to_contain_text("77")
    page.keyboard.press("ArrowLeft")
    the_keyboard_explains_and_a_mouse_that_rests(stale)


def the_keyboard_explains_and_a_mouse_that_rests(stale: Visit) -> None:
    page = stale.page
    note = page.locator(".player .term-note")
    heading = page.locator(".panel h2 .term").first
    for key in ("Enter", "Space"):
        heading.focus()
        page.keyboard.press(key)
        expect(note).to_contain_text("pair_counter")
        assert heading.evaluate("(term) => term.ariaDescribedByElements?.length ?? 1") == 1
        page.keyboard.press(key)
        expect(note).to_have_count(0)
    expect(page.locator(".counter")).to_contain_text("76")
    heading.hover()
    expect(note).to_contain_text("pair_counter")
    page.mouse.move(5, 5)
    expect(note).to_have_count(0)
