"""Versus, meters, series and strips draw a foot race, of which they have not heard."""

import itertools
import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.browser.conftest import Visit
from tests.browser.player.lab import Lab, downloaded
from tests.browser.player.runners import CELLS, NAMES, clock, mounted, race, stamp
from tests.browser.test_accessible import serious_faults

Json = dict[str, Any]
TWO, THREE, SIX = race(2), race(3, glyphs=True), race(6, cut=True)
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
LAPTOP: Json = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PROJECTOR: Json = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
DARK = {
    "--st-background-color": "#10151c",
    "--st-secondary-background-color": "#19202a",
    "--st-text-color": "#e8ecf1",
    "--st-border-color": "#2c3643",
    "--st-primary-color": "#d5dde7",
}
FORMS = {
    "light": (LAPTOP, False, False),
    "dark": (LAPTOP, True, False),
    "present": (PROJECTOR, False, True),
    "present-dark": (PROJECTOR, True, True),
    "phone": (PHONE, False, False),
}
# A text's box is higher than its letters: lines of text may share a fifth of it.
OVERLAPS = """boxes => boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
  a.right > b.left + 0.5 && b.right > a.left + 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      > Math.min(a.height, b.height) / 5)).length"""


def shown(lab: Lab, recording: Json, form: str = "light", **data: Any) -> Visit:
    """The race in one of its forms; theme and type size are set as the page sets them."""
    options, dark, present = FORMS[form]
    given = mounted(recording, present=present, **data)
    visited = lab(given, **options)
    page = visited.page
    if present:
        page.add_style_tag(content="html { font-size: 24px }")
    if dark:
        page.evaluate(
            """([theme, data]) => {
              const { style } = document.getElementById("host");
              for (const [name, value] of Object.entries(theme)) style.setProperty(name, value);
              window.remount(data);
            }""",
            [DARK, given],
        )
        page.locator(".player[data-theme=dark]").wait_for()
    return visited


def texts(visited: Visit, selector: str) -> list[str]:
    return [words.strip() for words in visited.page.locator(selector).all_inner_texts()]


def boxes(visited: Visit, selector: str) -> list[Json]:
    return list(
        visited.page.locator(selector).evaluate_all(
            """nodes => nodes.map((n) => n.getBoundingClientRect().toJSON())
              .filter((box) => box.width)"""
        )
    )


def overlaps(visited: Visit, selector: str) -> int:
    return int(visited.page.evaluate(OVERLAPS, boxes(visited, selector)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recording", [TWO, THREE, SIX], ids=["two", "three", "six"])
def test_every_form_shows_who_did_what(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    visited.press("ArrowRight")
    lanes = len(recording["widgets"][0]["lanes"])
    assert texts(visited, ".made:not(.sizer) .chip") == ["in", "g", "ing"]
    assert texts(visited, ".made:not(.sizer) .made-sign") == ["+", "→"]
    assert texts(visited, ".badge-text") == ["✓ identical stamps 0–0".replace(" ", "\n", 1)]
    assert texts(visited, ".side-name") == list(NAMES[:lanes])
    figures = texts(visited, ".figure > p:not(.sizer)")
    assert figures == [f"{clock(lane, 0):.3f} s" for lane in range(lanes)]
    assert visited.page.locator(".strip-row").count() == lanes
    assert visited.page.locator(".player .failed").count() == 0
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= FORMS[form][0]["viewport"]["width"]


GROUPS = (
    ".chart text:not(.halo, [visibility=hidden])",
    ".side-name, .figure, .side-say, .versus-middle",
    ".strip-name, .strip-room, .strip-say, .strip-legend",
    ".meter-title, .meter > b, .meter > .fill, .meter > .without, .meter-of",
    ".series-key li",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recording", [TWO, THREE, SIX], ids=["two", "three", "six"])
def test_nothing_overlaps(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    for key in ("ArrowRight", "End"):
        visited.press(key)
        for group in GROUPS:
            assert overlaps(visited, f".player :is({group})") == 0, (key, group)


@pytest.mark.parametrize(("lanes", "tight"), [(2, 0), (6, 1)])
def test_half_a_width_is_enough(lab: Lab, lanes: int, tight: int) -> None:
    beside = {"stage": ["hero"], "columns": [["work"], ["cells", "time"]]}
    visited = shown(lab, {**race(lanes), "id": f"beside {lanes}", "layout": beside})
    visited.press("ArrowRight")
    for group in GROUPS:
        assert overlaps(visited, f".player :is({group})") == 0, group
    assert visited.page.locator(".meters[data-tight]").count() == tight
    strip, row = boxes(visited, ".strip-room")[0], boxes(visited, ".strip-row")[0]
    full = strip["width"] == pytest.approx(row["width"], abs=1)
    assert full == (lanes == 2), "few lanes have their strips below their names"
    for bar in boxes(visited, ".meter .fill"):
        assert bar["right"] <= boxes(visited, ".meters")[0]["right"] + 1


def test_a_chart_behind_a_tab_is_drawn_when_it_is_chosen(lab: Lab) -> None:
    beside = {"stage": ["cells"], "columns": [["work"], ["time"]]}
    visited = shown(lab, {**TWO, "id": "tabs", "layout": beside}, "phone")
    visited.press("ArrowRight")
    assert not visited.page.locator(".chart").is_visible()
    visited.page.get_by_role("tab", name="Time so far, by stage").click()
    assert visited.page.locator(".chart .curve").count() == 2
    assert visited.page.locator(".chart .cursor .at").text_content() == "0"


@pytest.mark.parametrize("lanes", [2, 4])
def test_a_phone_shows_all_of_a_race_below_each_other(lab: Lab, lanes: int) -> None:
    beside = {"stage": ["hero"], "columns": [["work"], ["cells", "time"]]}
    visited = shown(lab, {**race(lanes), "id": f"down {lanes}", "layout": beside}, "phone")
    visited.press("ArrowRight")
    assert visited.page.get_by_role("tab").count() == 0
    kinds = ("versus", "meters", "series", "strips")
    places = [boxes(visited, f".panel[data-widget={kind}]")[0] for kind in kinds]
    for above, below in itertools.pairwise(places):
        assert above["bottom"] <= below["top"], "merge, lanes, meters, chart, places"
    assert all(place["height"] > 0 for place in places)
    assert visited.page.locator(".chart .curve").first.is_visible()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recording", [TWO, SIX], ids=["two", "six"])
def test_the_merge_is_the_largest_thing(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    visited.press("ArrowRight")
    rem = 24 if "present" in form else 16
    chips = boxes(visited, ".made:not(.sizer) .chip")
    assert [chip["height"] for chip in chips] == pytest.approx([3 * rem] * 3, abs=1)
    assert len({chip["top"] for chip in chips}) == 1, "in one line"
    assert max(box["height"] for box in boxes(visited, ".figure")) < chips[0]["height"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lanes", [2, 4])
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


@pytest.mark.parametrize("form", ["light", "dark", "present"])
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
    for group in GROUPS:
        assert overlaps(visited, f".player :is({group})") == 0, group


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recording", [TWO, SIX], ids=["two", "six"])
def test_no_serious_fault(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    visited.press("ArrowRight", "ArrowRight")
    visited.page.locator(".badge-text[data-look=same]").wait_for()
    faults = serious_faults(visited)
    # The bare page of these tests has neither a language nor a title of its own.
    assert [fault for fault in faults if "html" not in fault.split(":")[0]] == []


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


def test_two_lanes_face_each_other(lab: Lab) -> None:
    visited = shown(lab, TWO)
    visited.press("ArrowRight")
    left, right = boxes(visited, ".meter-row[data-row=feet] .fill")
    title = boxes(visited, ".meter-row[data-row=feet] .meter-title")[0]
    assert title["left"] == pytest.approx(left["right"], abs=1)
    assert title["right"] == pytest.approx(right["left"], abs=1)
    assert title["width"] == pytest.approx(9 * 16, abs=1)
    assert left["height"] == pytest.approx(0.9 * 16, abs=0.5)
    row = ".meter-row[data-row=push] .meter"
    assert texts(visited, row) == ["no sledge", "43"]
    assert visited.page.locator(f"{row} .fill").count() == 1, "words take the bar's place"
    colours = visited.page.locator(".meter-row[data-row=feet] .fill").evaluate_all(
        "nodes => nodes.map((n) => [getComputedStyle(n).backgroundColor,"
        " getComputedStyle(n).backgroundImage.includes('gradient')])"
    )
    assert colours == [["rgb(184, 74, 0)", True], ["rgb(51, 65, 85)", False]]


def test_meters_are_a_table_to_a_screen_reader(lab: Lab) -> None:
    visited = shown(lab, SIX)
    visited.press("ArrowRight")
    table = visited.page.get_by_role("table", name="Work at this stage")
    assert table.get_by_role("columnheader").all_inner_texts() == ["", *NAMES]
    row = table.get_by_role("row", name="steps taken")
    assert row.get_by_role("cell").count() == 6
    assert texts(visited, ".meter-row[data-row=doors] .meter:nth-child(6)") == ["0"]
    bar = visited.page.locator(".meter-row[data-row=doors] .meter:nth-child(6) .fill")
    assert bar.evaluate("node => node.getBoundingClientRect().width") == 0


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
    assert chart.count() == 1
    assert texts(visited, ".series-foot")[0].startswith("Measured, not simulated: 133,027 m")
    chinese = lab(mounted(TWO, "zh"))
    name = "Time so far, by stage。Anna：3.26 s。 Bilal + sledge：0.69 s。"
    assert chinese.page.locator(".chart").get_attribute("aria-label") == name


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


@pytest.mark.parametrize("recording", [TWO, SIX], ids=["two", "six"])
@pytest.mark.parametrize("form", ["light", "phone"])
def test_nothing_jumps(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    script = "nodes => nodes.map((n) => { const b = n.getBoundingClientRect();"
    script += " return [b.top + scrollY, b.height]; })"
    places = visited.page.locator(".panel, .side, .verdict, .meter-row, .strip-row")
    before = places.evaluate_all(script)
    for key in ("ArrowRight", "ArrowRight", "End", "Home"):
        visited.press(key)
        assert places.evaluate_all(script) == before, key


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


def test_a_difference_is_said_in_words_and_signs(lab: Lab) -> None:
    visited = shown(lab, race(2, differs=True))
    visited.press("End")
    assert texts(visited, ".badge-text") == ["✗\ndiffers at 26"]
    assert visited.page.locator(".badge-text[data-look=differs]").count() == 1


@pytest.mark.parametrize("form", ["light", "present"])
def test_two_lanes_fit_one_screen(lab: Lab, form: str) -> None:
    visited = shown(lab, TWO, form)
    visited.press("ArrowRight")
    foot = boxes(visited, ".series-foot")[0]
    transport = boxes(visited, ".transport")[0]
    assert foot["bottom"] <= transport["top"] + 1
    assert transport["bottom"] <= FORMS[form][0]["viewport"]["height"]


def test_long_lists_of_tokens_wrap(lab: Lab) -> None:
    steps = [*TWO["steps"]]
    many = {"tokens": [2, 5, 0, 1, 4] * 6, "join": ["→"]}
    steps[1] = {**steps[1], "patch": {**steps[1]["patch"], "hero": many}}
    visited = shown(lab, {**TWO, "id": "many", "steps": steps}, "phone")
    visited.press("ArrowRight")
    assert visited.page.locator(".made:not(.sizer) .chip").count() == 30
    assert texts(visited, ".made:not(.sizer) .made-sign") == ["→"]
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert overlaps(visited, ".made:not(.sizer) .chip") == 0


def test_hostile_words_are_shown_as_words(lab: Lab) -> None:
    evil = "<img src=x onerror='window.struck=1'>"
    recording = race(3, names=(evil, "{rests}</script>", "constructor"))
    recording["widgets"][2]["foot"] = ["run.so_far {evil}", {"evil": evil}]
    visited = shown(lab, {**recording, "id": "evil"})
    visited.press("ArrowRight", "End")
    assert evil in texts(visited, ".side-name")[0]
    assert visited.page.locator(".player img").count() == 0
    assert visited.page.evaluate("window.struck") is None


def test_the_whole_board_is_the_picture(lab: Lab) -> None:
    visited = shown(lab, SIX)
    visited.press("ArrowRight")
    source = Path(downloaded(visited, "save_svg").path()).read_text("utf-8")
    picture = ElementTree.fromstring(source)
    words = "".join(picture.itertext())
    for each in ("identical stamps 0–0", "Bilal + sledge", "73,678", "no sledge", "Measured"):
        assert each in words
    assert "oklch" not in source
    assert "color-mix" not in source
    assert list(picture.iter("{http://www.w3.org/2000/svg}pattern")), "lanes are hatched"
    assert float(picture.get("height") or 0) < 1200
    png = Path(downloaded(visited, "save_png").path()).read_bytes()
    assert png.startswith(b"\x89PNG")
    assert len(png) > 20_000


@pytest.mark.parametrize(
    ("place", "static"),
    [
        (0, {"lanes": 7}),
        (0, {"lanes": [{"id": "x", "title": "x", "look": 99}]}),
        (1, {"most": "much"}),
        (2, {"y": {"low": 0, "high": 1}}),
        (2, {"x": {"first": "a", "last": 1}}),
        (3, {"lanes": [{"id": "x", "title": "x", "look": 1, "cells": -1}]}),
    ],
)
def test_nonsense_ends_in_a_message(lab: Lab, place: int, static: Json) -> None:
    visited = shown(lab, TWO)
    widgets = [*TWO["widgets"]]
    widgets[place] = {**widgets[place], **static}
    broken = mounted({**TWO, "id": json.dumps(static), "widgets": widgets})
    visited.page.evaluate("data => window.remount(data)", broken)
    visited.page.locator(".player .failed").wait_for(timeout=5000)


def test_what_a_step_costs_is_told(lab: Lab, record_property: Any) -> None:
    """Four lanes of 240 cells, four lines of 400 points: measured, not demanded."""
    visited = shown(lab, race(4, 400), "light")
    times = visited.page.evaluate(
        """async () => {
          const player = document.getElementById("host").shadowRoot.querySelector(".player");
          const key = { key: "ArrowRight", bubbles: true };
          const times = [];
          for (let step = 0; step < 200; step++) {
            const begun = performance.now();
            player.dispatchEvent(new KeyboardEvent("keydown", key));
            player.getBoundingClientRect();
            times.push(performance.now() - begun);
            await new Promise(requestAnimationFrame);
          }
          return times.sort((a, b) => a - b);
        }"""
    )
    assert visited.step() == 200
    record_property("p50_ms", round(times[100], 2))
    record_property("p95_ms", round(times[190], 2))
