"""Ranks and lanes draw a sum put together by precedence, of which they have not heard."""

import pytest
from playwright.sync_api import expect

from tests.browser.player.in_view import comes_into_view, in_view
from tests.browser.player.lab import Lab
from tests.browser.player.sums import DEEP, SUM, Json, mounted


def test_ranks_tell_the_lowest_and_what_is_no_merge_in_words(lab: Lab) -> None:
    visited = lab(mounted(SUM))
    visited.press("ArrowRight")
    rows = visited.page.locator(".rank-block[aria-current=step] .rank-row")
    assert rows.locator(".unseen").all_inner_texts()[:3] == [
        "(2,\u202fC3), no merge",
        "(C3,\u202f97), rank 0, lowest",
        "(97,\u202f3), no merge",
    ]
    expect(rows.nth(0).locator(".bar")).to_have_count(0)
    assert rows.nth(0).locator(".no-rank").inner_text() == "no merge"
    expect(rows.nth(1).locator(".rank .icon")).to_have_count(1)
    assert visited.page.locator(".rank-foot").inner_text().split("\n\n") == [
        "6 pairs left",
        "Bar length: how loosely it binds",
    ]


@pytest.mark.parametrize("walk", [SUM, DEEP], ids=["short", "long"])
def test_the_present_pair_stays_in_view(lab: Lab, walk: Json) -> None:
    visited = lab(mounted(walk), reduced_motion="reduce")
    box = visited.page.locator(".rank-box .scroller")
    for keys in (["ArrowRight"] * 9, ["End"], ["ArrowLeft"] * 5, ["Home", "ArrowRight"]):
        visited.press(*keys)
        present = visited.page.locator(".rank-block[data-look=now]")
        assert comes_into_view(visited, box, present.locator("[data-look=chosen]"))
    assert visited.page.evaluate("scrollY") == 0


def test_past_blocks_can_be_scrolled_to_by_keyboard(lab: Lab) -> None:
    visited = lab(mounted(SUM), reduced_motion="reduce")
    visited.press("End")
    box = visited.page.locator(".rank-box .scroller")
    present = visited.page.locator(".rank-block[data-look=now]")
    assert comes_into_view(visited, box, present)
    first = visited.page.locator(".rank-row").first
    assert not in_view(box, first)
    box.focus()
    for _ in range(60):
        visited.press("ArrowUp")
    assert comes_into_view(visited, box, first)
    assert visited.step() == len(SUM["steps"]) - 1


def test_lanes_hold_tokens_over_their_bytes(lab: Lab) -> None:
    visited = lab(mounted(SUM))
    visited.press("End")
    rule, naive = visited.page.locator(".rule-lane").all()
    chip, whole = rule.locator(".chip").bounding_box(), rule.locator(".track").bounding_box()
    assert chip
    assert whole
    assert chip["width"] == pytest.approx(whole["width"], abs=6)
    assert rule.get_attribute("data-look") == "done"
    assert rule.locator(".lane-sign").inner_text() == "✓"
    assert naive.get_attribute("data-look") == "differs"
    assert naive.locator(".lane-sign").inner_text() == "≠"
    assert "dashed" in naive.locator(".chip").first.evaluate("n => getComputedStyle(n).border")
    assert naive.locator(".rule-aside p:not(.sizer)").inner_text() == "7 looks"
