"""Operation counts: bars on one scale, a table to a screen reader."""

import math

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.player.lab import Lab
from tests.browser.player.race_widgets.forms import SIX, TWO, Json, boxes, shown, texts
from tests.browser.player.runners import NAMES


@pytest.mark.parametrize("recording", [TWO, SIX], ids=["two", "six"])
def test_bars_have_one_log_scale(lab: Lab, recording: Json) -> None:
    visited = shown(lab, recording)
    visited.press("ArrowRight")
    widths = {
        lane: visited.page.locator(f".meter[data-lane={lane}] .fill").evaluate_all(
            "nodes => nodes.map((n) => n.getBoundingClientRect().width)"
        )
        for lane in ("r0", "r1")
    }
    feet = {"r0": 73678, "r1": 670}
    share = {lane: math.log1p(count) / math.log1p(99999) for lane, count in feet.items()}
    whole = widths["r0"][0] / share["r0"]
    assert widths["r1"][0] == pytest.approx(whole * share["r1"], abs=0.5)
    by_row = [math.log1p(count) / math.log1p(99999) for count in (670, 2188, 43, 2, 1)]
    assert widths["r1"] == pytest.approx([whole * each for each in by_row], abs=0.5)
    if recording is TWO:
        two_lanes_face_each_other(visited)
    else:
        meters_are_a_table_to_a_screen_reader(visited)


def two_lanes_face_each_other(visited: Visit) -> None:
    left, right = boxes(visited, ".meter-row[data-row=feet] .fill")
    title = boxes(visited, ".meter-row[data-row=feet] .meter-title")[0]
    assert title["left"] == pytest.approx(left["right"], abs=1)
    assert title["right"] == pytest.approx(right["left"], abs=1)
    assert title["width"] == pytest.approx(9 * 16, abs=1)
    assert left["height"] == pytest.approx(0.9 * 16, abs=0.5)
    row = ".meter-row[data-row=push] .meter"
    assert texts(visited, row) == ["no sledge", "43"]
    expect(visited.page.locator(f"{row} .fill"), "words take the bar's place").to_have_count(1)
    colours = visited.page.locator(".meter-row[data-row=feet] .fill").evaluate_all(
        "nodes => nodes.map((n) => [getComputedStyle(n).backgroundColor,"
        " getComputedStyle(n).backgroundImage.includes('gradient')])"
    )
    assert colours == [["rgb(184, 74, 0)", True], ["rgb(51, 65, 85)", False]]


def meters_are_a_table_to_a_screen_reader(visited: Visit) -> None:
    table = visited.page.get_by_role("table", name="Work at this stage")
    assert table.get_by_role("columnheader").all_inner_texts() == ["", *NAMES]
    row = table.get_by_role("row", name="steps taken")
    expect(row.get_by_role("cell")).to_have_count(6)
    assert texts(visited, ".meter-row[data-row=doors] .meter:nth-child(6)") == ["0"]
    bar = visited.page.locator(".meter-row[data-row=doors] .meter:nth-child(6) .fill")
    assert bar.evaluate("node => node.getBoundingClientRect().width") == 0
