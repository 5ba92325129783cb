"""What a chart says in words: the finding, the footer, the description."""

from typing import Any

import pytest

from bpe_lab import text
from bpe_lab.race.figures import unit_of
from bpe_lab.race.plan import LANES, lanes_of
from bpe_lab.race.standing import Standing, agreement
from bpe_lab.scenes.lanes import LOOKS, palette_index
from tests.ui import standings
from tests.ui.race_charts.charts import rows_of, states, timing, tooltips
from tests.ui.standings import SIZE, plan_of, runs, standing_of
from ui.charts.captioned import Drawn
from ui.race.race_results import EVENTS_OVER_PLAIN, MEASURED_ON, row_of


def test_the_finding_is_reckoned_from_the_runs(language: str) -> None:
    drawn = timing(standings.duel())
    said = {
        "en": "linked list + heap: 144 ms, 32 times as fast as naive (4.58 s); "
        "in half of the rounds 32 to 32 times",
        "zh": "链表 + 堆只要 144 毫秒，速度是朴素法（4.58 秒）的 32 倍；"
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
        "zh": "链表 + 堆只要 100 毫秒，速度是朴素法（4.00 秒）的 40 倍",
    }
    assert drawn.finding == title[language]
    word = text.t("timing.tip_quartiles")
    assert word not in drawn.described
    assert "quartiles_text" not in tooltips(drawn)
    alone = standing_of(plan_of(["linked"], repeats=1), runs("linked", 0.1, repeats=1))
    assert word not in timing(alone).finding
    made = agreement(standing, SIZE)
    assert row_of(standing, SIZE, "naive", "linked", made)["quartiles"] == ""


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
    for name, ratio in EVENTS_OVER_PLAIN.items():
        told_apart = ratio >= 1.01
        of_lane = f"{text.t(f'lane.{name}.title')} {ratio - 1:.0%}"
        assert (of_lane in footer) == told_apart
    assert footer.count(text.t("footer.rest")) == 1, "once, not once for each"
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
    work = lanes_of(LANES[name].work)
    assert len({palette_index(lane) for lane in work}) == min(len(work), len(LOOKS))


def test_a_screen_has_one_lane_that_ratios_refer_to() -> None:
    """The table says linked = 1, and so does the sentence; compiled is below 1."""
    standing = standings.ladder()
    assert unit_of(standing, standings.SIZE) == "linked"
    told = timing(standing).details
    assert f"{text.t('lane.linked.title')} = 1" in told
    assert f"{text.t('lane.naive.title')} 32" in told
    assert f"{text.t('lane.compiled.title')} 0.078" in told
