"""Charts of races in every state, and what is read off them."""

import json
from functools import cache
from typing import Any

from bpe_lab.race.standing import Run, RunDone, Standing
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
from ui.charts.captioned import Drawn
from ui.race.timing_chart import drawn_timing


def timing(standing: Standing, **asked: Any) -> Drawn:
    how = {"axis": "total", "scale": "log", "facts": FACTS, "corpus_name": "corpus.en"}
    return drawn_timing(standing, SIZE, **how | asked)


def spec_of(drawn: Drawn) -> dict[str, Any]:
    spec: dict[str, Any] = drawn.layers.to_dict()
    return spec


def rows_of(drawn: Drawn) -> list[dict[str, Any]]:
    """Every row of data that the chart holds."""
    return rows_in(spec_of(drawn))


def rows_in(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for data in spec["datasets"].values() for row in data]


def words_of(drawn: Drawn) -> str:
    """All texts of the chart: constant ones and those of its rows."""
    return json.dumps(spec_of(drawn), ensure_ascii=False)


@cache
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


def tooltips(drawn: Drawn) -> set[str]:
    """The fields shown under the pointer."""
    layers = spec_of(drawn)["layer"]
    return {tip["field"] for each in layers for tip in each["encoding"].get("tooltip", [])}
