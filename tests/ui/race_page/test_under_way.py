"""Races under way on the page: cancelled, watched, waiting in line."""

from __future__ import annotations

import pytest

from bpe_lab.lessons.shelf import course
from bpe_lab.text import catalogue
from tests.ui.race_page.pages import (
    SOON,
    VIEWS_IN_TURN,
    Stage,
    filled,
    html,
    infos,
    keys,
    race_page,
    racing_of,
)
from tests.ui.standings import under_way
from tests.ui.test_pages import errors_of, said
from ui.race.race_job import Racing


class TestUnderWay:
    @pytest.mark.parametrize(("view", "language"), VIEWS_IN_TURN[:2])
    def test_a_cancelled_race_tells_what_was_measured(
        self, held: Stage, language: str, view: str
    ) -> None:
        at = race_page(language, view=view)
        assert held.has_begun.wait(SOON)
        at.run()
        assert catalogue(language)["lane.naive.title"] in html(at)
        assert at.button(key="race_cancel").label == catalogue(language)["job.cancel"]
        at.button(key="race_cancel").click().run()
        assert errors_of(at) == ""
        assert filled(language, "race.cancelled", done=2, planned=6) in infos(at)
        assert at.button(key="race_start").label == catalogue(language)["race.again"]
        if view == "timing":
            seconds = filled(language, "race.unit.seconds", value="1.00")
            assert seconds in html(at), "a run that had ended"

    def test_the_bar_goes_on_while_one_long_run_is_at_work(self, held: Stage) -> None:
        held.told = lambda _plan, size: under_way("naive", [(81, 1.0)], size)
        at = race_page(view="timing")
        assert held.has_begun.wait(SOON)
        [bar] = at.run().get("progress")
        assert bar.proto.value == 100 // 6 // 3, "a third of the first of six runs"

    def test_a_race_by_size_keeps_its_question_on_the_screen(self, held: Stage) -> None:
        at = race_page(view="growth")
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        assert catalogue("en")["race.plan.question"] in html(at.run())
        assert "race_cancel" in keys(at)

    def test_a_scene_that_asks_about_a_long_race_does_not_show_what_others_ran(
        self, stage: Stage
    ) -> None:
        long = {"race_text": "library_130k", "view": "timing"}
        at = race_page(**long)
        at.button(key="race_start").click().run()
        stage.settled(at)
        start, again = (catalogue("en")[f"race.{key}"] for key in ("start", "again"))
        assert race_page(**long).button(key="race_start").label == again
        scene = next(
            str(number)
            for number, step in enumerate(course()["lecture"].steps, 1)
            if "library_130k" in step.link
        )
        at = race_page(lesson="lecture", scene=scene, **long)
        assert at.button(key="race_start").label == start
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert at.button(key="race_start").label == again

    def test_a_cancelled_race_is_kept_for_nobody(self, held: Stage) -> None:
        at = race_page()
        assert held.has_begun.wait(SOON)
        at.run()
        at.button(key="race_cancel").click().run()
        assert not held.latest.by_key

    def test_a_long_race_of_other_settings_is_told(self, held: Stage, language: str) -> None:
        at = race_page(language, race_text="library_130k")
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        at.selectbox(key="race_text").select("story_en").run()
        assert errors_of(at) == ""
        told = filled(language, "race.elsewhere", done=2, planned=6)
        assert told in [caption.value for caption in at.caption]
        assert catalogue(language)["race.plan.title"] in html(at)
        assert len(held.plans) == 1, "a short race does not end a long one by itself"
        at.selectbox(key="race_text").select("library_130k").run()
        assert "race_cancel" in keys(at), "the race is still there"
        at.selectbox(key="race_text").select("story_en").run()
        at.button(key="race_cancel_other").click().run()
        at.run()
        assert errors_of(at) == ""
        assert told not in [caption.value for caption in at.caption]

    def test_a_new_race_ends_the_one_before(self, held: Stage) -> None:
        at = race_page(race_text="library_130k")
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        first: Racing = racing_of(at)
        at.selectbox(key="race_text").select("story_en").run()
        held.has_begun.clear()
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        assert first.now.cancelled
        assert len(held.plans) == 2

    def test_short_races_follow_the_settings(self, held: Stage) -> None:
        at = race_page()
        assert held.has_begun.wait(SOON)
        first: Racing = racing_of(at)
        held.has_begun.clear()
        at.selectbox(key="race_text").select("story_en").run()
        assert held.has_begun.wait(SOON)
        assert first.now.cancelled
        assert len(held.plans) == 2

    def test_who_comes_second_is_told_his_place(self, held: Stage, language: str) -> None:
        race_page(language)
        assert held.has_begun.wait(SOON)
        second = race_page(language, race_text="story_en")
        assert said(language, "race.live.ahead")[-30:] in infos(second)
        assert "1" in infos(second) or language == "en"
        third = race_page(language, race_text="story_zh")
        assert "2" in infos(third)
        second.button(key="race_cancel").click().run()
        assert errors_of(second) == ""
        assert said(language, "race.cancelled_at_once") in infos(second)
        third.run()
        assert "2" not in infos(third)

    def test_who_asks_for_the_same_race_watches_it(self, held: Stage) -> None:
        first, second = race_page(), race_page()
        assert held.has_begun.wait(SOON)
        first.run()
        first.button(key="race_cancel").click().run()
        assert errors_of(first) == ""
        assert first.button(key="race_start").label == catalogue("en")["race.start"]
        second.run()
        assert "race_cancel" in keys(second), "it goes on for who still watches"
        assert held.held is not None
        held.held.set()
        held.settled(second)
        first.run()
        for at in (first, second):
            assert at.button(key="race_start").label == catalogue("en")["race.again"]
        assert len(held.plans) == 1

    def test_a_short_race_comes_before_long_ones_that_wait(self, held: Stage) -> None:
        race_page()
        assert held.has_begun.wait(SOON)
        long = race_page(race_text="library_130k")
        long.button(key="race_start").click().run()
        assert "1" in infos(long)
        race_page(race_text="story_en")
        long.run()
        assert "2" in infos(long)

    def test_a_race_that_has_ended_is_shown_to_all(self, stage: Stage) -> None:
        first = stage.settled(race_page(view="timing"))
        second = race_page(view="timing")
        assert second.button(key="race_start").label == catalogue("en")["race.again"]
        assert len(stage.plans) == 1
        assert html(second) == html(first)
        second.button(key="race_start").click().run()
        stage.settled(second)
        assert len(stage.plans) == 2, "who wants his own runs it again"
