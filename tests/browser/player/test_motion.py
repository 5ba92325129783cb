"""What moves is seen to move, at a pace that suits; and nothing moves for who wants none."""

from typing import Any

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import section
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json, hanoi, mounted
from tests.browser.player.lab import Lab
from tests.ui.recordings import frames_of

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
MIDDLE = """node => {
  const { left, width } = node.getBoundingClientRect();
  return left + width / 2;
}"""
# What moves of this name at its start, half way and at its end: its place and how clear it is.
PLACES = """name => {
  const animation = window.held.find(({ effect }) => effect.target.matches(name));
  const { effect: { target } } = animation;
  const { duration } = animation.effect.getTiming();
  const body = target.querySelector(".body");
  return [0, duration / 2, duration - 0.01].map((time) => {
    animation.currentTime = time;
    const { left, top, width } = body.getBoundingClientRect();
    return { middle: left + width / 2, top, opacity: Number(getComputedStyle(target).opacity) };
  });
}"""
# The widths of a ribbon's box while it grows.
WIDTHS = """(player) => {
  // In one go, since on a busy machine it has grown before anybody looks.
  player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const grows = player.getAnimations({ subtree: true })
    .find(({ transitionProperty }) => transitionProperty === "width");
  grows.pause();
  const { duration } = grows.effect.getTiming();
  return [0, duration / 2, duration - 0.01].map((time) => {
    grows.currentTime = time;
    return grows.effect.target.getBoundingClientRect().width;
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


def walking(lab: Lab, recording: Json, step: int) -> Visit:
    texts = section("en", "player", "goal", "mark", "linked", "train", "encode", "tie_rule")
    return held(lab(mounted(recording, text=texts | section("en", "tie_name"), step=step)))


def test_what_is_absorbed_goes_into_the_token_before_it(lab: Lab) -> None:
    recording = linked_walk(Corpus("low low"), TrainOptions(num_merges=1)).recording
    looks = [
        [slot[4] for slot in frame["lens"]["slots"].values()] for frame in frames_of(recording)
    ]
    dead = next(number for number, each in enumerate(looks) if "dead" in each)
    visited = walking(lab, recording, dead - 1)
    visited.press("ArrowRight")
    first, second = (
        visited.page.locator(f".lens-slot[data-look={look}] .body").first.evaluate(MIDDLE)
        for look in ("now", "dead")
    )
    start, half, end = visited.page.evaluate(PLACES, ".lens .departed")
    assert abs(start["middle"] - second) < 1
    assert first + 5 < half["middle"] < second - 5
    assert abs(end["middle"] - first) < 1
    assert end["opacity"] < 0.05


def test_a_node_of_the_tree_rises(lab: Lab) -> None:
    recording = word_walk(built_in("lecture"), " tech").recording
    step = next(n for n, each in enumerate(recording["steps"]) if "tree" in each["patch"])
    visited = walking(lab, recording, step - 1)
    visited.press("ArrowRight")
    start, half, end = visited.page.evaluate(PLACES, ".node")
    assert start["opacity"] == 0
    assert start["top"] - 5 > half["top"] > end["top"] + 1
    assert end["opacity"] > 0.95


def test_a_token_grows_over_what_it_absorbs(lab: Lab) -> None:
    recording = training_walk(Corpus("low low"), TrainOptions(num_merges=1)).recording
    merge = next(n for n, each in enumerate(recording["steps"]) if each["goal"] == "merge")
    visited = walking(lab, recording, merge - 1)
    start, half, end = visited.player().evaluate(WIDTHS)
    assert start + 5 < half < end - 1
