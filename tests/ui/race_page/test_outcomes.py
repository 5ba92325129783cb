"""What races on the page come to: real ones, and ones that go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

import bpe_core
from bpe_core.errors import InputError
from bpe_core.texts.corpus import sample
from bpe_lab.measure.reasons import Ending, Reason
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.standing import LaneAbsent, LaneFailed, RaceEvent
from bpe_lab.text import catalogue
from bpe_lab.text.messages import escaped
from tests.ui.race_page.pages import (
    VIEWS,
    VIEWS_IN_TURN,
    Stage,
    filled,
    html,
    infos,
    own,
    quickly,
    race_page,
    racing_of,
    warnings,
)
from tests.ui.test_pages import errors_of, said


@pytest.mark.usefixtures("real")
class TestRealRaces:
    def test_what_is_shown_is_what_training_gives(self, stage: Stage) -> None:
        at = stage.settled(race_page("en", race_merges="8"))
        assert errors_of(at) == ""
        corpus = sample("intj")
        model = bpe_core.train(
            corpus.text, vocab_size=257 + 8, special_tokens=corpus.special_tokens
        )
        expected = [(model.vocabulary[m.left], model.vocabulary[m.right]) for m in model.merges]
        standing = racing_of(at).standing()
        for lane in standing.lanes.values():
            assert list(lane.results[corpus.size]) == expected
        at = race_page("zh", race_merges="8", view="timing")
        for lane in ("naive", "linked"):
            assert catalogue("zh")[f"lane.{lane}.title"] in html(at)
        assert "Python 3." in html(at)
        assert len(at.get("download_button")) == 4

    def test_encoders_with_a_vocabulary_of_the_package(self, stage: Stage) -> None:
        link = {"race_work": "encode", "race_field": "ours", **own("catch the cat")}
        at = stage.settled(race_page("zh", **link))
        assert errors_of(at) == ""
        standing = racing_of(at).standing()
        digests = [lane.digests[13] for lane in standing.lanes.values()]
        assert len(standing.lanes) == 6
        assert "compiled_encode" in standing.lanes
        assert all(each == digests[0] and len(each) == 1 for each in digests)
        at = race_page("en", view="timing", **link)
        assert errors_of(at) == ""
        for lane in standing.lanes:
            assert catalogue("en")[f"lane.{lane}.title"] in html(at)

    def test_a_library_that_is_not_installed_is_told(
        self, stage: Stage, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bpe_lab.race.plan.is_importable", lambda name: False)
        link = {"race_field": "chosen", "lanes": "rustbpe,linked"}
        at = stage.settled(race_page(language, view="timing", **link))
        assert errors_of(at) == ""
        told = filled(
            language,
            "race.absent",
            lane=catalogue(language)["lane.rustbpe.title"],
            library="rustbpe",
        )
        assert told in infos(at)
        assert catalogue(language)["results.absent"] in html(at)
        assert told in infos(race_page(language, **link))

    def test_a_text_without_a_pair_has_a_race_without_merges(self, stage: Stage) -> None:
        at = stage.settled(race_page(**own("a")))
        assert said("en", "error.LabError.nothing_to_merge")[:20] in errors_of(at)
        at.segmented_control(key="race_view").set_value("timing").run()
        assert errors_of(at) == ""
        at.segmented_control(key="race_view").set_value("growth").run()
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""


def failed(lane: str) -> RaceEvent:
    return LaneFailed(lane, Reason("nothing"))


def absent(lane: str) -> RaceEvent:
    return LaneAbsent(lane, "nothing")


class TestWhatGoesWrong:
    @pytest.mark.parametrize(("view", "language"), VIEWS_IN_TURN)
    def test_a_lane_that_fails_is_told_and_the_others_stand(
        self, stage: Stage, language: str, view: str
    ) -> None:
        def one_fails(plan: RacePlan, size: int) -> Iterator[RaceEvent]:
            yield from quickly(plan, size)
            yield LaneFailed("naive", Reason("it ended with <b>signal</b> *9*"))

        stage.told = one_fails
        at = race_page(language, view=view)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        title = catalogue(language)["lane.naive.title"]
        assert title in warnings(at)
        assert escaped("it ended with <b>signal</b> *9*") in warnings(at)
        assert "<b>" not in html(at)
        if view == "timing":
            assert catalogue(language)["lane.linked.title"] in html(at)

    def test_how_a_process_ended_is_told_in_the_reader_s_language(
        self, stage: Stage, language: str
    ) -> None:
        reason = Reason.of(Ending("ended", {"code": 3}))
        stage.told = lambda plan, size: [LaneFailed(lane, reason) for lane in plan.lanes]
        at = stage.settled(race_page(language))
        assert catalogue(language)["ending.ended"].replace("{code}", "3") in warnings(at)

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("how", [failed, absent])
    def test_a_race_without_a_runner_is_told(
        self, stage: Stage, view: str, how: Callable[[str], RaceEvent]
    ) -> None:
        stage.told = lambda plan, size: [how(lane) for lane in plan.lanes]
        at = race_page(view=view)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        key = "race.failed" if how is failed else "race.absent"
        shown = warnings(at) if how is failed else infos(at)
        for lane in ("naive", "linked"):
            title = catalogue("en")[f"lane.{lane}.title"]
            told = catalogue("en")[key].replace("{lane}", title)
            assert told[: len(title) + 10] in shown

    @pytest.mark.parametrize("error", [RuntimeError("no"), InputError("empty_text")])
    def test_a_race_that_cannot_be_run_is_told_and_offered_again(
        self, stage: Stage, language: str, error: Exception
    ) -> None:
        def breaks(plan: RacePlan, size: int) -> Iterable[RaceEvent]:
            raise error

        stage.told = breaks
        at = stage.settled(race_page(language))
        key = (
            "race.broken" if isinstance(error, RuntimeError) else "error.InputError.empty_text"
        )
        assert said(language, key) in errors_of(at)
        stage.told = quickly
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
