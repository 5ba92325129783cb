"""Opening the race page: what runs by itself, what waits, what is kept."""

from __future__ import annotations

import pytest

from bpe_core.runtime.text import pack
from bpe_lab.text import catalogue
from tests.ui.race_page.pages import VIEWS_IN_TURN, Stage, html, race_page, racing_of
from tests.ui.test_pages import errors_of, param


class TestOpening:
    @pytest.mark.parametrize(("view", "language"), VIEWS_IN_TURN[:2])
    def test_a_short_text_is_raced_without_being_asked(
        self, stage: Stage, language: str, view: str
    ) -> None:
        at = stage.settled(race_page(language, view=view))
        assert errors_of(at) == ""
        assert catalogue(language)["race.title"] in html(at)
        assert at.selectbox(key="race_text").label == catalogue(language)["input.race_text"]
        assert at.button(key="race_start").label == catalogue(language)["race.again"]
        assert len(stage.plans) == 1

    @pytest.mark.parametrize("query", [{"race_text": "library_130k"}, {"view": "growth"}])
    def test_a_longer_race_waits_for_the_button(
        self, stage: Stage, language: str, query: dict[str, str]
    ) -> None:
        at = race_page(language, **query)
        assert errors_of(at) == ""
        assert at.button(key="race_start").label == catalogue(language)["race.start"]
        assert catalogue(language)["race.plan.title"] in html(at)
        assert catalogue(language)["lane.naive.rung"][:20] in html(at)
        assert stage.plans == []
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        assert len(stage.plans) == 1

    def test_the_clock_of_a_long_text_waits_for_no_counts(self, stage: Stage) -> None:
        """A race that counts serves it too."""
        at = race_page(race_text="library_130k", view="timing")
        at.button(key="race_start").click().run()
        at = stage.settled(at)
        at.segmented_control(key="race_view").set_value("lockstep").run()
        at.button(key="race_start").click().run()
        at = stage.settled(at)
        at.segmented_control(key="race_view").set_value("timing").run()
        assert at.button(key="race_start").label == catalogue("en")["race.again"]
        assert [plan.counting for plan in stage.plans] == [False, True]

    @pytest.mark.parametrize("view", ["timing", "growth"])
    def test_a_clicker_starts_what_waits_for_the_button_in_a_hall(self, view: str) -> None:
        asked = {"race_text": "library_130k", "view": view}
        keys = [
            race_page(**asked, **mode).button(key="race_start").proto.shortcut
            for mode in ({}, {"mode": "present"})
        ]
        assert keys == ["", "pagedown"]

    def test_growth_is_over_sizes_up_to_the_whole_text(self, stage: Stage) -> None:
        at = race_page(view="growth", race_text="own", own_race=pack("low " * 800) or "")
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert stage.plans[-1].sizes == (200, 400, 800, 1600, 3200)

    def test_a_switch_of_language_and_presenting_keep_the_race(self, stage: Stage) -> None:
        at = stage.settled(race_page(view="timing"))
        before = racing_of(at)
        at.segmented_control(key="language").set_value("zh").run()
        assert at.button(key="race_start").label == catalogue("zh")["race.again"]
        at.button(key="present").click().run()
        assert errors_of(at) == ""
        assert racing_of(at) is before
        assert len(stage.plans) == 1

    def test_views_of_a_race_do_not_run_it_again(self, stage: Stage) -> None:
        at = stage.settled(race_page(view="timing"))
        for key, value in (("race_axis", "each"), ("race_scale", "linear")):
            at.segmented_control(key=key).set_value(value).run()
            assert param(at, key.removeprefix("race_")) == value
        at.segmented_control(key="race_view").set_value("lockstep").run()
        assert errors_of(at) == ""
        assert len(stage.plans) == 1

    def test_a_race_by_size_shows_what_it_will_draw(self, stage: Stage, language: str) -> None:
        page = html(race_page(language, view="growth"))
        for name in ("question", "x", "y", "lines"):
            assert catalogue(language)[f"race.plan.{name}"] in page
        assert "left: 0.0%" in page
        assert "left: 100.0%" in page
        assert '<section class="growth-frame"' not in html(
            race_page(language, view="timing", text="story_en")
        )
