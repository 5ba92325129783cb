"""What a race shows finds its room: nothing overlaps, jumps or is lost."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults
from tests.browser.player.lab import Lab
from tests.browser.player.race_widgets.forms import (
    FORMS,
    LOOKED_AT,
    RACES,
    TWO,
    Json,
    boxes,
    shown,
    texts,
)
from tests.browser.player.runners import NAMES, clock, race, stamp

# A text's box is higher than its letters: lines of text may share a fifth of it.
OVERLAPS = """boxes => boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
  a.right > b.left + 0.5 && b.right > a.left + 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      > Math.min(a.height, b.height) / 5)).length"""


def overlaps(visited: Visit, selector: str) -> int:
    return int(visited.page.evaluate(OVERLAPS, boxes(visited, selector)))


GROUPS = (
    ".chart text:not(.halo, [visibility=hidden])",
    ".side-name, .figure, .side-say, .versus-middle",
    ".strip-name, .strip-room, .strip-say, .strip-legend",
    ".meter-title, .meter > b, .meter > .fill, .meter > .without, .meter-of",
    ".series-key li",
)


@pytest.mark.parametrize(("name", "form"), LOOKED_AT)
def test_every_form_shows_who_did_what_and_nothing_overlaps_or_jumps(
    lab: Lab, name: str, form: str
) -> None:
    visited = shown(lab, RACES[name], form)
    boxes_of_panels = panels_and_rows(visited)
    visited.press("ArrowRight")
    assert_who_did_what(visited, RACES[name], form)
    assert panels_and_rows(visited) == boxes_of_panels
    if name == "two" and form != "phone":
        assert_one_screen_holds_it(visited, form)
    nothing_overlaps(visited)
    visited.press("End")
    nothing_overlaps(visited)
    assert panels_and_rows(visited) == boxes_of_panels
    visited.press("Home")
    assert panels_and_rows(visited) == boxes_of_panels
    visited.press("ArrowRight", "ArrowRight")
    visited.page.locator(".badge-text[data-look=same]").wait_for()
    # The bare page of these tests has neither a language nor a title of its own.
    faults = serious_faults(visited) if name != "three" else []
    assert [fault for fault in faults if "html" not in fault.split(":")[0]] == []


def panels_and_rows(visited: Visit) -> Json:
    """Where all that may not jump stands."""
    parts = visited.page.locator(".panel, .side, .verdict, .meter-row, .strip-row")
    script = "nodes => nodes.map((n) => { const b = n.getBoundingClientRect();"
    script += " return [b.top + scrollY, b.height]; })"
    tops: Json = parts.evaluate_all(script)
    return tops


def nothing_overlaps(visited: Visit) -> None:
    for group in GROUPS:
        assert overlaps(visited, f".player :is({group})") == 0, group


def assert_one_screen_holds_it(visited: Visit, form: str) -> None:
    foot = boxes(visited, ".series-foot")[0]
    transport = boxes(visited, ".transport")[0]
    assert foot["bottom"] <= transport["top"] + 1
    assert transport["bottom"] <= FORMS[form][0]["viewport"]["height"]


def assert_who_did_what(visited: Visit, recording: Json, form: str) -> None:
    lanes = len(recording["widgets"][0]["lanes"])
    assert texts(visited, ".made:not(.sizer) .chip") == ["in", "g", "ing"]
    assert texts(visited, ".made:not(.sizer) .made-sign") == ["+", "→"]
    assert texts(visited, ".badge-text") == ["✓ identical stamps 0–0".replace(" ", "\n", 1)]
    assert texts(visited, ".side-name") == list(NAMES[:lanes])
    figures = texts(visited, ".figure > p:not(.sizer)")
    assert figures == [f"{clock(lane, 0):.3f} s" for lane in range(lanes)]
    expect(visited.page.locator(".strip-row")).to_have_count(lanes)
    expect(visited.page.locator(".player .failed")).to_have_count(0)
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= FORMS[form][0]["viewport"]["width"]
    the_merge_is_the_largest_thing(visited, form)


def the_merge_is_the_largest_thing(visited: Visit, form: str) -> None:
    rem = 24 if "present" in form else 16
    chips = boxes(visited, ".made:not(.sizer) .chip")
    assert [chip["height"] for chip in chips] == pytest.approx([3 * rem] * 3, abs=1)
    assert len({chip["top"] for chip in chips}) == 1, "in one line"
    assert max(box["height"] for box in boxes(visited, ".figure")) < chips[0]["height"]


@pytest.mark.parametrize(("lanes", "tight"), [(2, 0), (6, 1)])
def test_half_a_width_is_enough(lab: Lab, lanes: int, tight: int) -> None:
    beside = {"stage": ["hero"], "columns": [["work"], ["cells", "time"]]}
    visited = shown(lab, {**race(lanes), "id": f"beside {lanes}", "layout": beside})
    visited.press("ArrowRight")
    nothing_overlaps(visited)
    expect(visited.page.locator(".meters[data-tight]")).to_have_count(tight)
    strip, row = boxes(visited, ".strip-room")[0], boxes(visited, ".strip-row")[0]
    full = strip["width"] == pytest.approx(row["width"], abs=1)
    assert full == (lanes == 2), "few lanes have their strips below their names"
    for bar in boxes(visited, ".meter .fill"):
        assert bar["right"] <= boxes(visited, ".meters")[0]["right"] + 1


@pytest.mark.parametrize("lanes", [2, 4])
def test_a_phone_shows_all_of_a_race_below_each_other(lab: Lab, lanes: int) -> None:
    beside = {"stage": ["hero"], "columns": [["work"], ["cells", "time"]]}
    visited = shown(lab, {**race(lanes), "id": f"down {lanes}", "layout": beside}, "phone")
    visited.press("ArrowRight")
    expect(visited.page.get_by_role("tab")).to_have_count(0)
    kinds = ("versus", "meters", "series", "strips")
    places = [boxes(visited, f".panel[data-widget={kind}]")[0] for kind in kinds]
    for above, below in itertools.pairwise(places):
        assert above["bottom"] <= below["top"], "merge, lanes, meters, chart, places"
    assert all(place["height"] > 0 for place in places)
    expect(visited.page.locator(".chart .curve").first).to_be_visible()


@pytest.mark.parametrize(
    ("lanes", "form"), [(2, "light"), (2, "phone"), (4, "present"), (4, "phone")]
)
def test_long_tokens_make_the_merge_smaller(lab: Lab, lanes: int, form: str) -> None:
    recording = race(lanes)
    words = ("interchange", "ability and", "interchangeability and")
    tokens = [stamp(place, word) for place, word in enumerate(words)]
    recording |= {"id": f"long {lanes}", "tokens": [*tokens, *recording["tokens"][3:]]}
    visited = shown(lab, recording, form)
    visited.press("ArrowRight")
    hero = boxes(visited, ".stage")[0]
    before = boxes(visited, ".versus")[0]["height"]
    chips = boxes(visited, ".made:not(.sizer) .chip")
    rem = 24 if "present" in form else 16
    assert 1.6 * rem < chips[0]["height"] < 2.9 * rem
    assert (len({chip["top"] for chip in chips}) == 1) == (form != "phone")
    assert all(hero["left"] < c["left"] and c["right"] < hero["right"] for c in chips)
    assert overlaps(visited, ".made:not(.sizer) .chip, .badge-text, .side") == 0
    visited.press("ArrowRight")
    assert boxes(visited, ".made:not(.sizer) .chip")[0]["height"] == pytest.approx(
        3 * rem, abs=1
    )
    assert boxes(visited, ".versus")[0]["height"] == before


@pytest.mark.parametrize("form", ["light", "present"])
def test_four_lanes_are_low(lab: Lab, form: str) -> None:
    beside = {"stage": ["hero"], "columns": [["work"], ["cells", "time"]]}
    visited = shown(lab, {**race(4), "id": "four", "layout": beside}, form)
    visited.press("ArrowRight")
    rem = 24 if form == "present" else 16
    tops = [box["top"] for box in boxes(visited, ".meter-row")]
    assert max(b - a for a, b in itertools.pairwise(tops)) <= 1.5 * rem
    for row in ("feet", "doors"):
        bars = boxes(visited, f".meter-row[data-row={row}] .fill")
        numbers = boxes(visited, f".meter-row[data-row={row}] .meter b")
        for bar, number in zip(bars, numbers, strict=True):
            assert bar["right"] <= number["left"]
            assert bar["top"] < (number["top"] + number["bottom"]) / 2 < bar["bottom"]
    strips = boxes(visited, ".strip-row")
    names = boxes(visited, ".strip-name")
    for row, strip, name in zip(strips, boxes(visited, ".strip-room"), names, strict=True):
        assert row["height"] < 2.4 * rem
        assert strip["left"] >= name["right"], "a strip stands beside its name"
    nothing_overlaps(visited)


def test_long_names_leave_the_figures_in_line(lab: Lab) -> None:
    long = tuple(f"{name}, who has {place} names more" for place, name in enumerate(NAMES))
    visited = shown(lab, race(6, names=(long[0], *NAMES[1:4], long[4], NAMES[5])))
    assert len({box["top"] for box in boxes(visited, ".figure")}) == 1
    assert len({box["top"] for box in boxes(visited, ".side-say")}) == 1
    visited.press("End")
    labels = visited.page.locator(".chart .end-label").evaluate_all(
        "nodes => nodes.map((n) => n.getBBox().x + n.getBBox().width)"
    )
    room = visited.page.locator(".chart").evaluate("chart => chart.viewBox.baseVal.width")
    assert max(labels) <= room + 1, "what is too long is cut"


def test_long_lists_of_tokens_wrap(lab: Lab) -> None:
    steps = [*TWO["steps"]]
    many = {"tokens": [2, 5, 0, 1, 4] * 6, "join": ["→"]}
    steps[1] = {**steps[1], "patch": {**steps[1]["patch"], "hero": many}}
    visited = shown(lab, {**TWO, "id": "many", "steps": steps}, "phone")
    visited.press("ArrowRight")
    expect(visited.page.locator(".made:not(.sizer) .chip")).to_have_count(30)
    assert texts(visited, ".made:not(.sizer) .made-sign") == ["→"]
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert overlaps(visited, ".made:not(.sizer) .chip") == 0
