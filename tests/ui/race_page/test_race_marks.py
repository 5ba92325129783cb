"""What is drawn in a race's charts: ways beyond, marked points, steps, kept pictures."""

import json
import math
from typing import Any

import pytest

from bpe_lab.race.standing import RaceEvent, Run, RunDone, Standing
from bpe_lab.text import t
from tests.ui import standings
from tests.ui.standings import FACTS, SIZE, plan_of, runs, standing_of
from ui.charts.captioned import Drawn, picture_of
from ui.charts.chart_style import FONT, Style, look
from ui.race import growth_chart, timing_chart
from ui.race.growth_chart import drawn_growth
from ui.race.timing_chart import drawn_timing
from ui.race.timing_lines import lines

SLICES = (1, 2, 4, 8, 16, 32, 64, 128, 243)


def timing(standing: Standing, axis: Any) -> Drawn:
    how = {"scale": "log", "facts": FACTS, "corpus_name": "corpus.en"}
    return drawn_timing(standing, SIZE, axis=axis, **how)


def layers_of(drawn: Drawn) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each layer's mark with the rows that it draws."""
    spec = drawn.layers.to_dict()
    return [(each["mark"], spec["datasets"][each["data"]["name"]]) for each in spec["layer"]]


def sliced(lane: str, seconds: float) -> list[RaceEvent]:
    """Three runs that tell slices that double."""
    at = tuple(int(seconds * done / 243 * 1e9) for done in SLICES)
    return [RunDone(lane, Run(lane, SIZE, n, SLICES, at)) for n in range(3)]


def two() -> Standing:
    """A lane that tells every merge, and one that tells slices."""
    events = [*runs("linked", 0.5, repeats=3), *sliced("compiled", 0.01)]
    return standing_of(plan_of(["linked", "compiled"], repeats=3), events)


def test_what_is_extrapolated_goes_straight_in_the_parts_and_so_bends_on_a_log_axis() -> None:
    """120 of 243 merges took 10 s, and the rest would take as long each."""
    [way] = [
        rows
        for mark, rows in layers_of(timing(standings.ladder(), "total"))
        if mark["type"] == "line" and "lower" not in rows[0]
    ]
    assert len(way) > 40
    assert (way[0]["done"], way[-1]["done"]) == (120, 243)
    assert all(row["median"] == pytest.approx(row["done"] / 12, rel=0.01) for row in way)
    straight = math.sqrt(way[0]["median"] * way[-1]["median"])  # halfway between on a log axis
    assert way[len(way) // 2]["median"] > 1.05 * straight


def test_the_way_beyond_is_not_longer_than_the_parts_that_are_left() -> None:
    standing = standing_of(
        plan_of(["naive", "linked"], merges=10),
        [*standings.cut_runs("naive", 10.0, 8), *runs("linked", 0.1, 10)],
    )
    naive, _ = lines(standing, SIZE, "total", live=False)
    assert [done for done, _ in naive.beyond] == [8, 9, 10]


def test_few_points_are_marked_and_many_are_not() -> None:
    [dots] = [
        rows
        for mark, rows in layers_of(timing(two(), "total"))
        if mark["type"] == "circle" and mark.get("opacity") == 1
    ]
    assert {row["lane"] for row in dots} == {"compiled"}
    assert [row["done"] for row in dots] == list(SLICES)


def test_the_time_of_a_slice_is_a_step_over_all_of_it() -> None:
    drawn = timing(two(), "each")
    ways = {
        rows[0]["lane"]: (mark["interpolate"], [row["done"] for row in rows])
        for mark, rows in layers_of(drawn)
        if mark["type"] == "line"
    }
    assert ways["compiled"] == ("step-before", list(SLICES))
    assert ways["linked"][0] == "linear"
    assert t("timing.slices") in json.dumps(drawn.layers.to_dict(), ensure_ascii=False)
    words = json.dumps(timing(standings.duel(), "each").layers.to_dict(), ensure_ascii=False)
    assert t("timing.slices") not in words


def test_half_of_the_parts_weighs_slices_by_their_parts() -> None:
    """The last slice holds 115 of 242 merges, the one before it 64."""
    slow = tuple(int(1e9 * at) for at in (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 7.04, 7.04 + 0.23))
    events = [RunDone("compiled", Run("compiled", SIZE, 0, SLICES, slow))]
    [line] = lines(standing_of(plan_of(["compiled"]), events), SIZE, "each", live=False)
    assert line.typical == pytest.approx(0.01)


@pytest.fixture
def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (timing_chart, growth_chart):
        monkeypatch.setattr(module, "style", lambda: Style(dark=True, scale=1.0))


@pytest.mark.usefixtures("dark")
def test_kept_pictures_are_light_on_white_whatever_the_page_is() -> None:
    growth = drawn_growth(
        standings.growing(), against="size", measure="time", facts=FACTS, corpus_name="x"
    )
    for drawn in (timing(standings.ladder(), "total"), growth):
        shown, kept = json.dumps(drawn.layers.to_dict()), json.dumps(picture_of(drawn))
        assert look("linked").dark in shown
        assert look("linked").light in kept
        assert look("linked").dark not in kept
        assert Style(dark=True, scale=1.0).paper not in kept
        assert Style(dark=True, scale=1.0).text not in kept
        assert picture_of(drawn)["background"] == "#FFFFFF"


def test_fonts_end_with_one_that_every_machine_has() -> None:
    assert FONT.rsplit(",", 1)[-1].strip() == "sans-serif"
    assert picture_of(timing(standings.duel(), "total"))["config"]["font"] == FONT
