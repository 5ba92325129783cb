"""A walk that a link opens midway says so, until it moves."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_walk_opened_midway_leads_to_its_start_and_nothing_moves(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?text=low&at=merge+2,+choose").settled()
    page = visited.page
    notice, stage = page.locator(".player .amidst"), page.locator(".stage")
    expect(notice).to_contain_text("This walk opens midway.")
    before = stage.bounding_box()
    visited.player().focus()
    visited.press("ArrowRight")
    expect(notice).to_be_hidden()
    assert stage.bounding_box() == before
    visited.press("ArrowLeft")
    expect(notice).to_be_hidden()
    page.goto(f"{server}/train?text=low&step=7")
    notice.get_by_role("button").click()
    expect(page.locator(".counter")).to_contain_text("step 0")
    expect(notice).to_be_hidden()
    page.goto(f"{server}/train?text=low")
    page.locator(".player .where").wait_for()
    expect(notice).to_be_hidden()
