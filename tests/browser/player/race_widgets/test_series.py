"""The chart of a walk: its cursor, ticks, dots and ends."""

import math

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.player.lab import Lab
from tests.browser.player.race_widgets.forms import SIX, TWO, Json, boxes, shown, texts
from tests.browser.player.runners import clock, mounted, race


def test_a_chart_behind_a_tab_is_drawn_when_it_is_chosen(lab: Lab) -> None:
    beside = {"stage": ["cells"], "columns": [["work"], ["time"]]}
    visited = shown(lab, {**TWO, "id": "tabs", "layout": beside}, "phone")
    visited.press("ArrowRight")
    expect(visited.page.locator(".chart")).to_be_hidden()
    visited.page.get_by_role("tab", name="Time so far, by stage").click()
    expect(visited.page.locator(".chart .curve")).to_have_count(2)
    assert visited.page.locator(".chart .cursor .at").text_content() == "0"


def plot(visited: Visit) -> Json:
    """Where the chart's axes lie on the screen."""
    found: Json = visited.page.locator(".chart").evaluate(
        """chart => {
          const lines = [...chart.querySelectorAll(".grid line")]
            .map((line) => line.getBoundingClientRect());
          const words = [...chart.querySelectorAll(".y-tick")].map((text) => text.textContent);
          return { left: lines[0].left, right: lines[0].right, words,
            ys: lines.map((line) => line.top) };
        }"""
    )
    return found


def test_the_cursor_and_its_marks_stand_where_the_numbers_say(lab: Lab) -> None:
    visited = shown(lab, TWO)
    assert visited.page.locator(".chart .cursor").get_attribute("visibility") == "hidden"
    visited.press(*["ArrowRight"] * 9)
    axes = plot(visited)
    assert axes["words"] == ["0.01", "0.1", "1", "10", "100"]
    cursor = boxes(visited, ".chart .cursor .at")[0]
    x = axes["left"] + (axes["right"] - axes["left"]) * 8 / 26
    assert cursor["left"] + cursor["width"] / 2 == pytest.approx(x, abs=1)
    assert visited.page.locator(".chart .cursor .at").text_content() == "8"
    decade = (axes["ys"][0] - axes["ys"][-1]) / 4
    for lane, shape in enumerate(("circle", "square")):
        mark = boxes(visited, f".chart .lane-mark[data-lane=r{lane}][data-mark={shape}]")[0]
        y = axes["ys"][0] - decade * (math.log10(clock(lane, 8)) + 2)
        assert mark["top"] + mark["height"] / 2 == pytest.approx(y, abs=1)
        assert mark["left"] + mark["width"] / 2 == pytest.approx(x, abs=1)
    ticks = visited.page.locator(".chart .x-tick:not([visibility=hidden])")
    assert ticks.all_text_contents() == ["0", "5", "10", "15", "20", "26"]
    visited.press("ArrowRight", "ArrowRight")
    assert "10" not in ticks.all_text_contents(), "the cursor's number takes its place"


@pytest.mark.parametrize(("stages", "ticks"), [(2, ["0", "1"]), (4, ["0", "1", "2", "3"])])
def test_few_stages_have_whole_numbers(lab: Lab, stages: int, ticks: list[str]) -> None:
    visited = shown(lab, race(2, stages))
    assert visited.page.locator(".chart .x-tick").all_text_contents() == ticks


def test_few_points_have_their_dots(lab: Lab) -> None:
    recording = race(2)
    lines = recording["widgets"][2]["lines"]
    lines["r1"]["points"] = lines["r1"]["points"][::2]
    visited = shown(lab, {**recording, "id": "dots"})
    dots = visited.page.locator(".chart .dot")
    assert dots.evaluate_all("all => all.map(n => n.dataset.mark)") == ["square"] * 14
    axes = plot(visited)
    middles = [box["left"] + box["width"] / 2 for box in boxes(visited, ".chart .dot")]
    wide = axes["right"] - axes["left"]
    expected = [axes["left"] + wide * stage / 26 for stage in range(0, 27, 2)]
    assert middles == pytest.approx(expected, abs=1)


def test_a_line_that_was_cut_goes_on_dashed(lab: Lab) -> None:
    visited = shown(lab, SIX)
    axes = plot(visited)
    cut = boxes(visited, ".chart .curve[data-lane=r0]")[0]
    beyond = boxes(visited, ".chart .beyond")
    assert len(beyond) == 1
    assert cut["right"] == pytest.approx(
        axes["left"] + (axes["right"] - axes["left"]) * 13 / 26, abs=2
    )
    assert beyond[0]["right"] == pytest.approx(axes["right"], abs=2)
    dashes = visited.page.locator(".chart .curve").evaluate_all(
        "nodes => nodes.map((n) => n.getAttribute('stroke-dasharray'))"
    )
    assert dashes == ["6 3", None, "2 3", "10 3 2 3", None, "4 2"]


def test_the_chart_says_where_its_lines_end(lab: Lab) -> None:
    visited = shown(lab, TWO)
    chart = visited.page.get_by_role(
        "img", name="Time so far, by stage. Anna: 3.26 s. Bilal + sledge: 0.69 s."
    )
    expect(chart).to_have_count(1)
    assert texts(visited, ".series-foot")[0].startswith("Measured, not simulated: 133,027 m")
    chinese = lab(mounted(TWO, "zh"))
    name = "Time so far, by stage。Anna：3.26 s。 Bilal + sledge：0.69 s。"
    assert chinese.page.locator(".chart").get_attribute("aria-label") == name
