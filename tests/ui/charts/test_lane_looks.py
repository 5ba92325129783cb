"""The palette of lanes: one for charts and player, readable in both themes, no look twice."""

import json
import math
import re
from itertools import combinations
from typing import Any

import pytest

from bpe_lab.scenes.lanes import LOOK_OF, LOOKS
from tests.paths import ROOT

PLAYER = ROOT / "bpe_lab/player"
GROUNDS = {
    "light": ["#FFFFFF", "#F5F6F8"],
    "dark": ["#10151C", "#19202A", "#05080C"],
}
LEAST_CONTRAST = 4.5  # WCAG AA for text; lanes' names are written in their colors
LEAST_DISTANCE = 8  # hundredths of OKLab from a color that means a sub-goal


def declared(theme: str) -> dict[str, str]:
    """The colors that the player's style sheet declares for a theme."""
    css = (PLAYER / "core/colors.css").read_text("utf-8")
    light, dark = css.split(".player[data-theme=dark] {", 1)
    part = light if theme == "light" else dark.split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))


def listed(name: str) -> Any:
    """A list of the player's code, which is written as JSON."""
    code = (PLAYER / "widgets/looks.js").read_text("utf-8")
    found = re.search(rf"const {name} = (\[.*?\]);", code, re.DOTALL)
    assert found, name
    return json.loads(found[1])


def linear(color: str) -> list[float]:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one: str, other: str) -> float:
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(w * c for w, c in zip(weights, linear(color), strict=True))
        for color in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


def oklab(color: str) -> tuple[float, float, float]:
    r, g, b = linear(color)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_player_has_the_same_colors(theme: str) -> None:
    colors = declared(theme)
    for place, look in enumerate(LOOKS):
        assert colors[f"lane-{place}"] == getattr(look, theme).lower()
    assert f"lane-{len(LOOKS)}" not in colors


def test_the_player_has_the_same_lines_marks_and_hatches() -> None:
    assert [tuple(dash) for dash in listed("LANE_DASHES")] == [look.dash for look in LOOKS]
    assert listed("LANE_MARKS") == [look.mark for look in LOOKS]
    assert listed("LANE_HATCHES") == [look.hatch for look in LOOKS]
    css = (PLAYER / "widgets/race.css").read_text("utf-8")
    for look in LOOKS:
        if look.hatch:
            assert f"[data-hatch={look.hatch}]" in css


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", range(len(LOOKS)))
def test_a_lane_can_be_read_and_is_no_sub_goal(theme: str, place: int) -> None:
    color = getattr(LOOKS[place], theme)
    for ground in GROUNDS[theme]:
        assert contrast(color, ground) >= LEAST_CONTRAST, ground
    colors = declared(theme)
    for goal in ("count", "choose", "merge", "repair"):
        distance = 100 * math.dist(oklab(color), oklab(colors[goal]))
        assert distance >= LEAST_DISTANCE, goal


def test_no_two_looks_are_told_by_color_alone() -> None:
    for one, other in combinations(LOOKS, 2):
        assert one.mark != other.mark
        assert one.hatch != other.hatch
        assert one.dash != other.dash or not one.dash
        if one.light == other.light:
            assert one.dash != other.dash


def test_every_lane_has_a_look_of_its_own() -> None:
    assert set(LOOK_OF.values()) <= set(range(len(LOOKS)))
