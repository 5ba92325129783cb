"""Links of the race page, right and wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.train.options import TrainOptions
from bpe_lab.text import catalogue
from bpe_lab.text.messages import escaped
from tests.ui.race_page.pages import Stage, infos, keys, race_page
from tests.ui.test_pages import errors_of, param, said
from ui.race.race_inputs import fields

UNKNOWN = "notice.unknown_choice"


class TestLinks:
    def test_the_contest_is_set_by_the_link(self, stage: Stage) -> None:
        link = {
            "race_work": "train",
            "race_text": "story_zh",
            "race_field": "ours",
            "repeats": "3",
            "budget": "2",
            "pattern": "none",
            "tie_break": "first_seen",
        }
        at = race_page("zh", race_merges="7", **link)
        for key, value in link.items():
            assert at.selectbox(key=key).value == value
            assert key == "race_work" or param(at, key) == value
        assert at.number_input(key="race_merges").value == 7
        stage.settled(at)
        (plan,) = stage.plans
        known = ["naive_every", "naive", "indexed", "linked", "compiled"]
        assert [lane for lane in plan.lanes if lane in known] == known
        assert plan.lanes == tuple(fields("train")["ours"]), "and any that is new"
        assert (plan.repeats, plan.budget, plan.pattern) == (3, 2.0, "none")
        assert plan.options == TrainOptions(num_merges=7, tie_break="first_seen")

    def test_own_lanes_are_set_by_the_link(self, stage: Stage) -> None:
        at = stage.settled(race_page(race_field="chosen", lanes="linked,compiled,naive"))
        assert set(at.pills(key="lanes_train").value) == {"naive", "linked", "compiled"}
        assert stage.plans[0].lanes == ("naive", "linked", "compiled"), "the ladder's order"
        at.pills(key="lanes_train").set_value(["linked"]).run()
        assert param(at, "lanes") == "linked"

    @pytest.mark.parametrize(
        ("query", "plan_lanes"),
        [
            ({"race_field": "duel"}, ("merge_list", "rank_order_scan")),
            ({"race_field": "chosen", "lanes": "cached"}, ("cached",)),
        ],
    )
    def test_a_link_to_encoders(
        self, stage: Stage, query: dict[str, str], plan_lanes: tuple[str, ...]
    ) -> None:
        at = stage.settled(race_page(race_work="encode", **query))
        assert errors_of(at) == ""
        assert at.selectbox(key="race_tokenizer").value == "lab"
        assert (stage.plans[0].work, stage.plans[0].lanes) == ("encode", plan_lanes)

    @pytest.mark.parametrize(
        ("view", "switches"),
        [
            ("timing", {"axis": "each", "scale": "linear"}),
            ("growth", {"measure_size": "operations"}),
            ("growth", {"against": "merges", "measure_merges": "each"}),
        ],
    )
    def test_how_it_is_drawn_is_set_by_the_link(
        self, stage: Stage, view: str, switches: dict[str, str]
    ) -> None:
        at = race_page(view=view, **switches)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        assert at.segmented_control(key="race_view").value == view
        for name, value in switches.items():
            assert at.segmented_control(key=f"race_{name}").value == value
            assert param(at, name) == value

    @pytest.mark.parametrize(
        "wrong",
        [
            {
                "race_work": "fly",
                "race_text": "../../etc/passwd",
                "race_field": "all",
                "repeats": "1000000",
                "budget": "-1",
                "race_merges": "0",
                "pattern": "(a+)+$",
                "tie_break": "coin",
                "axis": "both",
                "scale": "sqrt",
            },
            {"view": "<script>alert(1)</script>", "race_merges": "2001"},
        ],
    )
    def test_wrong_values_are_told_one_by_one_and_the_defaults_taken(
        self, stage: Stage, language: str, wrong: dict[str, str]
    ) -> None:
        def refusals(at: Any) -> list[str]:
            refused = [box.value for box in at.info]
            return [text for text in refused if said(language, UNKNOWN) in text]

        at = race_page(language, **{"view": "timing", **wrong})
        assert errors_of(at) == ""
        told = refusals(at)
        assert len(told) == len(wrong)
        for value in wrong.values():
            assert any(escaped(value) in text for text in told), value
        stage.settled(at)
        assert errors_of(at) == ""
        assert sorted(refusals(at)) == sorted(told), "a race's end leaves them"
        assert len(stage.plans) == 1

    @pytest.mark.parametrize("lanes", ["unknown", "naive,", "linked,<b>", "merge_list"])
    def test_lanes_that_do_not_exist_are_told(self, stage: Stage, lanes: str) -> None:
        at = race_page(race_field="chosen", lanes=lanes)
        assert errors_of(at) == ""
        assert said("en", "notice.unknown_choice") in infos(at)
        assert "<b>" not in infos(at)
        stage.settled(at)
        assert stage.plans[0].lanes == ("naive", "linked")
        assert said("en", "notice.unknown_choice") in infos(at), "a race's end leaves it"
        at.selectbox(key="race_text").select("story_en").run()
        assert said("en", "notice.unknown_choice") not in infos(stage.settled(at))

    def test_a_lane_that_is_named_twice_races_once(self, stage: Stage) -> None:
        at = stage.settled(race_page(race_field="chosen", lanes="naive,naive"))
        assert errors_of(at) == ""
        assert stage.plans[0].lanes == ("naive",)

    def test_another_work_has_lanes_of_its_own(self) -> None:
        at = race_page(race_field="chosen", lanes="linked")
        at.selectbox(key="race_work").select("encode").run()
        assert errors_of(at) == ""
        assert said("en", "notice.unknown_choice") not in infos(at)
        assert at.pills(key="lanes_encode").value == ["merge_list", "rank_order_scan"]

    def test_without_a_lane_there_is_no_race(self, stage: Stage, language: str) -> None:
        at = race_page(language, race_field="chosen", lanes="linked")
        stage.settled(at)
        at.pills(key="lanes_train").set_value([]).run()
        assert errors_of(at) == ""
        assert catalogue(language)["race.no_lanes"] in infos(at)
        assert "race_start" not in keys(at)
        assert "lanes" not in at.query_params, "a link to nothing would open with a notice"
