"""Texts in parts: flow, pattern and bytes, of whatever they may be parts."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.player.bars import (
    KINDS,
    LINE,
    LINE_END,
    NOTES,
    codes,
    flow,
    item,
    mounted,
    note,
    pattern,
    recorded,
)
from tests.browser.player.lab import Lab

COUNTS = {"kinds": {"counts": {"0": 2, "1": 12345}}}
BOARD = recorded(flow("line", LINE), flow("ids", LINE, "ids"), pattern(), codes(), first=COUNTS)
HOSTILE = ["<img src=x onerror='window.left = 99'>", "a\u202eb", "e" + "\u0301" * 100]


def found(visited: Visit, selector: str) -> Locator:
    return visited.page.locator(f".player {selector}")


def at_lit(visited: Visit, widget: str) -> list[str]:
    """Positions, or where there is none kinds, that are lit in the widget."""
    nodes = found(visited, f"[data-widget={widget}] [data-linked]")
    said: list[str] = nodes.evaluate_all(
        "nodes => nodes.map(n => n.dataset.at ?? `kind ${n.dataset.kind}`)"
    )
    return sorted(said)


def focused(visited: Visit) -> dict[str, Any]:
    script = """() => {
      const node = document.getElementById("host").shadowRoot.activeElement;
      return { ...node?.dataset, name: node?.ariaLabel };
    }"""
    given: dict[str, Any] = visited.page.evaluate(script)
    return given


def test_pointing_at_a_token_lights_it_everywhere_and_its_kind(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    found(visited, "[data-style=text] [data-at='5']").hover(position={"x": 4, "y": 6})
    assert at_lit(visited, "flow") == ["5", "5"]
    assert at_lit(visited, "pattern") == ["kind 0"]
    found(visited, "[data-style=ids] [data-at='11']").hover()
    assert at_lit(visited, "flow") == ["11", "11"]
    assert at_lit(visited, "bytes") == ["11"]
    visited.page.mouse.move(1, 1)
    assert at_lit(visited, "flow") == at_lit(visited, "pattern") == []


def test_pointing_at_a_kind_lights_all_of_it(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    found(visited, ".alternative[data-kind='1']").hover()
    assert at_lit(visited, "flow") == sorted(["2", "11", "12"] * 2)
    assert at_lit(visited, "pattern") == ["kind 1"]


def test_what_holds_several_tokens_stands_for_them_all(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    found(visited, ".character .face").first.hover()
    assert at_lit(visited, "bytes") == ["11", "12"]
    assert at_lit(visited, "flow") == ["11", "11", "12", "12"]
    whole = found(visited, "[data-style=text] .whole")
    assert whole.inner_text() == "é"
    whole.hover()
    assert at_lit(visited, "flow") == ["11", "11", "12", "12"]
    held = found(visited, "[data-style=text] .held [data-token]")
    assert held.all_inner_texts() == ["C3", "A9"]
    assert held.nth(1).get_attribute("data-token") == "201"


def test_a_drawing_and_a_flow_light_each_other(lab: Lab) -> None:
    groups = [{"start": 0, "size": 5, "spans": []}]
    ribbon = {"id": "drawn", "kind": "ribbon", "groups": groups}
    slots = {"drawn": {"slots": {"0": [0, 2, ""], "2": [1, 3, ""]}}}
    step = {"drawn": {"slots": {"2": [1, 3, "merged"]}}}
    visited = lab(mounted(recorded(ribbon, flow("line", LINE), first=slots, patches=(step,))))
    found(visited, ".slot[data-at='2']").hover()
    assert at_lit(visited, "flow") == ["2"]
    found(visited, ".flow [data-at='0']").hover()
    assert at_lit(visited, "ribbon") == ["0"]
    visited.player().focus()
    visited.press("ArrowRight")
    visited.page.wait_for_timeout(100)
    assert at_lit(visited, "flow") == ["0"], "what is pointed at outlives a step"


def test_arrows_go_along_the_items(lab: Lab) -> None:
    visited = lab(mounted(recorded(flow("line", LINE), pattern(), patches=({},))))
    expect(found(visited, ".flow [tabindex='0']")).to_have_count(1)
    found(visited, ".flow-item").first.focus()
    assert focused(visited)["name"] == "Do, by alternative 1"
    visited.press("ArrowRight", "ArrowRight")
    assert focused(visited)["item"] == "2"
    assert at_lit(visited, "pattern") == ["kind 0"]
    visited.press("End")
    assert focused(visited)["name"] == "<fine>, id 900, from byte 13 on, special token"
    visited.press("ArrowRight", "Home", "ArrowLeft")
    assert focused(visited)["item"] == "0"
    found(visited, ".alternative").first.focus()
    visited.press("ArrowDown", "ArrowDown", "ArrowDown")
    assert focused(visited)["kind"] == "2"
    expect(found(visited, ".pattern [tabindex='0']")).to_have_count(1)
    assert visited.step() == 0, "no arrow reached the walk"


def test_line_ends_of_one_token_are_one_box_and_a_token_has_one_number(lab: Lab) -> None:
    tokens = [note(1, LINE_END, LINE_END), note(2, ["glyph", "Do"], LINE_END, ["space"])]
    line = [item(0, 0, kind=4), item(2, 1, kind=1)]
    visited = lab(mounted(recorded(flow("line", line), tokens=tokens)))
    ends = found(visited, "[data-style=text] [data-at='0']")
    expect(ends.locator(".run")).to_have_count(0)
    box = ends.bounding_box()
    assert box
    goes_on = found(visited, "[data-style=text] [data-at='2']")
    expect(goes_on.locator(".run")).to_have_count(2)
    expect(goes_on.locator("[data-number]")).to_have_count(1)
    lower = goes_on.locator(".run").first.bounding_box()
    assert lower
    assert lower["y"] > box["y"], "the line has ended all the same"


def test_a_line_ends_where_the_text_has_a_line_s_end(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    tops = [
        found(visited, f"[data-style=text] [data-at='{at}']").bounding_box() for at in (0, 2, 5)
    ]
    assert len({box["y"] for box in tops if box}) == 1
    runs = found(visited, "[data-style=text] [data-at='8'] .run")
    first, second = (runs.nth(place).bounding_box() for place in (0, 1))
    assert first
    assert second
    assert tops[0]
    assert tops[0]["y"] < first["y"] < second["y"]
    assert first["x"] == second["x"]


@pytest.mark.parametrize("style", ["text", "chips", "ids"])
def test_hostile_letters_stay_letters(lab: Lab, style: str) -> None:
    tokens = [note(500 + place, ["glyph", letters]) for place, letters in enumerate(HOSTILE)]
    tokens.append(note(600, ["glyph", "after"]))
    items = [item(10 * place, place) for place in range(4)]
    evil = {**pattern(), "alternatives": [{"code": HOSTILE[0], "note": ["x", {}], "kind": 0}]}
    board = recorded(flow("line", items, style), evil, tokens=tokens)
    visited = lab(mounted(board))
    expect(found(visited, "img")).to_have_count(0)
    assert visited.page.evaluate("window.left") == 0
    assert found(visited, "code").inner_text() == HOSTILE[0]
    if style == "ids":
        return
    assert found(visited, "[data-at='0']").inner_text().startswith(HOSTILE[0][:8])
    before, after = (found(visited, f"[data-at='{at}']").bounding_box() for at in (10, 30))
    assert before
    assert after
    assert before["height"] < 80
    assert abs(before["y"] - after["y"]) < 40 or after["x"] < before["x"]


def test_a_pattern_says_how_often_each_alternative_matched(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    rows = found(visited, ".alternative")
    assert [row.split("\n")[-1] for row in rows.all_inner_texts()] == ["2", "12,345", "0"]
    assert rows.locator("code").all_text_contents() == [code for code, _ in KINDS]
    assert [row.get_attribute("data-none") for row in rows.all()] == [None, None, ""]
    uncounted = lab(mounted(recorded(pattern())))
    expect(found(uncounted, "[data-column=matches]")).to_have_count(0)


def test_bytes_in_hex_and_in_decimal(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    assert found(visited, ".byte .value").all_inner_texts() == ["C3", "A9", "0A"]
    assert found(visited, ".byte .decimal").all_inner_texts() == ["195", "169", "10"]
    many = found(visited, ".character").evaluate_all("all => all.map(n => n.dataset.many)")
    assert many == ["", None]


def test_looks_and_lit_items_follow_the_step(lab: Lab) -> None:
    first = {"line": {"lit": [0], "looks": {"1": "differs"}}}
    patch = {"line": {"lit": [2, 3], "looks": {"1": None}}}
    visited = lab(mounted(recorded(flow("line", LINE), first=first, patches=(patch,))))

    def items(attribute: str) -> list[str]:
        script = f"all => all.filter(n => '{attribute}' in n.dataset).map(n => n.dataset.item)"
        return list(found(visited, ".flow-item").evaluate_all(script))

    assert (items("lit"), items("look")) == (["0"], ["1", "5"])
    visited.press("ArrowRight")
    assert (items("lit"), items("look")) == (["2", "3"], ["5"])


def test_a_long_text_scrolls_and_tells_where_it_was_cut(lab: Lab) -> None:
    items = [item(3 * place, place % 2, kind=place % 3) for place in range(4000)]
    more = ["bars.more", {"bars": 5}]
    visited = lab(mounted(recorded(flow("line", items, rows=4, more=more), pattern())))
    expect(found(visited, ".flow-item")).to_have_count(4000)
    box = found(visited, "[data-widget=flow] .scroller")
    assert box.evaluate("node => node.clientHeight") < 250
    assert box.get_attribute("tabindex") == "0"
    assert box.get_attribute("aria-label") == "The line"
    assert box.inner_text().endswith("and 5 bars more")
    found(visited, ".flow-item").first.focus()
    visited.press("End")
    assert focused(visited)["item"] == "3999"
    assert box.evaluate("node => node.scrollTop") > 500
    found(visited, ".alternative").first.hover()
    expect(found(visited, ".flow [data-linked]")).to_have_count(1334)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_has_room_for_long_alternatives(lab: Lab, language: str) -> None:
    code = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    code += "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    rows = [{"code": each, "note": ["bars.long", {}], "kind": 0} for each in (code, "x" * 300)]
    long = note(301, ["glyph", "x" * 300])
    widgets = [flow(style, LINE, style) for style in ("text", "chips", "ids")]
    board = recorded(*widgets, {**pattern(), "alternatives": rows}, codes(), first=COUNTS)
    board = {**board, "tokens": [NOTES[0], long, *NOTES[2:]]}
    visited = lab(mounted(board, language), viewport={"width": 390, "height": 844})
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390
    for box in found(visited, ":is(.bit, .alternative, .character)").all():
        bounds = box.bounding_box()
        assert bounds
        assert bounds["x"] + bounds["width"] <= 390
    assert found(visited, "code").first.text_content() == code
