"""Questions before the figures, in a real browser: one visit to each page that asks so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.text import pack
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, address_of_server
from tests.browser.looks import (
    OF_COLORS,
    assert_it_fits,
    faults_by_theme,
    laid_out,
    serious_faults,
    sizes,
)

TEXT = pack(" ".join(f"w{k * k % 31} low{k % 7}er" for k in range(400)))
BOARDS = {
    "why": "why?sample=mixed",
    "compare": "compare?compared_text=sentence",
    "workshop": "workshop?corpus=weather&target=640",
    "growth": f"race?view=growth&race_text=own&own_race={TEXT}&repeats=1&race_merges=40",
}
BEGUN_BY = {"workshop": "workshop_train", "growth": "race_start"}
FIGURES = {
    "why": ".ways",
    "compare": ".player[data-board]",
    "workshop": ".workshop-stage",
    "growth": ".seen",
}
MOST_TABS = 100  # round the page: what is drawn anew loses the focus, which begins at its top
HALL = (1920, 1080)
LEAST = 28  # pixels of what a hall must read
READ = "label p, label code, input[type=number], [data-testid=stAlert] :is(p, code)"
SMALLEST = (
    """nodes => Math.min(...nodes.map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
)
# What the switch covers of controls and of words, and how much higher the page is with it.
COVERED = """() => {
  const own = document.querySelector(".st-key-ask_switch");
  const box = own.querySelector("button").getBoundingClientRect();
  const meets = (other) => other.width > 1 && other.left < box.right - 1
    && other.right > box.left + 1 && other.top < box.bottom - 1 && other.bottom > box.top + 1;
  const covered = [];
  const walk = document.createTreeWalker(document.querySelector("[data-testid=stMain]"), 5);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const around = node.nodeType === 3 ? node.parentElement : node;
    if (own.contains(node) || !around.checkVisibility({ visibilityProperty: true })) continue;
    if (node.nodeType === 3) {
      const words = document.createRange();
      words.selectNodeContents(node);
      if ([...words.getClientRects()].some(meets)) covered.push(node.data);
    } else if (node.matches("button, input") && meets(node.getBoundingClientRect()))
      covered.push(node.outerHTML.slice(0, 80));
  }
  return covered;
}"""
COST = """() => {
  const own = document.querySelector(".st-key-ask_switch");
  const main = document.querySelector("[data-testid=stMainBlockContainer]");
  const high = main.getBoundingClientRect().height;
  own.style.display = "none";
  const bare = main.getBoundingClientRect().height;
  own.style.removeProperty("display");
  return high - bare;
}"""


BESIDE = """([panel, chosen]) => [...document.querySelectorAll(panel)].every(
  (each) => each.querySelector("input:checked")?.value === chosen)"""


GONE_ON = "([panel, before]) => document.querySelector(panel)?.innerText !== before"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for this module, so that its training and its race wait for no others."""
    yield from address_of_server()


def test_boards_ask_by_keyboard_in_a_hall_and_on_a_phone(
    server: str, visit: Callable[..., Visit]
) -> None:
    size = dict(zip(("width", "height"), HALL, strict=True))
    for board, query in BOARDS.items():
        visited = visit(f"{server}/{query}&ask=1&mode=present&lang=zh", viewport=size)
        veil = asked(visited, board)
        place = veil.bounding_box()
        answer(visited, board)
        assert panel(visited, board).locator(READ).evaluate_all(SMALLEST) >= LEAST
        verdict = verdict_on(visited, board).inner_text()
        assert verdict[0] in "✗✓"
        assert "*" not in verdict
        if veil.count():
            assert veil.bounding_box() == pytest.approx(place, abs=0.5), "it had its room"
        assert visited.page.evaluate(COVERED) == [], "presenting"
        assert faults_by_theme(visited) == {"light": [], "dark": []}
        settle(visited, board)
        leaves_by_keyboard(visited)
        covers_nothing_and_costs_no_room(visited)
        assert serious_faults(visited, OF_COLORS) == []
        to_the_figures(visited, board)
        visited.settled().press("q")
        switch = visited.page.locator(".st-key-ask_first")
        switch.get_by_text(catalogue("zh")["asking.on"]).wait_for()
        covers_nothing_and_costs_no_room(visited)


def asked(visited: Visit, board: str) -> Any:
    """What is drawn in place of the figures, once the page asks and is at rest."""
    if board in BEGUN_BY:
        visited.page.locator(f".st-key-{BEGUN_BY[board]} button").click()
    veil = visited.page.locator(".asking-veil")
    veil.wait_for()
    laid_out(visited.settled())
    return veil


def leaves_by_keyboard(visited: Visit) -> None:
    leave = visited.page.locator(".st-key-leave button").first
    leave.focus()
    visited.press("Enter")
    leave.wait_for(state="detached")
    visited.settled()


def covers_nothing_and_costs_no_room(visited: Visit) -> None:
    for _ in sizes(visited, (1280, 800), (390, 844)):
        assert visited.page.evaluate(COVERED) == []
        assert visited.page.evaluate(COST) == 0
    assert_it_fits(visited)


def panel(visited: Visit, board: str) -> Any:
    return visited.page.locator(f".st-key-asking_{board}")


def verdict_on(visited: Visit, board: str) -> Any:
    """Read out as it appears: a wrong answer's at once, a right one's when there is a pause."""
    shown = visited.page.locator(f".st-key-asking_verdict_{board}")
    return shown.get_by_role("alert").or_(shown.get_by_role("status"))


def answer(visited: Visit, board: str) -> None:
    """Go to the field and give an answer, mostly a wrong one; the keyboard alone is used."""
    chosen = None
    tab_to(visited, panel(visited, board).locator("[role=radiogroup], input[type=number]"))
    if panel(visited, board).locator("[role=radiogroup]").count():
        visited.press("Space")
        visited.settled().press("ArrowDown")
        visited.settled()
        chosen = panel(visited, board).locator("input:checked").input_value()
        tab_to(visited, visited.page.locator(f".st-key-{board}_check"))
        visited.press("Enter")
    else:
        visited.page.keyboard.type("0")
        visited.press("Enter")
    # subtle: wait_for() looks once a frame, and a page at rest may have none for long; the next
    # verdict stands beside the one before while the page is made.
    expect(verdict_on(visited, board).last).to_be_visible()
    expect(verdict_on(visited.settled(), board)).to_have_count(1)
    # The verdict stands beside the answer that it is of, or without its panel.
    if chosen is not None:
        visited.page.wait_for_function(BESIDE, arg=[f".st-key-asking_{board}", chosen])


def settle(visited: Visit, board: str) -> None:
    """Answer a choice again, whose second answer is the last, if it is still asked."""
    check = visited.page.locator(f".st-key-{board}_check button")
    if panel(visited, board).locator("[role=radiogroup]").count() and check.is_enabled():
        answer(visited, board)


def to_the_figures(visited: Visit, board: str) -> None:
    """By the second button, question by question."""
    while visited.page.locator(".asking-veil").count():
        before = panel(visited, board).inner_text()
        tab_to(visited, visited.page.locator(f".st-key-{board}_onward"))
        visited.press("Enter")
        visited.page.wait_for_function(GONE_ON, arg=[f".st-key-asking_{board}", before])
        visited.settled()
    visited.page.locator(FIGURES[board]).first.wait_for()


def tab_to(visited: Visit, place: Any) -> None:
    """Press Tab until the focus is there."""
    visited.settled()
    for _ in range(MOST_TABS):
        if place.evaluate("node => node.contains(document.activeElement)"):
            return
        visited.press("Tab")
    raise AssertionError("Tab does not lead there")
