"""Lattice and states draw a journey and a week of weather, of which they have not heard."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults
from tests.browser.player.lab import Lab, assert_failing, downloaded
from tests.browser.player.roads import RIDES, Json, mounted, roads, week

ROADS, WEEK = roads(), week()
PHONE: Json = {"viewport": {"width": 390, "height": 844}}
CALM: Json = {"reduced_motion": "reduce"}
LINE = 4  # pixels; a text's box is higher than its letters
BOXES = "all => all.map((n) => n.getBoundingClientRect().toJSON()).filter((box) => box.width)"


def boxes(visited: Visit, selector: str) -> list[Json]:
    found: list[Json] = visited.page.locator(selector).evaluate_all(BOXES)
    return found


def meet(one: Json, other: Json, slack: float = 0.5) -> bool:
    return bool(
        one["left"] < other["right"] - 0.5
        and other["left"] < one["right"] - 0.5
        and one["top"] < other["bottom"] - slack
        and other["top"] < one["bottom"] - slack
    )


def looks(visited: Visit, selector: str = ".lattice .arc") -> dict[str, str]:
    found: dict[str, str] = visited.page.locator(selector).evaluate_all(
        """all => Object.fromEntries(all.map(({ dataset: d }) =>
          [`${d.from}-${d.to}`, d.look ?? ""]))"""
    )
    return found


def knots(visited: Visit) -> list[list[str]]:
    script = """all => all.map((n) => [n.querySelector(".score").textContent,
      n.querySelector(".from").textContent, n.dataset.look ?? ""])"""
    told: list[list[str]] = visited.page.locator(".lattice .knot").evaluate_all(script)
    return told


class TestLattice:
    def test_arcs_come_when_they_are_met_and_end_in_the_cheapest_way(self, lab: Lab) -> None:
        visited = lab(mounted(ROADS), **CALM)
        assert looks(visited) == {}
        visited.press("ArrowRight")
        assert looks(visited) == {"0-1": "now"}
        visited.press("ArrowRight")
        assert looks(visited) == {"0-1": "best", "0-3": "now"}
        assert_no_motion(visited)
        visited.press("End")
        assert len(looks(visited)) == len(RIDES)
        the_end_shows_the_cheapest_way_and_how_it_was_reached(visited)
        no_line_runs_over_a_label(visited)
        arcs_at_one_node_do_not_cross(visited)
        each_arc_says_what_it_is(visited)
        visited.press("Home")
        assert looks(visited) == {}

    @pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
    def test_nothing_moves_from_step_to_step_and_no_label_covers_another(
        self, lab: Lab, screen: Json
    ) -> None:
        visited = lab(mounted(ROADS), **CALM, **screen)
        stands: dict[str, str] = {}
        heights = set()
        for _ in ROADS["steps"][1:]:
            visited.press("ArrowRight")
            drawn: dict[str, str] = visited.page.locator(".lattice .arc").evaluate_all(
                """all => Object.fromEntries(all.map((n) =>
                  [n.dataset.arc, n.firstChild.getAttribute("d")]))"""
            )
            for number, path in drawn.items():
                assert stands.setdefault(number, path) == path
            lattice = visited.page.locator(".lattice")
            heights.add(lattice.evaluate("node => node.getBoundingClientRect().height"))
        assert len(heights) == 1
        no_label_covers_another_nor_a_node(visited)


def no_label_covers_another_nor_a_node(visited: Visit) -> None:
    plates = boxes(visited, ".lattice .plaque .plate")
    circles = boxes(visited, ".lattice .knot circle")
    assert len(plates) == len(RIDES)
    for place, one in enumerate(plates):
        others = [*plates[place + 1 :], *circles]
        assert not any(meet(one, other) for other in others)
    scores = boxes(visited, ".lattice .knot .score")
    assert not any(meet(a, b) for k, a in enumerate(scores) for b in scores[k + 1 :])


def the_end_shows_the_cheapest_way_and_how_it_was_reached(visited: Visit) -> None:
    chosen = [way for way, look in looks(visited).items() if look == "chosen"]
    assert sorted(chosen) == ["0-1", "1-4", "4-7", "7-9"]
    told = knots(visited)
    assert told[9] == ["28.0", "← 7", "path"]
    assert [at for at, knot in enumerate(told) if knot[2] == "path"] == [0, 1, 4, 7, 9]


def no_line_runs_over_a_label(visited: Visit) -> None:
    order = visited.page.locator(".lattice").evaluate(
        "drawing => [...drawing.children].map((n) => n.getAttribute('class'))"
    )
    assert order.index("lines") < order.index("plaques")


def arcs_at_one_node_do_not_cross(visited: Visit) -> None:
    legs: list[list[float]] = visited.page.locator(".lattice .arc path.body").evaluate_all(
        """all => all.map((path) => {
          const box = path.getBBox();
          return [Number(path.parentNode.dataset.from), Number(path.parentNode.dataset.to),
            box.x, box.x + box.width, box.y];
        })"""
    )
    for one in legs:
        for other in legs:
            if one[0] == other[0] and one[4] < other[4]:
                assert one[2] < other[2], "the higher arc starts nearer to the node"
            if one[1] == other[1] and one[4] < other[4]:
                assert one[3] > other[3], "and ends nearer to it"


def each_arc_says_what_it_is(visited: Visit) -> None:
    names = visited.page.locator(".lattice .plaque").evaluate_all(
        "all => all.map((n) => n.getAttribute('aria-label'))"
    )
    assert "barge, from 1 to 4, 7.0. chosen" in names
    assert "from 0 to 1, 9.5. chosen" in names


def assert_no_motion(visited: Visit) -> None:
    """Reduced motion is honoured."""
    moving = visited.page.evaluate(
        "document.getElementById('host').shadowRoot.getAnimations().length"
    )
    assert moving == 0


class TestStates:
    def test_cells_fill_a_column_at_a_time_and_end_in_the_way_back(self, lab: Lab) -> None:
        visited = lab(mounted(WEEK), **CALM)
        expect(visited.page.locator(".state-grid .cell[data-known]")).to_have_count(0)
        visited.press("ArrowRight", "ArrowRight")
        known = visited.page.locator(".state-grid .cell[data-known]")
        expect(known).to_have_count(6)
        assert known.first.locator(".score").text_content() == "−0.0"
        ways = visited.page.locator(".state-grid .ways path")
        expect(ways, "none into the first").to_have_count(3)
        assert_no_motion(visited)
        visited.press("End")
        the_way_back_is_in_colour_with_its_cuts(visited)
        what_is_not_allowed_is_hatched(visited)
        texts_keep_apart(visited)

    def test_a_phone_scrolls_to_the_column_at_work(self, lab: Lab) -> None:
        visited = lab(mounted(WEEK), **CALM, **PHONE)
        visited.press(*["ArrowRight"] * 9)
        band = visited.page.locator(".state-grid .band rect")
        for _ in range(40):
            box = band.bounding_box()
            if box and box["x"] >= 0 and box["x"] + box["width"] <= 391:
                break
            visited.page.wait_for_timeout(50)
        else:
            pytest.fail(f"the column is out of sight: {box}")
        names = visited.page.locator(".state-grid .labels text").first.bounding_box()
        assert names
        assert names["x"] < 40, "the names of the states stay"
        visited.press("End")
        texts_keep_apart(visited)


def the_way_back_is_in_colour_with_its_cuts(visited: Visit) -> None:
    page = visited.page
    expect(page.locator(".state-grid .cell[data-look=path]")).to_have_count(9)
    expect(page.locator(".state-grid .ways [data-look=path]")).to_have_count(8)
    drawn = page.locator(".state-grid .cut")
    cuts = drawn.evaluate_all("all => all.map((n) => n.dataset.cut)")
    assert sorted(cuts) == ["0", "3", "4", "7", "8"]
    expect(page.locator(".state-grid .piece")).to_have_count(5)


def what_is_not_allowed_is_hatched(visited: Visit) -> None:
    barred = visited.page.locator(".state-grid .cell[data-look=barred]")
    expect(barred).to_have_count(1)
    assert barred.locator(".hatch").evaluate("n => getComputedStyle(n).display") == "inline"
    assert barred.get_attribute("aria-label") == "place 2, snow: not allowed"


def texts_keep_apart(visited: Visit) -> None:
    texts = boxes(visited, ".state-grid .cell text")
    pairs = combinations(texts, 2)
    assert not any(meet(one, other, LINE) for one, other in pairs)


@pytest.mark.parametrize("recording", [ROADS, WEEK], ids=["lattice", "states"])
class TestBoth:
    def test_it_is_without_serious_faults_and_its_picture_holds_the_drawing(
        self, lab: Lab, recording: Json, tmp_path: Path
    ) -> None:
        visited = lab(mounted(recording), **CALM)
        visited.press("End")
        for present in (False, True):
            again = mounted(recording, present=present)
            visited.page.evaluate("data => window.remount(data)", again)
            faults = serious_faults(visited)
            # The bare page of these tests has neither a language nor a title of its own.
            assert [fault for fault in faults if "html" not in fault.split(":")[0]] == []
            if not present:
                assert_picture_of(visited, tmp_path / "step.svg")


def assert_picture_of(visited: Visit, path: Path) -> None:
    downloaded(visited, "save_svg").save_as(path)
    root = ElementTree.parse(path).getroot()
    words = "".join(root.itertext())
    assert "bay" in words
    assert "class" not in {name for each in root.iter() for name in each.attrib}


def test_hostile_numbers_end_in_a_message(lab: Lab) -> None:
    visited = lab(mounted(ROADS))
    for recording in (ROADS, WEEK):
        bad: Any = json.loads(json.dumps(recording))
        bad["id"] += " bad"
        bad["widgets"][0]["size"] = 10**9
        assert_failing(visited, mounted(bad), mounted(ROADS))
