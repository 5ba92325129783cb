"""What moves is seen to move, at a pace that suits; and nothing moves for who wants none."""

from typing import Any

from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json, hanoi, mounted
from tests.browser.player.lab import Lab

ROWS = [[0, 1], [1, 2], [2, 0]]
# Every movement stands still from its start, and can be looked at without a clock.
HELD = """() => {
  const { animate } = Element.prototype;
  window.held = [];
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    animation.pause();
    window.held.push(animation);
    return animation;
  };
}"""
TIMES = """() => window.held.map(({ effect }) => effect.getTiming().duration)"""
# A row's top at its start, half way and at its end.
TOPS = """(row) => {
  const animation = window.held.find(({ effect }) => effect.target === row);
  const { duration } = animation.effect.getTiming();
  return [0, duration / 2, duration].map((time) => {
    animation.currentTime = time;
    return row.getBoundingClientRect().top;
  });
}"""
OPACITY = "row => getComputedStyle(row).opacity"


def swapped() -> Json:
    """Pairs in a table: at step 1 the last comes first, at step 2 a new one is there."""
    orders = [ROWS, [ROWS[2], *ROWS[:2]], [ROWS[2], [2, 1], ROWS[0]]]
    states = [
        {"rows": [{"cells": [pair, 9 - k], "look": ""} for k, pair in enumerate(order)]}
        for order in orders
    ]
    game = hanoi(3)
    columns = [{"kind": "pair", "title": ""}, {"kind": "number", "title": ""}]
    table = {"id": "pairs", "kind": "table", "rows": 3, "columns": columns}
    steps = [
        {**step, "ask": None, "patch": {"pairs": state} if number else {}}
        for number, (step, state) in enumerate(zip(game["steps"], states, strict=False))
    ]
    return {
        **game,
        "id": "swapped",
        "widgets": [table],
        "layout": {"columns": [["pairs"]]},
        "first": {"pairs": states[0]},
        "steps": steps,
    }


def held(visited: Visit) -> Visit:
    visited.page.evaluate(HELD)
    return visited


def times(visited: Visit) -> Any:
    return visited.page.evaluate(TIMES)


def test_a_row_that_moves_is_seen_at_the_places_between(lab: Lab) -> None:
    visited = held(lab(mounted(swapped())))
    rows = visited.page.locator("tbody tr")
    old, first = (rows.nth(index).bounding_box()["y"] for index in (2, 0))
    visited.press("ArrowRight")
    start, half, end = rows.first.evaluate(TOPS)
    assert abs(start - old) < 1.5, "it comes from where it stood"
    assert first + 5 < half < old - 5
    assert abs(end - first) < 0.5


def test_what_is_new_fades_in(lab: Lab) -> None:
    visited = held(lab(mounted(swapped(), step=1)))
    visited.press("ArrowRight")
    rows = visited.page.locator("tbody tr")
    assert [row.evaluate(OPACITY) for row in rows.all()] == ["1", "0", "1"]


def test_a_hall_and_a_low_speed_give_more_time(lab: Lab) -> None:
    lasting = []
    for present, keys in ((False, ()), (True, ()), (True, ("-",)), (True, ("+",))):
        visited = held(lab(mounted(swapped(), present=present)))
        visited.press(*keys, "ArrowRight")
        lasting.append(set(times(visited)))
    assert lasting == [{200}, {450}, {900}, {225}]


def test_steps_that_come_faster_than_they_last_do_not_move(lab: Lab) -> None:
    visited = held(lab(mounted(swapped(), present=True)))
    hurry = """player => { for (const key of ["-", "ArrowRight", "ArrowRight"])
      player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); }"""
    visited.player().evaluate(hurry)
    assert visited.step() == 2
    assert len(times(visited)) == 3, "the first step's"
    left = "() => window.held.filter(({ playState }) => playState !== 'finished').length"
    assert visited.page.evaluate(left) == 0, "and they are over"


def test_nothing_moves_for_who_wants_no_motion(lab: Lab) -> None:
    visited = held(lab(mounted(swapped()), reduced_motion="reduce"))
    visited.press("ArrowRight")
    assert visited.step() == 1
    assert times(visited) == []
    assert (
        visited.player().evaluate("node => node.getAnimations({ subtree: true }).length") == 0
    )
