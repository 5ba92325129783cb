"""The figures beside a race's charts agree with each other and with what is drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab import text
from bpe_lab.race.plan import LANES, Lane
from bpe_lab.race.standing import Agreement, Standing, agreement
from tests.ui import standings
from tests.ui.standings import FACTS, SIZE, plan_of, run, runs, standing_of
from ui.charts.captioned import Drawn
from ui.charts.numbers import times_text
from ui.race.growth_chart import drawn_growth
from ui.race.race_results import row_of
from ui.race.timing_chart import drawn_timing


@pytest.fixture(params=text.LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    chosen: str = request.param
    monkeypatch.setattr(text, "language", lambda: chosen)
    return chosen


def timing(standing: Standing, axis: Any = "total") -> Drawn:
    how = {"scale": "log", "facts": FACTS, "corpus_name": "corpus.en"}
    return drawn_timing(standing, SIZE, axis=axis, **how)


def told(lane: str, seconds: Sequence[float]) -> list[Any]:
    """A run for each of ``seconds``, evenly to its end."""
    return [
        run(lane, lambda k, s=each: s * k / 243, 243, number=number)  # type: ignore[misc]
        for number, each in enumerate(seconds)
    ]


def uneven() -> Standing:
    """Medians of 4 and 0.1 s, and ratios of 16, 20, 40, 60 and 80 in the rounds."""
    slow, fast = (1.6, 2.0, 4.0, 6.0, 8.0), (0.1,) * 5
    return standing_of(
        plan_of(["naive", "linked"], repeats=5), [*told("naive", slow), *told("linked", fast)]
    )


def shifted() -> Standing:
    """Medians of 42 and 1 s, though in the middle round the ratio is 21."""
    return standing_of(
        plan_of(["naive", "linked"], repeats=3),
        [*told("naive", (42.0, 84.0, 21.0)), *told("linked", (2.0, 0.5, 1.0))],
    )


def rows_of(standing: Standing) -> Mapping[str, dict[str, str]]:
    made = agreement(standing, SIZE)
    return {name: row_of(standing, SIZE, name, "linked", made) for name in standing.lanes}


def test_the_ratio_is_that_of_the_medians_beside_it() -> None:
    standing = shifted()
    title = timing(standing).finding
    assert f" {times_text(42)} " in title
    assert rows_of(standing)["naive"]["ratio"] == times_text(42)


def test_the_range_is_said_to_be_of_the_rounds(language: str) -> None:
    said = {"en": "in half of the rounds 20 to 60 times", "zh": "半数轮次在 20 至 60 倍之间"}
    assert said[language] in timing(uneven()).finding


def test_time_a_part_is_told_of_the_parts_not_of_the_whole() -> None:
    """Most merges take 1 and 4 ms, the last third far longer: totals tell another story."""

    def clock(step: float, late: float) -> Any:
        return lambda k: 0.01 + step * k + late * max(0, k - 200)

    standing = standing_of(
        plan_of(["naive", "linked"], repeats=1),
        [run("naive", clock(4e-3, 0), 243), run("linked", clock(1e-3, 1e-2), 243)],
    )
    drawn = timing(standing, "each")
    one, four = (text.t("race.unit.milliseconds", value=each) for each in ("1.00", "4.00"))
    assert one in drawn.finding
    assert four in drawn.finding
    labels = {
        row["lane"]: row["value"]
        for data in drawn.layers.to_dict()["datasets"].values()
        for row in data
        if "value" in row
    }
    assert labels == {"naive": four, "linked": one}
    assert one in drawn.described


def test_why_a_lane_is_not_compared_is_its_own_reason() -> None:
    lanes = ["linked", "huggingface", "rustbpe", "gigatoken", "sentencepiece"]
    standing = standing_of(plan_of(lanes), [event for lane in lanes for event in runs(lane, 1)])
    assert standing.plan.options.tie_break == "greatest"
    same = {name: row["same"] for name, row in rows_of(standing).items()}
    assert same["sentencepiece"] == text.t("results.own_splits")
    lowest, as_gpt2 = (text.t(f"tie_name.{rule}") for rule in TIE_BREAKS[2:])
    assert same["huggingface"] == text.t("results.other_rule", rules=as_gpt2)
    assert same["rustbpe"] == text.t("results.other_rule", rules=lowest)
    assert same["gigatoken"] == text.t("results.other_rule", rules=f"{lowest} / {as_gpt2}")


def test_a_lane_with_a_rule_that_nobody_shares_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = {**LANES, "huggingface": Lane(library="tokenizers", tie_breaks=())}
    monkeypatch.setattr("ui.race.race_results.LANES", lanes)
    monkeypatch.setattr("bpe_lab.race.standing.LANES", lanes)
    names = ["linked", "huggingface"]
    standing = standing_of(plan_of(names), [event for name in names for event in runs(name, 1)])
    assert rows_of(standing)["huggingface"]["same"] == text.t("results.own_rule")


def test_every_reason_of_another_rule_fits_some_lane() -> None:
    strange = [lane for lane in LANES.values() if set(lane.tie_breaks) != set(TIE_BREAKS)]
    assert any(lane.own_splits for lane in strange)
    assert all(not lane.tie_breaks for lane in strange if lane.own_splits)
    assert any(lane.tie_breaks == ("lowest_ids",) for lane in strange)


def test_lanes_of_a_full_agreement_have_no_reason() -> None:
    made = Agreement("", 0, (), {})
    row = row_of(uneven(), SIZE, "naive", "linked", made)
    assert row["same"] == "–"


def test_counts_are_grouped() -> None:
    parts, most = 4_321, 23_456
    cut = run("naive", lambda k: 10.0 * k / parts, parts, cut=True)
    whole = run("linked", lambda k: 1.0 * k / most, most)
    standing = standing_of(plan_of(["naive", "linked"], merges=most), [cut, whole])
    assert "4,321 / 23,456" in rows_of(standing)["naive"]["median"]
    assert "4,321" in timing(standing).details


def growth(lanes: Sequence[str], measure: Any = "time", against: Any = "size") -> Drawn:
    return drawn_growth(
        standings.growing(lanes),
        against=against,
        measure=measure,
        facts=FACTS,
        corpus_name="corpus.en",
    )


def test_growth_heads_with_the_slowest_and_the_fastest_of_ours() -> None:
    drawn = growth(["naive_every", "naive", "indexed", "linked", "rustbpe"])
    heads = {
        n for n in ("naive_every", "indexed", "linked", "rustbpe") if name(n) in drawn.finding
    }
    assert len(heads) == 2
    assert "linked" in heads
    assert "rustbpe" not in heads
    assert name("rustbpe") in drawn.details


def name(lane: str) -> str:
    return text.t(f"lane.{lane}.title")


def test_growth_of_peers_alone_is_told_of_them() -> None:
    assert name("rustbpe") in growth(["rustbpe"]).finding


def test_each_law_is_said_of_the_lanes_that_it_is_drawn_for() -> None:
    details = growth(["naive_every", "naive", "linked"], "each", "merges").details
    for law, lane in (("scans_every", "naive_every"), ("scans", "naive")):
        assert text.t(f"theory.{law}", names=name(lane)) in details


def test_the_key_names_quartiles_only_where_they_are_drawn() -> None:
    lanes = ["naive", "linked"]
    assert text.t("growth.key_quartiles") in title_of(growth(lanes))
    for measure, against in (("merging", "size"), ("merging", "merges")):
        title = title_of(growth(lanes, measure, against))
        assert text.t("growth.key_medians") in title
        assert text.t("growth.key_quartiles") not in title
    assert text.t("growth.key_counts") in title_of(growth(lanes, "operations"))


def title_of(drawn: Drawn) -> str:
    titles = [layer["encoding"]["y"].get("title") for layer in drawn.layers.to_dict()["layer"]]
    return str(next(filter(None, titles)))
