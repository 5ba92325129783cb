"""Charts of a race, from races made by hand: what is drawn, said, footed and kept."""

import json
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core.race.events import Run, RunDone
from bpe_core.race.ladder import LANES
from bpe_core.race.overhead import EVENTS_OVER_PLAIN, MEASURED_ON
from bpe_core.race.standing import Standing
from bpe_core.race.verdict import agreement
from tests.ui import standings
from tests.ui.standings import (
    FACTS,
    SIZE,
    cut_runs,
    left_out,
    plan_of,
    runs,
    standing_of,
    under_way,
)
from ui import text
from ui.chart_files import picture_of, png_of, svg_of
from ui.drawn import Drawn
from ui.race_growth_chart import drawn_growth
from ui.race_growth_rows import MEASURED
from ui.race_lines import decades, lines, planned_parts, rounded_up, spread
from ui.race_table import row_of
from ui.race_timing_chart import drawn_timing
from ui.scenes.lanes import LOOK_OF, LOOKS

HOSTILE = '<img src=x onerror=alert(1)> **bold** "quoted" ](http://a.example)'


@pytest.fixture(params=text.LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    chosen: str = request.param
    monkeypatch.setattr(text, "language", lambda: chosen)
    return chosen


def timing(standing: Standing, **asked: Any) -> Drawn:
    how = {"axis": "total", "scale": "log", "facts": FACTS, "corpus_name": "corpus.en"}
    return drawn_timing(standing, SIZE, **how | asked)


def spec_of(drawn: Drawn) -> dict[str, Any]:
    spec: dict[str, Any] = drawn.layers.to_dict()
    return spec


def rows_of(drawn: Drawn) -> list[dict[str, Any]]:
    """Every row of data that the chart holds."""
    return [row for data in spec_of(drawn)["datasets"].values() for row in data]


def words_of(drawn: Drawn) -> str:
    """All texts of the chart: constant ones and those of its rows."""
    return json.dumps(spec_of(drawn), ensure_ascii=False)


def states() -> dict[str, Standing]:
    """Every state of a race that a chart may meet."""
    two = ["naive", "linked"]
    return {
        "duel": standings.duel(),
        "ladder": standings.ladder(),
        "before": standing_of(plan_of(two)),
        "one lane": standing_of(plan_of(["linked"]), runs("linked", 0.1)),
        "one run": standing_of(
            plan_of(two, repeats=1),
            [*runs("naive", 4.0, repeats=1), *runs("linked", 0.1, repeats=1)],
        ),
        "equal": standing_of(plan_of(two), [*runs("naive", 1.0), *runs("linked", 1.0)]),
        "one merge": standing_of(
            plan_of(two, merges=1), [*runs("naive", 0.02, 1), *runs("linked", 0.05, 1)]
        ),
        "all cut": standing_of(plan_of(["naive"]), cut_runs("naive", 10.0, 120)),
        "cut at once": standing_of(
            plan_of(["naive"]), [RunDone("naive", Run("naive", SIZE, 0, (), (), cut=True))]
        ),
        "nothing to merge": standing_of(
            plan_of(["naive"]), [RunDone("naive", Run("naive", SIZE, 0, (0,), (5_000_000,)))]
        ),
        "nothing told": standing_of(
            plan_of(["naive"]), [RunDone("naive", Run("naive", SIZE, 0, (), ()))]
        ),
        "not run": standing_of(plan_of(two), [*left_out("naive", 9000), *runs("linked", 1.0)]),
        "under way": standing_of(
            plan_of(two), under_way("naive", [(0, 0.01), (9, 0.2), (20, 0.5)])
        ),
        "encoding": standing_of(
            plan_of(["merge_list", "tiktoken"], work="encode"),
            [*runs("merge_list", 3.0, 9000), *runs("tiktoken", 0.01, 9000, only_end=True)],
        ),
    }


@pytest.mark.parametrize("state", states())
@pytest.mark.parametrize(("axis", "scale"), [("total", "log"), ("each", "linear")])
def test_every_state_is_drawn_and_described(state: str, axis: str, scale: str) -> None:
    standing = states()[state]
    drawn = timing(standing, axis=axis, scale=scale, live=True)
    spec = spec_of(drawn)
    assert spec["layer"]
    low, high = domain_of(spec, "y")
    values = [row["median"] for row in rows_of(drawn) if "median" in row]
    assert low < high
    assert all(low <= value <= high for value in values)
    for name in standing.lanes:
        assert text.t(f"lane.{name}.title") in drawn.described


@pytest.mark.parametrize("state", states())
@pytest.mark.parametrize(("against", "measure"), [("size", "time"), ("merges", "each")])
def test_growth_of_every_state_is_drawn(state: str, against: Any, measure: Any) -> None:
    drawn = growth(states()[state], against, measure)
    assert spec_of(drawn)["layer"]
    assert drawn.finding
    assert drawn.described


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


def test_the_finding_is_reckoned_from_the_runs(language: str) -> None:
    drawn = timing(standings.duel())
    said = {
        "en": "linked list + heap: 144 ms, 32 times as fast as naive (4.58 s); "
        "in half of the rounds 32 to 32 times",
        "zh": "链表 + 堆只要 144 毫秒，速度是朴素（4.58 秒）的 32 倍；"
        "半数轮次在 32 至 32 倍之间",
    }
    assert drawn.finding == said[language]


def partly_cut(*, repeats: int = 7) -> Standing:
    """Naive is cut in the last of its runs."""
    *whole, _ = runs("naive", 4.0, repeats=repeats)
    last = standings.run("naive", lambda k: 10.0 * k / 120, 120, number=repeats - 1, cut=True)
    events = [*whole, last, *runs("linked", 0.1, repeats=repeats)]
    return standing_of(plan_of(["naive", "linked"], repeats=repeats), events)


def test_one_run_each_has_no_quartiles(language: str) -> None:
    standing = states()["one run"]
    drawn = timing(standing)
    title = {
        "en": "linked list + heap: 100 ms, 40 times as fast as naive (4.00 s)",
        "zh": "链表 + 堆只要 100 毫秒，速度是朴素（4.00 秒）的 40 倍",
    }
    assert drawn.finding == title[language]
    word = text.t("timing.tip_quartiles")
    assert word not in drawn.described
    assert "quartiles_text" not in tooltips(drawn)
    alone = standing_of(plan_of(["linked"], repeats=1), runs("linked", 0.1, repeats=1))
    assert word not in timing(alone).finding
    made = agreement(standing, SIZE)
    assert row_of(standing, SIZE, "naive", "linked", made)["quartiles"] == ""


def tooltips(drawn: Drawn) -> set[str]:
    """The fields shown under the pointer."""
    layers = spec_of(drawn)["layer"]
    return {tip["field"] for each in layers for tip in each["encoding"].get("tooltip", [])}


def test_several_runs_have_their_quartiles_under_the_pointer() -> None:
    drawn = timing(standings.duel())
    assert "quartiles_text" in tooltips(drawn)
    assert not any("≥" in row.get("quartiles_text", "") for row in rows_of(drawn))


def test_where_no_repeat_is_shared_the_ratio_is_of_the_medians(language: str) -> None:
    first, *_ = runs("naive", 4.0)
    second = standings.run("linked", lambda k: 0.1 * k / 243, 243, number=1)
    finding = timing(standing_of(plan_of(["naive", "linked"]), [first, second])).finding
    assert text.t("timing.tip_quartiles") not in finding
    assert finding == text.t(
        "timing.title_fast_only",
        fast=text.t("lane.linked.title"),
        slow=text.t("lane.naive.title"),
        median=text.t("race.unit.milliseconds", value="100"),
        other=text.t("race.unit.seconds", value="3.76"),
        ratio="38",
    )


def test_lanes_as_fast_as_each_other_in_one_run_are_set_side_by_side() -> None:
    two = [*runs("naive", 1.0, repeats=1), *runs("linked", 1.0, repeats=1)]
    finding = timing(standing_of(plan_of(["naive", "linked"], repeats=1), two)).finding
    assert "times as fast" not in finding
    assert "noise" not in finding


def test_the_upper_quartile_of_a_partly_cut_lane_is_a_bound(language: str) -> None:
    standing = partly_cut()
    made = agreement(standing, SIZE)
    rows = {name: row_of(standing, SIZE, name, "linked", made) for name in standing.lanes}
    assert "≥" in rows["naive"]["quartiles"]
    assert "≥" not in rows["linked"]["quartiles"]
    drawn = timing(standing)
    assert text.t("timing.tip_quartiles") not in drawn.finding
    assert "≥" in drawn.described
    told = {(row["lane"], row["done"]): row["quartiles_text"] for row in quartiles_of(drawn)}
    assert "≥" in told["naive", 243]
    assert "≥" not in told["linked", 243]
    assert "≥" not in told["naive", 1]


def quartiles_of(drawn: Drawn) -> list[dict[str, Any]]:
    return [row for row in rows_of(drawn) if "quartiles_text" in row]


@pytest.mark.parametrize("state", ["nothing to merge", "nothing told"])
def test_nothing_to_merge_is_no_time_and_no_cut(state: str, language: str) -> None:
    standing = states()[state]
    drawn = timing(standing)
    assert drawn.finding == text.t("timing.title_nothing")
    name = text.t("lane.naive.title")
    assert text.t("timing.alt_nothing", name=name) in drawn.described
    row = row_of(standing, SIZE, "naive", None, agreement(standing, SIZE))
    assert (row["median"], row["quartiles"]) == (text.t("results.nothing"), "")


def test_a_lane_that_was_not_run_is_not_told_as_cut(language: str) -> None:
    standing = states()["not run"]
    drawn = timing(standing)
    told = {"name": text.t("lane.naive.title"), "size": 9000}
    told["seconds"] = text.t("race.unit.seconds", value="10")
    sentence = text.t("timing.not_run_train", **told)
    assert sentence in drawn.details
    assert sentence in drawn.described
    row = row_of(standing, SIZE, "naive", "linked", agreement(standing, SIZE))
    assert (row["median"], row["same"]) == (text.t("results.not_run"), "–")


def test_a_difference_within_the_noise_is_not_called_faster() -> None:
    slow = runs("naive", 1.0)
    swapped = standing_of(
        plan_of(["naive", "linked"]), [*slow, *reversed_runs("linked", 1.001)]
    )
    assert "differ by less than the noise" in timing(swapped).finding


def reversed_runs(lane: str, seconds: float) -> list[Any]:
    """The same spread of runs in the other order, so that the ratio swings around 1."""
    return [
        standings.run(
            lane, lambda k, n=n: seconds * (1 - 0.02 * (n - 3)) * k / 243, 243, number=n
        )  # type: ignore[misc]
        for n in range(7)
    ]


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
def test_colour_dash_and_mark_of_every_lane_are_the_palettes(state: str) -> None:
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


def test_the_footer_says_what_was_measured_where_and_how(language: str) -> None:
    footer = timing(standings.ladder()).footer_text
    for fact in (
        "corpus.en",
        "133,027",
        "243",
        "A Processor",
        "3.11.7",
        "tokenizers 0.23.0",
        "2025.9.1",
    ):
        assert fact in footer
    plan = standings.ladder().plan
    assert text.t("footer.runs", repeats=plan.repeats, warm_ups=plan.warm_ups) in footer
    assert text.t("footer.from_text") in footer


def test_the_cost_of_events_is_said_only_of_trainers_that_report_them() -> None:
    footer = timing(standings.duel()).footer_text
    assert "plain loop" in footer
    for name, cost in EVENTS_OVER_PLAIN.items():
        expected = f"{cost.ratio - 1:.0%}" if cost.ratio >= 1.01 else text.t("footer.nothing")
        assert f"{expected} ({text.t(f'lane.{name}.title')})" in footer
    assert MEASURED_ON in footer
    assert "plain loop" not in timing(states()["encoding"]).footer_text


def test_the_description_holds_every_figure(language: str) -> None:
    described = timing(standings.duel()).described
    for lane, seconds in (("naive", "4.58"), ("linked", "144")):
        assert text.t(f"lane.{lane}.title") in described
        assert seconds in described


@pytest.mark.parametrize("name", LANES)
@pytest.mark.parametrize("chosen", text.LANGUAGES)
def test_every_lane_has_a_name_a_rung_and_a_look(name: str, chosen: str) -> None:
    assert {f"lane.{name}.title", f"lane.{name}.rung"} <= text.catalogue(chosen).keys()
    assert name in LOOK_OF


@pytest.mark.parametrize(("against", "measure"), MEASURED)
def test_every_growth_is_said_in_both_languages(
    against: Any, measure: Any, language: str
) -> None:
    drawn = growth(standings.growing(), against, measure)
    assert drawn.finding != text.t("growth.none")
    assert text.t("lane.linked.title") in drawn.finding
    assert "±" in drawn.described


def growth(standing: Standing, against: Any = "size", measure: Any = "time") -> Drawn:
    return drawn_growth(
        standing, against=against, measure=measure, facts=FACTS, corpus_name="corpus.en"
    )


def test_growth_says_what_doubling_does_and_gives_the_slopes(language: str) -> None:
    """Made to grow as n and as its root: twice the text, 2 and 1.41 times the time."""
    drawn = growth(standings.growing())
    assert "2.0" in drawn.finding
    assert "1.41" in drawn.finding
    assert "1.000 ± 0.001" in drawn.described
    assert "0.500 ± 0.001" in drawn.described
    assert "∝ n^1.000 ± 0.001" in words_of(drawn)


def test_growth_points_are_the_medians_with_their_quartiles() -> None:
    rows = rows_of(growth(standings.growing()))
    points = {(row["lane"], row["x"]): row["y"] for row in rows if "said" in row}
    assert points["naive", 128_000] == pytest.approx(1.28)
    assert len(points) == 10
    [bar] = [
        row for row in rows if "lower" in row and (row["lane"], row["x"]) == ("naive", 8000)
    ]
    assert bar["lower"] == pytest.approx(0.0796)
    assert bar["upper"] == pytest.approx(0.0804)


def test_two_sizes_give_no_slope(language: str) -> None:
    sizes = (1000, 2000)
    events = [standings.run("linked", lambda k: k * 1e-3, 9, size=size) for size in sizes]
    drawn = growth(standing_of(plan_of(["linked"], sizes=sizes), events, sizes))
    assert drawn.finding == text.t("growth.none")
    assert "±" not in drawn.described


def test_operations_are_counts_not_times() -> None:
    drawn = growth(standings.growing(), measure="operations")
    assert "6,528,000" in drawn.described  # 128,000 first counts and 50 scans of them
    assert " s" not in drawn.described.split("naive")[1].split("at")[0]


def test_a_kept_picture_holds_finding_chart_and_footer(language: str) -> None:
    drawn = timing(standings.ladder())
    svg = unescape(svg_of(drawn).decode())
    for lane in ("naive", "linked", "compiled", "rustbpe"):
        assert text.t(f"lane.{lane}.title") in svg
    assert "10.9" in svg
    assert "133,027" in svg
    assert "A Processor" in svg


def test_a_kept_picture_asks_nobody_for_anything_and_holds_names_as_text() -> None:
    drawn = timing(standings.duel(), corpus_name=HOSTILE)
    svg = svg_of(drawn).decode()
    assert "<img" not in svg
    assert "&lt;img" in svg
    assert "href" not in svg
    assert '"url"' not in json.dumps(picture_of(drawn))


def test_a_kept_picture_is_a_png_twice_as_sharp() -> None:
    png = png_of(timing(standings.duel()))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") > 2 * 960


def test_the_table_tells_every_state(language: str) -> None:
    standing = standings.ladder()
    made = agreement(standing, SIZE)
    rows = {name: row_of(standing, SIZE, name, "rustbpe", made) for name in standing.lanes}
    assert rows["naive"]["ratio"] == "420"
    assert "12.0 MB" in rows["naive"]["peak"]
    assert "✓" in rows["naive"]["same"]
    assert "120 / 243" in rows["naive_every"]["median"]
    assert rows["gigatoken"]["median"] == text.t("results.absent")
    assert rows["sentencepiece"]["median"] == text.t("results.failed")
    assert rows["linked"]["rung"] == text.t("lane.linked.rung")


def page(language: str, mode: str, name: str) -> None:
    """A page with all that a race is shown with; run by the test below."""
    import streamlit as st

    from tests.ui import standings
    from ui.race_files import race_files
    from ui.race_growth_chart import growth_chart
    from ui.race_table import results_table
    from ui.race_timing_chart import timing_chart

    st.session_state["lang"], st.session_state["mode"] = language, mode
    standing = standings.ladder()
    told = {"facts": standings.FACTS, "corpus_name": name}
    drawn = timing_chart(standing, standings.SIZE, **told)
    results_table(standing, standings.SIZE)
    race_files(drawn, standing, standings.FACTS, name)
    growth_chart(standings.growing(), against="size", measure="time", **told)


@pytest.mark.parametrize("chosen", text.LANGUAGES)
@pytest.mark.parametrize("mode", ["browse", "present"])
def test_a_page_draws_all_of_it_and_a_hostile_name_stays_text(chosen: str, mode: str) -> None:
    at = AppTest.from_function(page, args=(chosen, mode, HOSTILE), default_timeout=60).run()
    assert not at.exception
    html = "".join(each.proto.body for each in at.get("html"))
    assert "<img" not in html
    assert HOSTILE in unescape(html)
    assert text.catalogue(chosen)["lane.linked.rung"] in unescape(html)
    assert "&lt;b&gt;" not in html  # why a lane failed is not part of the table
    charts = at.get("arrow_vega_lite_chart") or at.get("vega_lite_chart")
    assert len(charts) == 2
    assert len(at.get("download_button")) == 4
