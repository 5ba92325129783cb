"""The player alone in a browser, with a walk of which its code knows nothing."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, Route

from tests.browser.conftest import Visit
from tests.browser.hanoi import Json, beside_panels, hanoi, mounted
from ui.player.parts import SCRIPTS, STYLES, joined
from ui.text import catalogue

ADDRESS = "http://lab.test/"
THEME = """:host {
  --st-background-color: #ffffff; --st-text-color: #17202b; --st-primary-color: #334155;
}"""
PAGE = """<!DOCTYPE html><html><head><title>BPE Lab</title></head><body><div id="host"></div>
<script type="application/json" id="data">DATA</script>
<script type="module">
import mount from "/player.js";
const shadow = document.getElementById("host").attachShadow({ mode: "open" });
const style = document.createElement("style");
style.textContent = await (await fetch("/player.css")).text();
const parentElement = document.createElement("div");
shadow.append(style, parentElement);
window.left = 0;
window.remount = (data) => mount({ data, parentElement, setTriggerValue: () => window.left++ });
window.unmount = window.remount(JSON.parse(document.getElementById("data").textContent));
</script></body></html>"""
Lab = Callable[..., Visit]


def answer(route: Route, data: Json) -> None:
    """A site of three files."""
    path = route.request.url.removeprefix(ADDRESS).split("?")[0]
    if path == "player.js":
        route.fulfill(body=joined(SCRIPTS, "js"), content_type="text/javascript")
    elif path == "player.css":
        route.fulfill(body=THEME + joined(STYLES, "css"), content_type="text/css")
    elif path == "":
        written = json.dumps(data).replace("<", "\\u003c")
        route.fulfill(body=PAGE.replace("DATA", written), content_type="text/html")
    else:
        route.fulfill(status=204)


def heard(visited: Visit, said: Any) -> None:
    if said.type == "error":
        visited.complaints.append(said.text)


@pytest.fixture
def lab(browser: Browser) -> Iterator[Lab]:
    """Open the player with these data; at the end the console must be clean."""
    opened: list[tuple[Any, Visit]] = []

    def go(data: Json, *, query: str = "", address: str | None = None, **options: Any) -> Visit:
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        context = browser.new_context(**options)
        visited = Visit(context.new_page())
        page = visited.page
        page.on("console", lambda said: heard(visited, said))
        page.on("pageerror", lambda error: visited.complaints.append(str(error)))
        opened.append((context, visited))
        if address is None:
            page.route(f"{ADDRESS}**", lambda route: answer(route, data))
        page.goto(address or ADDRESS + query)
        visited.ready()
        visited.player().focus()
        return visited

    yield go
    for context, visited in opened:
        context.close()
        assert visited.complaints == [], "the browser's console is clean"


def named(visited: Visit, name: str) -> Locator:
    """The player's control of this name."""
    return visited.page.locator(f".player [data-name={name}]")


def question(visited: Visit) -> bool:
    return visited.page.locator(".say[data-question]").count() == 1


def downloaded(visited: Visit, name: str) -> Download:
    """Open the menu and take a file."""
    if not named(visited, name).is_visible():
        named(visited, "share").click()
    with visited.page.expect_download() as waiting:
        named(visited, name).click()
    return waiting.value


def refocused(visited: Visit) -> bool:
    """Whether the focus is on the player itself."""
    root = "document.getElementById('host').shadowRoot.activeElement"
    return bool(visited.page.evaluate(f"{root}?.classList.contains('player') ?? false"))


def patched(step: int, patch: Json) -> Json:
    """The walk with another patch at this step."""
    steps = [*WALK["steps"]]
    steps[step] = {**steps[step], "patch": patch}
    return {**WALK, "id": json.dumps(patch), "steps": steps}


WALK = hanoi(3)
LONG = hanoi(5, lifts=10)
PANELS = beside_panels(WALK)


def test_a_walk_of_something_else_is_drawn(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    assert visited.say() == "3 disks stand on the first peg."
    assert visited.where() == "Move 1 of 7"
    visited.press("End")
    assert visited.say().startswith("Disk 1 now stands on C.")
    slots = visited.page.locator(".slot:not([data-gone])")
    drawn = dict(slots.evaluate_all("all => all.map(n => [n.dataset.at, n.dataset.token])"))
    assert drawn == {"6": "403", "7": "402", "8": "401"}, "the tower on the last peg"


def test_the_player_names_no_algorithm() -> None:
    words = re.compile(r"\b(bpe|byte.pair|merge_list|tokenizer)\b", re.IGNORECASE)
    code = joined(SCRIPTS, "js").replace("bpe-lab", "")
    assert set(words.findall(code)) <= {"BPE"}, "a name in a title at most"


# Moving


def test_keys_move_by_steps_and_with_shift_by_groups(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    visited.press("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "PageUp")
    assert visited.step() == 1
    visited.press("Shift+ArrowRight")
    assert visited.step() == 12, "the end of the first move"
    visited.press("Shift+ArrowRight", "Shift+ArrowLeft")
    assert visited.step() == 12
    visited.press("End")
    assert visited.step() == len(LONG["steps"]) - 1
    visited.press("Home")
    assert visited.step() == 0


def test_whole_groups_by_key_button_and_clicker(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    by_group = named(visited, "by_group")
    assert by_group.get_attribute("aria-pressed") == "false"
    visited.press("g")
    assert by_group.get_attribute("aria-pressed") == "true"
    visited.press("ArrowRight", "PageDown")
    assert visited.step() == 24
    visited.press("PageUp")
    assert visited.step() == 12
    visited.press("+", "+", "Space")
    visited.page.wait_for_timeout(600)
    visited.press("Space")
    assert visited.step() % 12 == 0
    assert visited.step() > 12
    named(visited, "by_step").click()
    before = visited.step()
    visited.press("ArrowRight")
    assert visited.step() == before + 1


# The timeline


def test_a_long_walk_shows_its_group_above_and_all_groups_below(lab: Lab) -> None:
    visited = lab(mounted(LONG))
    page = visited.page
    assert page.locator(".timeline .groups rect").count() == 31
    assert page.locator(".timeline .mark:not(.ring .mark)").count() == 13, "the group's steps"
    slider = page.locator(".player [role=slider]")
    assert slider.get_attribute("aria-valuemax") == str(len(LONG["steps"]))
    bar = page.locator(".timeline .groups rect").nth(10).bounding_box()
    assert bar
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + 9)
    assert visited.where() == "Move 11 of 31"
    assert visited.step() == 121, "a click leads to where the group begins"
    assert page.locator(".timeline .mark:not(.ring .mark)").count() == 12
    last = page.locator(".timeline .groups rect").nth(30).bounding_box()
    assert last
    page.mouse.move(bar["x"], bar["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] + 30, last["y"] + 5, steps=4)
    page.mouse.up()
    assert visited.step() == len(LONG["steps"]) - 1, "dragging scrubs through the whole run"


def test_the_upper_track_scrubs_within_the_group(lab: Lab) -> None:
    visited = lab(mounted(LONG, step=130))
    marks = visited.page.locator(".timeline .mark:not(.ring .mark)")
    place = marks.nth(2).bounding_box()
    assert place
    visited.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 3)
    assert visited.step() == 123


def test_a_group_of_too_many_steps_is_a_plain_scrubber(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, lifts=80)))
    assert visited.page.locator(".timeline .mark:not(.ring .mark)").count() == 0
    assert visited.page.locator(".timeline .groups rect").count() == 7


def test_marked_steps_have_signs_of_different_shapes(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    shapes = visited.page.locator(".timeline .mark-shape")
    kinds = dict(
        shapes.evaluate_all("all => all.map(n => [n.dataset.mark, n.getAttribute('d')])")
    )
    assert {"tie", "giddy", "stale"} <= kinds.keys()
    assert len(set(kinds.values())) == len(kinds)
    assert visited.page.locator(".timeline .pips circle").count() == 5


# Stop at


def test_stop_at_lists_the_marks_and_playing_stops_there(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    menu = visited.page.locator(".menu[data-open]")
    rows = menu.locator("label").all_inner_texts()
    assert [re.sub(r"\s+", " ", row) for row in rows] == [
        "a tie 4", "a stale entry or position 1", "an overlapping run 1",
        "a character becomes whole 1", "giddy 1",
    ]  # fmt: skip
    menu.get_by_role("checkbox").last.check()
    assert visited.page.locator(".timeline .pips circle").count() == 1
    visited.press("Escape")
    assert menu.count() == 0
    visited.player().focus()
    visited.press("+", "+", "Space")
    named(visited, "play").and_(visited.page.get_by_role("button", name="Play")).wait_for()
    marked = [n for n, step in enumerate(WALK["steps"]) if "giddy" in step["marks"]]
    assert visited.step() == marked[0]


def test_stops_outlive_a_rerun_and_another_language(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    named(visited, "stop-tie").check()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    named(visited, "stop_at").click()
    assert named(visited, "stop-tie").is_checked()
    assert catalogue("zh")["mark.tie"] in visited.page.locator(".menu[data-open]").inner_text()


def test_brackets_go_from_mark_to_mark(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    marked = [n for n, step in enumerate(WALK["steps"]) if step["marks"]]
    visited.press("]", "]", "]")
    assert visited.step() == marked[2]
    visited.press("[")
    assert visited.step() == marked[1]
    named(visited, "stop_at").click()
    named(visited, "stop-stale").check()
    named(visited, "next_mark").click()
    assert visited.step() == marked[-1]
    visited.press("]")
    assert visited.step() == marked[-1], "there is none beyond"


# Ask first


def test_a_question_comes_before_its_answer(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("ArrowRight")
    assert not question(visited), "off unless presenting"
    visited.press("Home", "q", "ArrowRight")
    assert question(visited)
    assert visited.say() == "Where does disk 1 go next?"
    assert visited.step() == 0, "over the picture of the step before"
    assert visited.page.locator(".unseen[aria-live]").inner_text() == visited.say()
    assert named(visited, "reveal").inner_text() == catalogue("en")["player.reveal"]
    visited.press("ArrowRight")
    assert visited.step() == 1
    assert not question(visited)
    visited.press("ArrowLeft")
    assert visited.step() == 0
    assert not question(visited), "going back never asks"
    visited.press("ArrowRight")
    assert question(visited)
    visited.press("ArrowLeft")
    assert not question(visited)
    assert visited.step() == 0
    visited.press("End")
    assert not question(visited)


def test_presenting_asks_and_the_address_keeps_the_step_before(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True, step=4))
    assert named(visited, "ask_first").get_attribute("aria-pressed") == "true"
    visited.press("PageDown")
    assert question(visited)
    visited.page.wait_for_timeout(400)
    assert visited.page.url.endswith("?step=4")
    named(visited, "reveal").click()
    assert visited.step() == 5
    visited.press("ArrowRight")
    assert visited.step() == 6, "the keys stay with the player after the button has gone"
    visited.press("q", "Home", "ArrowRight")
    assert visited.step() == 1, "asking is off now"


def test_whole_groups_stop_at_the_question_then_go_to_the_end(lab: Lab) -> None:
    visited = lab(mounted(LONG, present=True, step=24))
    visited.press("g", "PageDown")
    assert question(visited)
    assert visited.step() == 24
    visited.press("PageDown")
    assert visited.step() == 36
    assert not question(visited)
    visited.press("Home", "PageDown", "PageDown")
    assert visited.step() == 12


def test_playing_holds_a_question_for_one_step(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True))
    said = "document.getElementById('host').shadowRoot.getElementById('say')"
    visited.press("+", "+", "Space")
    # Looked for in every frame: a locator looks twice a second, a question is there for less.
    visited.page.wait_for_function(f"{said}.matches('[data-question]')")
    visited.page.wait_for_function(f"!{said}.matches('[data-question]')")
    visited.page.wait_for_timeout(200)
    assert visited.step() >= 1


# Where the walk starts


def test_the_start_is_shown_first_and_left_out_of_the_address(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, start=5)))
    assert visited.step() == 5
    visited.press("ArrowRight")
    visited.page.wait_for_timeout(400)
    assert visited.page.url.endswith("?step=6")
    visited.press("Home")
    visited.page.wait_for_timeout(400)
    assert visited.step() == 0
    assert visited.page.url.endswith("?step=0")
    visited.press(*["ArrowRight"] * 5)
    visited.page.wait_for_timeout(400)
    assert "step" not in visited.page.url


def test_a_step_beyond_the_end_is_the_last(lab: Lab) -> None:
    assert lab(mounted(WALK, step=900)).step() == len(WALK["steps"]) - 1


# Help


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_traps_the_focus_and_escape_only_closes_it(lab: Lab, language: str) -> None:
    visited = lab(mounted(WALK, language, present=True))
    visited.press("?")
    dialog = visited.page.get_by_role("dialog")
    assert dialog.is_visible()
    assert dialog.get_attribute("aria-modal") == "true"
    for key in ("player.keys.ask", "player.keys.marks", "player.keys.unit"):
        assert catalogue(language)[key] in dialog.inner_text()
    inside = (
        "document.getElementById('host').shadowRoot.activeElement?.closest('dialog') !== null"
    )
    visited.press("Tab", "Tab", "Shift+Tab")
    assert visited.page.evaluate(inside)
    visited.press("ArrowRight", "PageDown")
    assert visited.step() == 0, "the walk waits"
    visited.press("Escape")
    assert not dialog.is_visible()
    assert visited.page.evaluate("window.left") == 0
    visited.press("h")
    assert dialog.is_visible()
    visited.press("h", "Escape")
    assert visited.page.evaluate("window.left") == 1, "nothing is open: leave"


# The focus stays in the player, and with it the keyboard


def test_the_button_that_reveals_the_answer_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("q", "ArrowRight")
    named(visited, "reveal").click()
    assert visited.step() == 1
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 2


def test_a_view_that_is_no_more_to_choose_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    named(visited, "view-1").click()
    assert not refocused(visited)
    visited.press("ArrowRight")
    assert not named(visited, "view-1").is_visible()
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 2


def test_a_cell_that_is_gone_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    reached = visited.page.locator(".cells li[tabindex='0']")
    visited.page.locator(".cells li").first.focus()
    visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert reached.get_attribute("data-index") == "2", "Tab leads back to the same cell"
    assert visited.step() == 0, "the arrows walk along the cells"
    visited.press("PageDown")
    assert visited.page.locator(".cells li").count() == 1
    assert reached.get_attribute("data-index") == "0"
    assert refocused(visited)
    visited.press("PageDown")
    assert visited.step() == 2
    assert reached.count() == 1


def test_a_fold_with_nothing_more_to_show_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    named(visited, "ledger-fold").focus()
    visited.press("PageDown")
    assert not named(visited, "ledger-fold").is_visible()
    assert refocused(visited)
    visited.press("PageDown")
    named(visited, "ledger-fold").click()
    visited.press("PageDown")
    assert named(visited, "ledger-fold").is_visible(), "what is unfolded can be folded"
    named(visited, "ledger-fold").click()
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 4


@pytest.mark.parametrize("width", [1280, 700])
def test_help_over_a_menu_returns_to_the_menu_s_button(lab: Lab, width: int) -> None:
    visited = lab(mounted(WALK), viewport={"width": width, "height": 800})
    if width < 1000:
        named(visited, "more").click()
    named(visited, "share").click()
    named(visited, "save_json").focus()
    visited.press("?")
    assert visited.page.get_by_role("dialog").is_visible()
    visited.press("Escape")
    button = named(visited, "share" if width > 1000 else "more")
    assert button.evaluate("node => node.getRootNode().activeElement === node")
    visited.press("ArrowRight")
    assert visited.step() == 1


def test_another_language_leaves_no_focus_behind(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    named(visited, "stop-tie").focus()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    assert named(visited, "stop_at").evaluate(
        "node => node.getRootNode().activeElement === node"
    )
    named(visited, "play").focus()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK))
    assert named(visited, "play").evaluate("node => node.getRootNode().activeElement === node")


def test_shift_and_an_arrow_move_a_group_from_a_tab_too(lab: Lab) -> None:
    visited = lab(mounted(WALK), viewport={"width": 390, "height": 844})
    tabs = visited.page.get_by_role("tab")
    tabs.first.focus()
    visited.press("Shift+ArrowRight")
    assert visited.step() == 2
    assert tabs.first.get_attribute("aria-selected") == "true"
    visited.press("ArrowRight")
    assert visited.step() == 2
    assert tabs.last.get_attribute("aria-selected") == "true"


# What goes wrong ends in a message, not in an exception


@pytest.mark.parametrize(
    "patch",
    [
        {"$": 3, "length": 1},
        {"$": 3, "__proto__": {"cells": []}},
        {"$": 3, "3": {"cells": []}},
        {"$": 3, "-1": {"cells": []}},
        {"$": 3, "01": {"cells": []}},
        {"$": -1},
        {"$": 1.5},
        {"$": "3"},
        {"$": 10**9, "999999999": {"cells": []}},
    ],
)
def test_a_list_is_patched_only_at_its_places(lab: Lab, patch: Json) -> None:
    visited = lab(mounted(WALK))
    hostile = json.dumps(mounted(patched(2, {"heights": {"rows": patch}})))
    visited.page.evaluate("data => window.remount(JSON.parse(data))", hostile)
    assert "$" in visited.page.locator(".player .failed").inner_text(timeout=5000)


def test_a_list_is_patched_in_place(lab: Lab) -> None:
    row = {"cells": ["B", 7], "look": ""}
    visited = lab(mounted(patched(1, {"heights": {"rows": {"$": 2, "1": row}}})))
    visited.press("ArrowRight")
    rows = visited.page.locator(".table tbody tr").all_inner_texts()
    assert [" ".join(row.split()) for row in rows] == ["A 3 3 2", "B 7", ""]


def test_a_step_that_cannot_be_drawn_stops_the_walk(lab: Lab) -> None:
    visited = lab(mounted(patched(2, {"pegs": {"slots": {"0": 5}}})))
    named(visited, "stop_at").click()
    named(visited, "stop-giddy").check()
    visited.press("Escape", "+", "+")
    visited.player().focus()
    visited.press("Space")
    visited.page.locator(".player .failed").wait_for()
    visited.press("ArrowRight")
    visited.page.wait_for_timeout(600)


def test_a_mark_of_any_name_can_be_stopped_at(lab: Lab) -> None:
    steps = [{**step, "marks": ['"]\\ a']} for step in WALK["steps"]]
    walk = {**WALK, "id": "marks", "steps": steps}
    visited = lab(mounted(walk))
    named(visited, "stop_at").click()
    visited.page.get_by_role("checkbox").check()
    visited.page.evaluate("data => window.remount(data)", mounted(walk, "zh"))
    named(visited, "stop_at").click()
    assert visited.page.get_by_role("checkbox").is_checked()


def test_a_player_that_is_taken_away_is_silent(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.player().hover()
    visited.page.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot.querySelector(".player");
          root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
          window.unmount();
        }"""
    )
    visited.page.set_viewport_size({"width": 1000, "height": 500})
    visited.page.wait_for_timeout(200)
    assert visited.player().count() == 0


def test_another_language_in_the_middle_of_a_drag_ends_it(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    box = visited.page.locator(".timeline").bounding_box()
    assert box
    visited.page.mouse.move(box["x"] + 100, box["y"] + 19)
    visited.page.mouse.down()
    visited.page.mouse.move(box["x"] + 300, box["y"] + 19, steps=3)
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    visited.page.mouse.up()
    visited.player().focus()
    visited.press("Home", "ArrowRight")
    assert visited.page.locator(".unseen[aria-live]").inner_text() == visited.say()


# Layout


def test_a_lower_window_lays_the_board_again(lab: Lab) -> None:
    visited = lab(mounted(hanoi(9)), viewport={"width": 700, "height": 1000})
    stage = visited.page.locator(".stage")
    high = stage.bounding_box()
    visited.page.set_viewport_size({"width": 700, "height": 560})
    visited.page.wait_for_timeout(100)
    low = stage.bounding_box()
    assert high
    assert low
    assert low["width"] == high["width"]
    assert low["height"] < high["height"]


# Linking


def linked(visited: Visit) -> list[str]:
    """Positions and pairs that are lit."""
    nodes = visited.page.locator(".player [data-linked]")
    said: list[str] = nodes.evaluate_all(
        "nodes => nodes.map(n => n.dataset.pair ?? n.dataset.at)"
    )
    return sorted(said)


def test_pointing_at_a_pair_lights_where_it_stands(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.locator(".table [data-pair]").first.hover()
    assert linked(visited) == ["0", "1", "2,1"]
    visited.page.locator(".slot[data-at='1']").hover()
    assert linked(visited) == ["1"], "disk 2 and disk 1 are no pair of the table"
    visited.page.locator(".slot[data-at='0']").hover()
    assert linked(visited) == ["0", "2,1"]
    visited.page.mouse.move(2, 2)
    assert linked(visited) == []


def test_a_pointer_that_rests_points_at_what_comes(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.locator(".slot[data-at='2']").hover()
    assert linked(visited) == ["2"]
    visited.press("End")
    visited.page.wait_for_timeout(100)
    assert linked(visited) == [], "nothing stands there any more"


# Share and keep


def test_the_link_is_copied_where_the_browser_lends_its_clipboard(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: async (text) => { window.copied = text; } } })"
    )
    visited.press("ArrowRight", "ArrowRight")
    named(visited, "share").click()
    named(visited, "copy_link").click()
    visited.page.get_by_text(catalogue("en")["player.copied"]).wait_for()
    assert visited.page.evaluate("window.copied") == f"{ADDRESS}?step=2"
    assert visited.page.url == f"{ADDRESS}?step=2", "written at once"


def test_over_plain_http_the_link_is_there_to_be_copied(lab: Lab) -> None:
    visited = lab(mounted(WALK, step=3))
    assert visited.page.evaluate("navigator.clipboard === undefined")
    named(visited, "share").click()
    named(visited, "copy_link").click()
    field = visited.page.locator(".menu .link")
    assert field.input_value() == f"{ADDRESS}?step=3"
    marked = "node => [node.selectionStart, node.selectionEnd, node.readOnly]"
    assert field.evaluate(marked) == [0, len(f"{ADDRESS}?step=3"), True]
    visited.press("ArrowRight")
    assert visited.step() == 3, "the field keeps its keys"
    visited.press("Escape")
    assert not field.is_visible()


HOSTILE = (
    "<script>window.hit=1</script><img src=x onerror=window.hit=1></script><!-- \u202eabc &amp;"
)


def test_the_picture_stands_alone_and_holds_text_as_text(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, remark=HOSTILE), step=2))
    download = downloaded(visited, "save_svg")
    assert download.suggested_filename == "bpe-lab-2.svg"
    source = Path(download.path()).read_text(encoding="utf-8")
    picture = ElementTree.fromstring(source)
    tags = {node.tag.partition("}")[2] for node in picture.iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "tspan", "defs", "pattern", "circle"}
    assert "<img src=x onerror=window.hit=1>" in "".join(picture.itertext()).replace("\n", "")
    assert not {name for node in picture.iter() for name in node.attrib} & {"class", "style"}
    assert "var(" not in source
    assert "oklch" not in source
    alone = visited.page.context.new_page()
    alone.goto(Path(download.path()).as_uri())
    assert visited.page.evaluate("window.hit") is None


def test_the_picture_as_png_has_twice_the_pixels(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    svg = ElementTree.parse(downloaded(visited, "save_svg").path()).getroot()
    download = downloaded(visited, "save_png")
    assert download.suggested_filename == "bpe-lab-0.png"
    image = Path(download.path()).read_bytes()
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == 2 * int(svg.attrib["width"])


def test_the_recording_as_json_is_the_recording(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    assert json.loads(Path(downloaded(visited, "save_json").path()).read_text("utf-8")) == WALK


def kept(visited: Visit, folder: Path, name: str = "walk.html") -> str:
    """Save the walk as a page; its address."""
    place = folder / name
    downloaded(visited, "save_html").save_as(place)
    return place.as_uri()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_kept_page_plays_offline(lab: Lab, tmp_path: Path, language: str) -> None:
    walk = hanoi(3, remark=HOSTILE, who=HOSTILE)
    address = kept(lab(mounted(walk, language, step=2)), tmp_path)
    visited = lab({}, address=address, offline=True, color_scheme="dark")
    page = visited.page
    assert visited.step() == 2
    page.reload()
    visited.ready()
    page.keyboard.press("ArrowRight")
    assert visited.step() == 3, "the keys are the player's from the start"
    assert HOSTILE.replace("\u202e", "") in visited.player().inner_text().replace("\u202e", "")
    assert page.evaluate("window.hit") is None
    assert page.locator("img").count() == 0
    assert page.locator("html").get_attribute("lang") == ("zh-CN" if language == "zh" else "en")
    assert page.title() == "BPE Lab"
    assert page.locator(".player[data-theme=dark]").count() == 1
    page.emulate_media(color_scheme="light")
    page.locator(".player[data-theme=light]").wait_for()
    page.wait_for_timeout(400)
    elsewhere = lab({}, address=page.url, offline=True)
    assert elsewhere.step() == 3, "the step is in the address"


def test_a_kept_page_keeps_itself(lab: Lab, tmp_path: Path) -> None:
    address = kept(lab(mounted(WALK)), tmp_path)
    visited = lab({}, address=address, offline=True)
    again = kept(visited, tmp_path, "again.html")
    pages = [(tmp_path / name).read_text("utf-8") for name in ("walk.html", "again.html")]
    assert pages[0] == pages[1]
    other = lab({}, address=again, offline=True)
    other.press("End")
    assert other.step() == len(WALK["steps"]) - 1
    assert downloaded(other, "save_svg").suggested_filename == f"bpe-lab-{other.step()}.svg"


def test_the_app_keeps_a_page_that_plays_offline(
    server: str, visit: Lab, lab: Lab, tmp_path: Path
) -> None:
    """The module's text and the styles are found where Streamlit puts them."""
    shown = visit(f"{server}/train?text=low&step=4&lang=zh").ready()
    visited = lab({}, address=kept(shown, tmp_path), offline=True)
    assert visited.say() == shown.say()
    assert visited.page.locator(".ribbon .slot[data-kind=learned]").count() > 0
    visited.press("End")
    assert visited.page.locator(".player[data-size=wide] .tools").is_visible()
    height = "node => getComputedStyle(node).height"
    assert named(visited, "play").evaluate(height) == "44px", "the styles are there"


# Small screens


def swipe(page: Page, across: int) -> None:
    """A finger over the stage."""
    page.locator(".stage").evaluate(
        """(stage, across) => {
          const finger = { pointerType: "touch", isPrimary: true, pointerId: 7, bubbles: true };
          const at = (clientX) => ({ ...finger, clientX, clientY: 200 });
          stage.dispatchEvent(new PointerEvent("pointerdown", at(200)));
          stage.dispatchEvent(new PointerEvent("pointerup", at(200 + across)));
        }""",
        across,
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_has_the_tools_behind_one_button(lab: Lab, language: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = lab(mounted(LONG, language), **phone)
    page = visited.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not named(visited, "share").is_visible()
    for button in page.locator(".transport button:visible").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    named(visited, "more").tap()
    named(visited, "stop_at").tap()
    named(visited, "stop-tie").tap()
    assert named(visited, "stop-tie").is_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator(".tools :is(button, label):visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    visited.press("Escape")
    assert named(visited, "more").get_attribute("aria-expanded") == "true"
    visited.press("Escape")
    assert not named(visited, "stop_at").is_visible(), "one layer at a time"


def test_a_finger_swipes_over_the_stage(lab: Lab) -> None:
    visited = lab(mounted(WALK), viewport={"width": 390, "height": 844}, has_touch=True)
    swipe(visited.page, -120)
    swipe(visited.page, -120)
    assert visited.step() == 2
    swipe(visited.page, 120)
    assert visited.step() == 1
    swipe(visited.page, 20)
    assert visited.step() == 1, "a tap is no swipe"


def test_escape_closes_a_menu_before_it_leaves(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True))
    named(visited, "share").click()
    visited.press("Escape")
    assert visited.page.evaluate("window.left") == 0
    assert named(visited, "share").evaluate("node => node.getRootNode().activeElement === node")
    visited.press("Escape")
    assert visited.page.evaluate("window.left") == 1


def test_a_click_elsewhere_closes_a_menu(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "share").click()
    visited.page.locator(".stage").click()
    assert visited.page.locator(".menu[data-open]").count() == 0


def test_a_rebuilt_player_keeps_step_question_and_unit(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("g", "q", "ArrowRight")
    assert question(visited)
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    assert question(visited)
    assert named(visited, "by_group").get_attribute("aria-pressed") == "true"
    assert catalogue("zh")["player.reveal"] in visited.player().inner_text()
