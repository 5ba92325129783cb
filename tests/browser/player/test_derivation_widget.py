"""The tree draws a sum put together by precedence, of which it has not heard."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import at_rest
from tests.browser.player.in_view import comes_into_view
from tests.browser.player.lab import Lab, assert_failing, downloaded
from tests.browser.player.sums import DEEP, LONG, SUM, Json, mounted

PHONE = {"viewport": {"width": 390, "height": 844}}


def nodes(visited: Visit) -> list[str]:
    """The tree's nodes as they are named to screen readers."""
    drawn = visited.page.locator(".derivation .node")
    return list(drawn.evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))"))


def roots(visited: Visit) -> list[str]:
    """The tree's slots: "position token < neighbour > neighbour", from left to right."""
    told: list[str] = visited.page.locator(".derivation [data-token]").evaluate_all(
        """nodes => nodes.map(({ dataset }) => dataset).sort((one, other) => one.at - other.at)
          .map(({ at, token, prev, next }) => `${at}:${token} <${prev} >${next}`)"""
    )
    return told


def linked(visited: Visit) -> dict[str, list[str]]:
    """Positions lit in the tree, pairs lit in the ranks."""
    script = "nodes => nodes.map(n => n.dataset.at ?? n.dataset.pair)"
    tree = visited.page.locator(".derivation [data-linked]").evaluate_all(script)
    rows = visited.page.locator(".rank-row[data-linked]").evaluate_all(script)
    return {"tree": sorted(tree), "ranks": rows}


def test_nodes_come_when_they_are_made_and_go_when_going_back(lab: Lab) -> None:
    visited = lab(mounted(SUM))
    rows_stand_equally_far_apart(visited)
    assert nodes(visited) == []
    assert roots(visited)[:2] == ["0:300 <None >1", "1:301 <0 >2"]
    assert len(roots(visited)) == 8
    visited.press("ArrowRight")
    node = visited.page.locator(".derivation .node")
    assert nodes(visited) == ["×, made of C3 and 97, rank 0"]
    assert node.get_attribute("data-look") == "forming"
    assert len(roots(visited)) == 8, "what is forming is no token yet"
    edges_lead_to_the_ports_of_their_bytes(visited)
    visited.press("ArrowRight")
    assert node.get_attribute("data-look") == "merged"
    assert len(roots(visited)) == 7
    assert "1:308 <0 >3" in roots(visited)
    visited.press("End")
    assert len(nodes(visited)) == 7
    assert nodes(visited)[-1].startswith("2×3+4², made of ")
    assert len(roots(visited)) == 1
    assert roots(visited)[0].endswith(" <None >None")
    no_node_covers_another(visited)
    expect(visited.page.locator(".derivation .step text")).to_have_count(0)
    visited.press("ArrowLeft", "ArrowLeft")
    assert len(nodes(visited)) == 6
    visited.press("Home")
    assert nodes(visited) == []
    expect(visited.page.locator(".derivation .edges path")).to_have_count(0)
    expect(visited.page.locator(".tree-box[tabindex]")).to_have_count(0)


def rows_stand_equally_far_apart(visited: Visit) -> None:
    """No row tells by its place what is joined in it, not even before it is seen."""
    lines = visited.page.locator(".derivation .level")
    rows = lines.evaluate_all("lines => lines.map((line) => line.getBBox().y)")
    assert len(rows) == 7
    assert {low - high for low, high in pairwise(rows)} == {rows[0] - rows[1]}


def edges_lead_to_the_ports_of_their_bytes(visited: Visit) -> None:
    ends = visited.page.locator(".derivation .edges path").evaluate_all(
        "paths => paths.map(p => p.getPointAtLength(p.getTotalLength()).x)"
    )
    ports = visited.page.locator(".derivation .port").evaluate_all(
        "ports => ports.slice(0, 2).map(p => p.cx.baseVal.value)"
    )
    assert ends == pytest.approx(ports, abs=0.5)
    assert visited.page.locator(".derivation .wide").count() == 2, "× and ² have two bytes each"


def no_node_covers_another(visited: Visit) -> None:
    covered = visited.page.locator(".derivation").evaluate(
        """drawing => {
          const boxes = [...drawing.querySelectorAll(".node .body, .leaf .glyph .body")]
            .map((node) => node.getBoundingClientRect());
          const covers = (a, b) =>
            a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
          return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => covers(a, b)))
            .length;
        }"""
    )
    assert covered == 0


# The layout of every step, read in one go: a key's way from here to the page takes longer.
LAYOUTS = """async (player, steps) => {
  const layouts = [];
  for (let step = 0; step <= steps; step++) {
    layouts.push({
      heights: [...player.querySelectorAll(".panel")]
        .map((panel) => panel.getBoundingClientRect().height),
      page: scrollY,
      nodes: [...player.querySelectorAll(".derivation .node")]
        .map((node) => [node.dataset.node, node.getAttribute("transform")]),
    });
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  return layouts;
}"""


@pytest.mark.parametrize(
    ("walk", "screen"),
    [
        (SUM, PHONE),
        (DEEP, {}),
        pytest.param(SUM, {}, marks=pytest.mark.slow),
        pytest.param(DEEP, PHONE, marks=pytest.mark.slow),
    ],
    ids=["by step, phone", "by depth, laptop", "by step, laptop", "by depth, phone"],
)
def test_nothing_jumps(lab: Lab, walk: Json, screen: Json) -> None:
    visited = lab(mounted(walk), **screen)
    seen: Json = visited.player().evaluate(LAYOUTS, len(walk["steps"]) - 1)
    assert visited.step() == len(walk["steps"]) - 1
    first, *others = seen
    stands: dict[str, str] = {}
    for layout in others:
        assert layout["heights"] == first["heights"]
        assert layout["page"] == 0
        for number, transform in layout["nodes"]:
            assert stands.setdefault(number, transform) == transform


def test_of_many_steps_each_node_tells_its_own_and_the_tree_is_the_picture(
    lab: Lab,
) -> None:
    visited = lab(mounted(LONG, step=20), reduced_motion="reduce")
    at_rest(visited)
    the_tree_is_the_picture(visited)
    visited.press("End")
    no_node_covers_another(visited)
    tags = visited.page.locator(".derivation .step").all_text_contents()
    assert tags == [str(step) for step in range(1, len(tags) + 1)]
    labels = visited.page.locator(".derivation .labels text")
    assert labels.all_text_contents() == [f"merge {len(tags)}", "characters", "bytes"]


def the_tree_is_the_picture(visited: Visit) -> None:
    source = Path(downloaded(visited, "save_svg").path()).read_text("utf-8")
    words = "".join(ElementTree.fromstring(source).itertext())
    assert "merge 10" in words
    assert "oklch" not in source
    assert "translateX" not in source, "the rows' names stand where they stand unscrolled"
    visited.player().focus()


def test_pointing_at_a_pair_lights_its_roots_and_back(lab: Lab) -> None:
    visited = lab(mounted(SUM))
    visited.press("ArrowRight")
    row = visited.page.locator(".rank-row[data-look=chosen]")
    pair = row.get_attribute("data-pair")
    assert pair
    row.hover()
    assert linked(visited) == {"tree": ["1", "1,2", "2"], "ranks": [pair]}, "and the node to be"
    visited.page.locator(".derivation [data-at='1'] .hex").hover()
    assert linked(visited) == {"tree": ["1", "1,2"], "ranks": [pair]}
    visited.page.locator(".track").nth(0).locator("[data-at='1']").hover()
    assert linked(visited)["tree"] == ["1", "1,2"]
    visited.page.mouse.move(2, 2)
    assert linked(visited) == {"tree": [], "ranks": []}
    visited.player().focus()
    visited.press("End")
    visited.page.locator(".derivation [data-node='0']").hover()
    assert linked(visited)["ranks"] == ["1,2"], "a made node lights the pair that it was"


def test_a_phone_draws_full_size_and_scrolls(lab: Lab) -> None:
    visited = lab(mounted(LONG), **PHONE, reduced_motion="reduce")
    page = visited.page
    for keys in (["ArrowRight"] * 3, ["ArrowRight"] * 9, ["Home", "ArrowRight"]):
        visited.press(*keys)
        node = page.locator(".node:is([data-look=forming], [data-look=merged]) .body")
        assert comes_into_view(visited, page.locator(".tree-box"), node)
    columns = page.locator(".leaf .hex > .body").evaluate_all(
        "nodes => nodes.slice(0, 2).map(n => n.getBoundingClientRect().x)"
    )
    assert columns[1] - columns[0] == pytest.approx(66, abs=0.5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    starts = page.locator(".rule-lane .chip[data-at='0']").evaluate_all(
        "nodes => nodes.map(n => n.getBoundingClientRect().x)"
    )
    page.locator(".rule-lanes").evaluate("node => (node.scrollLeft = 100)")
    moved = page.locator(".rule-lane .chip[data-at='0']").evaluate_all(
        "nodes => nodes.map(n => n.getBoundingClientRect().x)"
    )
    shift = [before - after for before, after in zip(starts, moved, strict=True)]
    assert shift[0] == shift[1] != 0, "all lanes scroll together"
    arrows_scroll_what_tab_has_reached_and_step_after_a_click(visited)


def arrows_scroll_what_tab_has_reached_and_step_after_a_click(visited: Visit) -> None:
    visited.press("Home")
    box = visited.page.locator(".tree-box")
    assert box.get_attribute("role") == "group"
    box.evaluate("node => (node.scrollLeft = 0)")
    box.focus()
    visited.press("ArrowRight")
    assert visited.step() == 0
    box.evaluate("node => node.scrollLeft || new Promise((seen) => (node.onscroll = seen))")
    visited.player().focus()
    box.click()
    visited.press("ArrowRight")
    assert visited.step() == 1


@pytest.mark.parametrize("still", [True, False])
def test_a_new_node_moves_for_a_moment_unless_motion_is_unwanted(lab: Lab, still: bool) -> None:
    visited = lab(mounted(SUM), reduced_motion="reduce" if still else "no-preference")
    visited.page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          window.moved = [];
          Element.prototype.animate = function (frames, { duration }) {
            window.moved.push(duration);
            return animate.apply(this, arguments);
          };
        }"""
    )
    visited.press("ArrowRight")
    assert visited.page.evaluate("window.moved") == ([] if still else [200, 200]), "edges, node"
    visited.press("ArrowRight", "End")
    assert len(visited.page.evaluate("window.moved")) in (0, 2), (
        "what is there stays; so in a jump"
    )


NONSENSE: tuple[Json, ...] = (
    {"tree": {"nodes": {"0": {"parts": ["n0", "b1"]}}}},
    {"tree": {"nodes": {"0": {"parts": ["n9", "b1"]}}}},
    {"tree": {"nodes": {"0": {"parts": ["b1", "b99"]}}}},
    {"tree": {"nodes": {"0": {"parts": "nonsense"}}}},
    {"tree": {"nodes": {"0": {"at": -1}}}},
    {"tree": {"nodes": {"0": {"size": 10**9}}}},
    {"tree": {"nodes": {"0": {"level": 10**9}}}},
    {"tree": {"roots": ["constructor"]}},
    {"ranks": {"blocks": [{"rows": [{"pair": 7}]}]}},
    {"lanes": {"lanes": {"rule": {"slots": {"0": [0, 99, ""]}}}}},
    {"lanes": {"lanes": {"rule": {"slots": {"x": [0, 1, ""]}}}}},
)
NOTHING: tuple[Json, ...] = (
    {"bytes": []},
    {"bytes": 7},
    {"levels": "many"},
    {"characters": [{"at": 7, "size": 9}]},
)


def test_nonsense_and_a_tree_over_nothing_end_in_a_message(lab: Lab) -> None:
    visited = lab(mounted(SUM))
    for patch in NONSENSE:
        steps = [*SUM["steps"]]
        merged = {**steps[1]["patch"]}
        for name, change in patch.items():
            merged[name] = _over(merged.get(name, {}), change)
        steps[1] = {**steps[1], "patch": merged}
        broken = mounted({**SUM, "id": json.dumps(patch), "steps": steps})
        assert_failing(visited, broken, mounted(SUM), "ArrowRight")
    for static in NOTHING:
        widgets = [
            {**each, **(static if each["id"] == "tree" else {})} for each in SUM["widgets"]
        ]
        broken = mounted({**SUM, "id": json.dumps(static), "widgets": widgets})
        assert_failing(visited, broken, mounted(SUM))


def _over(value: Any, change: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(change, dict):
        return change
    return value | {name: _over(value.get(name), each) for name, each in change.items()}
