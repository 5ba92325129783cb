"""Time by part: every state is drawn, nothing is drawn that was not measured."""

from itertools import pairwise
from typing import Any

import pytest

from bpe_lab import text
from bpe_lab.scenes.lanes import LOOK_OF, LOOKS
from tests.ui import standings
from tests.ui.race_charts.charts import (
    rows_in,
    rows_of,
    spec_of,
    states,
    timing,
    tooltips,
    words_of,
)
from tests.ui.standings import SIZE, plan_of, standing_of, under_way
from ui.charts.axes import decades, rounded_up, spread
from ui.race.timing_lines import lines, planned_parts


@pytest.mark.parametrize("state", states())
@pytest.mark.parametrize(("axis", "scale"), [("total", "log"), ("each", "linear")])
def test_every_state_is_drawn_and_described(state: str, axis: str, scale: str) -> None:
    standing = states()[state]
    drawn = timing(standing, axis=axis, scale=scale, live=True)
    spec = spec_of(drawn)
    assert spec["layer"]
    low, high = domain_of(spec, "y")
    values = [row["median"] for row in rows_in(spec) if "median" in row]
    assert low < high
    assert all(low <= value <= high for value in values)
    for name in standing.lanes:
        assert text.t(f"lane.{name}.title") in drawn.described


def domain_of(spec: dict[str, Any], channel: str) -> list[float]:
    found = [
        layer["encoding"][channel]["scale"]["domain"]
        for layer in spec["layer"]
        if "scale" in layer["encoding"].get(channel, {})
    ]
    assert found
    assert all(domain == found[0] for domain in found)
    domain: list[float] = found[0]
    return domain


def test_several_runs_have_their_quartiles_under_the_pointer() -> None:
    drawn = timing(standings.duel())
    assert "quartiles_text" in tooltips(drawn)
    assert not any("≥" in row.get("quartiles_text", "") for row in rows_of(drawn))


def test_what_was_cut_is_marked_and_its_extrapolation_named(language: str) -> None:
    """120 of 243 merges in 10 s: at this rate the whole would take 20.25 s."""
    drawn = timing(standings.ladder())
    words = words_of(drawn)
    assert text.t("timing.extrapolated") in words
    assert text.t("timing.cut_mark", seconds=text.t("race.unit.seconds", value="10")) in words
    ends = [row for row in rows_of(drawn) if row.get("lane") == "naive_every"]
    assert {"done": 243, "median": pytest.approx(20.25)}.items() <= ends_at(ends, 243).items()
    measured = [row for row in ends if "lower" in row]
    assert max(row["done"] for row in measured) == 120
    assert "120" in drawn.details
    assert "243" in drawn.details


def ends_at(rows: list[dict[str, Any]], done: int) -> dict[str, Any]:
    return next(row for row in rows if row.get("done") == done)


def test_no_line_is_extrapolated_where_time_is_told_part_by_part() -> None:
    assert text.t("timing.extrapolated") not in words_of(
        timing(standings.ladder(), axis="each")
    )


def test_the_run_under_way_is_drawn_as_points_only_while_it_runs() -> None:
    standing = states()["under way"]
    shown = [row for row in rows_of(timing(standing, live=True)) if row.get("done") == 20]
    assert {"lane": "naive", "done": 20, "median": 0.5} in shown
    assert not any(row.get("done") == 20 for row in rows_of(timing(standing, live=False)))


def test_axes_stand_still_while_points_arrive() -> None:
    plan = plan_of(["naive"])
    early = standing_of(plan, under_way("naive", [(5, 0.11)]))
    late = standing_of(plan, under_way("naive", [(5, 0.11), (60, 0.9)]))
    for channel in "xy":
        one, other = (
            domain_of(spec_of(timing(each, live=True)), channel) for each in (early, late)
        )
        assert one == other
    assert planned_parts(early, SIZE) == 243


def test_a_lane_that_tells_only_its_end_is_one_point_with_its_quartiles() -> None:
    found = {line.lane: line for line in lines(standings.ladder(), SIZE, "total", live=False)}
    assert found["rustbpe"].is_point
    [point] = found["rustbpe"].points
    assert point.done == 243
    assert point.band.lower < point.band.middle < point.band.upper


@pytest.mark.parametrize("state", ["ladder", "duel", "encoding"])
def test_color_dash_and_mark_of_every_lane_are_the_palettes(state: str) -> None:
    standing = states()[state]
    [color, *_] = [
        layer["encoding"]["color"]["scale"]
        for layer in spec_of(timing(standing))["layer"]
        if "scale" in layer["encoding"].get("color", {})
    ]
    assert color["domain"] == list(standing.lanes)
    assert color["range"] == [LOOKS[LOOK_OF[lane]].light for lane in standing.lanes]


def test_labels_stand_apart_and_within() -> None:
    for heights in ([5.0, 6.0, 7.0], [0.0, 100.0, 99.0], [50.0] * 5):
        moved = sorted(spread({str(k): y for k, y in enumerate(heights)}, 20.0, 100.0).values())
        assert all(below - above >= 20 - 1e-9 for above, below in pairwise(moved))
        assert moved[0] >= 0
        assert moved[-1] <= 100


def test_axes_end_at_round_numbers() -> None:
    assert decades([0.011, 4.58]) == (0.01, 10.0)
    assert rounded_up(4.58) == 5.0
