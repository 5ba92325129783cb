"""Growth: points, slopes, laws."""

from typing import Any

import pytest

from bpe_lab import text
from bpe_lab.race.standing import Standing
from tests.ui import standings
from tests.ui.race_charts.charts import rows_of, spec_of, states, words_of
from tests.ui.standings import FACTS, plan_of, standing_of
from ui.charts.captioned import Drawn
from ui.race.growth_chart import MEASURED, drawn_growth


@pytest.mark.parametrize("state", states())
@pytest.mark.parametrize(("against", "measure"), [("size", "time"), ("merges", "each")])
def test_growth_of_every_state_is_drawn(state: str, against: Any, measure: Any) -> None:
    drawn = growth(states()[state], against, measure)
    assert spec_of(drawn)["layer"]
    assert drawn.finding
    assert drawn.described


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
    points = {(row["lane"], row["x"]): row["y"] for row in rows if "value_text" in row}
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
