"""The cells that a lane touched."""

import pytest

from tests.browser.player.lab import Lab
from tests.browser.player.race_widgets.forms import SIX, THREE, boxes, shown, texts
from tests.browser.player.runners import CELLS


def test_strips_are_as_long_as_their_cells_and_light_up(lab: Lab) -> None:
    visited = shown(lab, SIX)
    visited.press("ArrowRight")
    widths = [box["width"] for box in boxes(visited, ".strip-cells .paper")]
    assert widths == pytest.approx([widths[0] * cells / 240 for cells in CELLS], abs=2)
    room = boxes(visited, ".strip-room")[0]
    assert widths[0] == pytest.approx(room["width"], abs=2)
    named = visited.page.locator(".strip-cells").first.get_attribute("aria-label")
    assert named == "Anna: of 240 cells, 231 looked at, 9 changed. 231 seen, 9 changed"
    runs = visited.page.locator(".strip-cells .changed").evaluate_all(
        "nodes => nodes.map((n) => n.getAttribute('d').split('M').length - 1)"
    )
    assert runs == [9, 5, 9, 5, 3, 2]
    first = boxes(visited, ".strip-cells .changed")[5]
    assert first["left"] == pytest.approx(room["left"], abs=1)
    assert texts(visited, ".strip-legend li") == ["left alone", "looked at", "changed"]


def test_few_cells_show_what_stands_in_them(lab: Lab) -> None:
    visited = shown(lab, THREE, "phone")
    visited.press("ArrowRight")
    row = visited.page.locator(".strip-glyphs").first
    assert texts(visited, ".strip-row:first-child .strip-cell")[:3] == ["in", "g", "ing"]
    levels = row.locator(".strip-cell").evaluate_all("n => n.map((m) => m.dataset.level)")
    assert levels == ["2", "1", "1", "1", "1", "1"]
    named = "Anna: of 6 cells, 5 looked at, 1 changed. 5 seen, 1 changed"
    assert row.get_attribute("aria-label") == named
