"""Differences told, hostile words, nonsense, what is kept, what a step costs."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.browser.player.lab import Lab, assert_failing, downloaded
from tests.browser.player.race_widgets.forms import SIX, TWO, Json, shown, texts
from tests.browser.player.runners import mounted, race


def test_a_difference_is_said_in_words_and_signs(lab: Lab) -> None:
    visited = shown(lab, race(2, differs=True))
    visited.press("End")
    assert texts(visited, ".badge-text") == ["✗\ndiffers at 26"]
    expect(visited.page.locator(".badge-text[data-look=differs]")).to_have_count(1)


def test_hostile_words_are_shown_as_words(lab: Lab) -> None:
    evil = "<img src=x onerror='window.struck=1'>"
    recording = race(3, names=(evil, "{rests}</script>", "constructor"))
    recording["widgets"][2]["foot"] = ["run.so_far {evil}", {"evil": evil}]
    visited = shown(lab, {**recording, "id": "evil"})
    visited.press("ArrowRight", "End")
    assert evil in texts(visited, ".side-name")[0]
    expect(visited.page.locator(".player img")).to_have_count(0)
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


NONSENSE: tuple[tuple[int, Json], ...] = (
    (0, {"lanes": 7}),
    (0, {"lanes": [{"id": "x", "title": "x", "look": 99}]}),
    (1, {"most": "much"}),
    (2, {"y": {"low": 0, "high": 1}}),
    (2, {"x": {"first": "a", "last": 1}}),
    (3, {"lanes": [{"id": "x", "title": "x", "look": 1, "cells": -1}]}),
)


def test_nonsense_ends_in_a_message(lab: Lab) -> None:
    visited = shown(lab, TWO)
    for place, static in NONSENSE:
        widgets = [*TWO["widgets"]]
        widgets[place] = {**widgets[place], **static}
        broken = mounted({**TWO, "id": json.dumps(static), "widgets": widgets})
        assert_failing(visited, broken, mounted(TWO))


def test_what_a_step_costs_is_told(lab: Lab, record_property: Any) -> None:
    """Four lanes of 240 cells, four lines of 30 points: measured, not demanded."""
    visited = shown(lab, race(4, 30), "light")
    times = visited.page.evaluate(
        """async () => {
          const player = document.getElementById("host").shadowRoot.querySelector(".player");
          const key = { key: "ArrowRight", bubbles: true };
          const times = [];
          for (let step = 0; step < 20; step++) {
            const begun = performance.now();
            player.dispatchEvent(new KeyboardEvent("keydown", key));
            player.getBoundingClientRect();
            times.push(performance.now() - begun);
            await new Promise(requestAnimationFrame);
          }
          return times.sort((a, b) => a - b);
        }"""
    )
    assert visited.step() == 20
    record_property("p50_ms", round(times[10], 2))
    record_property("p95_ms", round(times[19], 2))
