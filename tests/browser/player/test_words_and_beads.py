"""Words and beads draw trains that are coupled, of which they have not heard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.player.lab import Lab, assert_failing
from tests.browser.player.trains import TRAINS, Json, mounted, trains

YARD = trains()
PHONE = {"viewport": {"width": 390, "height": 844}}


def slots(visited: Visit, row: str) -> list[str]:
    """The strip's or the lens's slots: "at:token look" from left to right."""
    told: list[str] = visited.page.locator(f"{row} .word-slot").evaluate_all(
        """nodes => nodes.map(({ dataset: d }) =>
          `${d.at ?? ""}:${d.token ?? ""} ${d.look ?? ""}`)"""
    )
    return told


def arcs(visited: Visit) -> list[str]:
    told: list[str] = visited.page.locator(".word-drawing .arc").evaluate_all(
        """nodes => nodes.map((n) =>
          `${n.dataset.pair} ${n.textContent} ${n.dataset.look ?? ""}`)"""
    )
    return told


def test_the_strip_holds_every_row_with_how_often_it_counts(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    labels = visited.page.locator(".word-strip .label").all_text_contents()
    assert labels == [f"{k}×{times}" for k, (times, _) in enumerate(TRAINS)]
    assert slots(visited, ".word-strip")[:4] == ["0.0:300 ", "0.1:301 ", "0.2:302 ", "0.3:303 "]
    described = visited.page.locator(".word-drawing + p").text_content() or ""
    assert described.startswith("×6 A b C d; ×2 d b C")


def test_without_a_row_in_focus_the_sum_is_drawn(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    chips = visited.page.locator(".word-drawing .sum .word-slot").all_text_contents()
    assert chips == ["b", "C", "bC"]
    signs = visited.page.locator(".word-drawing .sum-sign").all_text_contents()
    assert signs == ["+", "→"]
    visited.press("ArrowRight")
    expect(visited.page.locator(".word-drawing .sum")).to_have_count(0)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
def test_what_is_not_joined_stands_still(lab: Lab, screen: Json) -> None:
    visited = lab(mounted(YARD), **screen)

    def places() -> Any:
        return visited.page.locator(".word-drawing").evaluate(
            """(drawing) => ({
              height: drawing.getBoundingClientRect().height,
              strip: [...drawing.querySelectorAll(".word-strip .body")]
                .map((n) => [n.parentNode.textContent, n.getAttribute("x")])
                .filter(([text]) => text === "A" || text === "d"),
            })"""
        )

    before = places()
    visited.press("ArrowRight")
    assert places() == before
    visited.press("ArrowRight", "ArrowRight")
    assert places() == before


def test_a_row_is_shown_before_and_after_with_what_its_pairs_lose_and_gain(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    visited.press("ArrowRight")
    assert slots(visited, ".word-row.before") == [": ", ": forming", ": forming", ": "]
    assert slots(visited, ".word-row.after") == ["0.0:300 ", "0.1:304 merged", "0.3:303 "]
    assert arcs(visited) == []
    visited.press("ArrowRight")
    assert arcs(visited) == ["1,2 −6 ", "0,1 −6 now", "0,4 +6 now"]
    title = visited.page.locator(".word-title").text_content() or ""
    assert "×6" in title
    visited.press("ArrowLeft")
    assert arcs(visited) == []


def test_arcs_of_before_are_above_and_those_of_now_below(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    visited.press("ArrowRight", "ArrowRight")
    boxes = [
        box for box in (arc.bounding_box() for arc in visited.page.locator(".arc").all()) if box
    ]
    upper = visited.page.locator(".word-row.before").bounding_box()
    lower = visited.page.locator(".word-row.after").bounding_box()
    assert upper
    assert lower
    assert boxes[1]["y"] < upper["y"]
    assert boxes[2]["y"] + boxes[2]["height"] > lower["y"] + lower["height"]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
def test_a_row_that_is_too_long_is_shown_where_it_changes(lab: Lab, screen: Json) -> None:
    visited = lab(mounted(YARD), **screen)
    visited.press("End")
    ground = visited.page.locator(".word-drawing .ground").first.bounding_box()
    arc = visited.page.locator(".word-drawing .arc").bounding_box()
    assert ground
    assert arc
    assert ground["x"] - 20 <= arc["x"]
    assert arc["x"] + arc["width"] <= ground["x"] + ground["width"] + 20


def test_what_does_not_reach_the_line_is_left_of_it(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    line = visited.page.locator(".beads .threshold path").bounding_box()
    assert line
    for bead in visited.page.locator(".bead").all():
        box = bead.bounding_box()
        assert box
        is_left = box["x"] + box["width"] / 2 < line["x"] + 1
        assert is_left == (int(bead.get_attribute("data-count") or 0) < 3)
    assert visited.page.locator(".threshold text").text_content() == "at least 3"


def test_a_crowded_column_closes_up_and_tells_its_number(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    assert visited.page.locator(".beads .crowd").all_text_contents() == ["12"]
    drawing = visited.page.locator(".beads").bounding_box()
    assert drawing
    for bead in visited.page.locator(".bead").all():
        box = bead.bounding_box()
        assert box
        assert box["y"] >= drawing["y"]
    words = visited.page.locator(".beads + p").text_content()
    assert words == "3 candidates, 13 set aside"


def test_a_bead_comes_and_goes_with_its_pair(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    visited.press("ArrowRight", "ArrowRight")
    pairs = visited.page.locator(".bead[data-look=changed]").evaluate_all(
        "nodes => nodes.map((n) => n.dataset.pair)"
    )
    assert pairs == ["0,4"]
    expect(visited.page.locator(".bead[data-pair='0,1']")).to_have_count(0)
    visited.press("Home")
    expect(visited.page.locator(".bead[data-pair='0,1']")).to_have_count(1)


def test_pointing_at_a_bead_lights_where_its_pair_stands(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    visited.page.locator(".bead[data-pair='1,2']").hover()
    lit = visited.page.locator(".word-strip [data-linked]").evaluate_all(
        "nodes => nodes.map((n) => n.dataset.at)"
    )
    assert lit == ["0.1", "0.2", "1.1", "1.2"]
    assert visited.page.locator(".ledger tr[data-linked]").get_attribute("data-pair") == "1,2"


def test_pointing_at_an_entry_of_the_index_lights_its_row(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    visited.page.locator(".ledger tr[data-pair='1,2'] [data-at='1']").hover()
    lit = visited.page.locator(".word-strip [data-linked]").evaluate_all(
        "nodes => nodes.map((n) => n.dataset.at)"
    )
    assert "1" in lit


def test_a_list_says_how_often_a_pair_stands_in_one_place(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    row = visited.page.locator(".ledger tr[data-pair='1,2']")
    assert row.locator("[data-column=positions]").inner_text() == "0 1×3"
    assert row.get_attribute("data-positions") == "0,1×3"


def test_a_listing_that_is_written_grows_line_by_line(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    seen = """nodes => nodes
      .filter((n) => getComputedStyle(n).visibility !== "hidden").length"""
    lines = visited.page.locator("[data-widget=code] li")
    high = visited.page.locator(".listing").bounding_box()
    assert lines.evaluate_all(seen) == 1
    visited.press("ArrowRight")
    assert lines.evaluate_all(seen) == 2
    lit = visited.page.locator("[data-widget=code] [aria-current]")
    assert "b C" in lit.inner_text()
    assert visited.page.locator(".listing").bounding_box() == high
    visited.press("Home")
    assert lines.evaluate_all(seen) == 1


def test_lanes_give_a_byte_the_room_that_is_asked_for(lab: Lab) -> None:
    visited = lab(mounted(YARD), **PHONE)
    visited.page.get_by_role("tab", name="Platforms").click()
    chip = visited.page.locator(".track .chip").first
    assert chip.inner_text() == "bC"
    box = chip.bounding_box()
    assert box
    assert box["width"] == pytest.approx(56, abs=1)


def test_a_wrong_widget_ends_in_a_message(lab: Lab) -> None:
    visited = lab(mounted(YARD))
    for widget, fault in (
        ("words", {"words": [{"times": 1, "cells": []}]}),
        ("lanes", {"pitch": 500}),
    ):
        broken = trains()
        for each in broken["widgets"]:
            if each["kind"] == widget:
                each |= fault
        assert_failing(visited, mounted({**broken, "id": widget}), mounted(YARD))
