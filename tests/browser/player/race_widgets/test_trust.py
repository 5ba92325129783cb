"""Differences told, hostile words, nonsense, what is kept, what a step costs."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.looks import serious_faults
from tests.browser.player.lab import Lab, downloaded
from tests.browser.player.race_widgets.forms import FORMS, SIX, TWO, Json, shown, texts
from tests.browser.player.runners import mounted, race


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recording", [TWO, SIX], ids=["two", "six"])
def test_no_serious_fault(lab: Lab, recording: Json, form: str) -> None:
    visited = shown(lab, recording, form)
    visited.press("ArrowRight", "ArrowRight")
    visited.page.locator(".badge-text[data-look=same]").wait_for()
    faults = serious_faults(visited)
    # The bare page of these tests has neither a language nor a title of its own.
    assert [fault for fault in faults if "html" not in fault.split(":")[0]] == []


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
    visited.page.locator(".player .failed").wait_for()


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
