"""What speaks against times is said once, by the lanes' names, and the table can be read."""

from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest

from bpe_lab import text


def page(language: str, repeats: int) -> None:
    """A page with the cautions of three lanes that nothing tells apart."""
    from bpe_lab import text
    from tests.ui import standings
    from ui.race.race_results import show_cautions

    text.speak(language)
    lanes = ["naive", "indexed", "linked"]
    events = [event for lane in lanes for event in standings.runs(lane, 1.0, repeats=repeats)]
    standing = standings.standing_of(standings.plan_of(lanes, repeats=repeats), events)
    show_cautions(standing, standings.SIZE, standings.FACTS)


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_overlaps_share_a_box(language: str) -> None:
    at = AppTest.from_function(page, args=(language, 7), default_timeout=60).run()
    assert not at.exception
    [box] = at.info
    known = text.catalogue(language)
    for lane in ("naive", "indexed", "linked"):
        assert known[f"lane.{lane}.title"] in box.value.replace("\\", "")


def test_other_cautions_keep_their_boxes() -> None:
    at = AppTest.from_function(page, args=("en", 3), default_timeout=60).run()
    few, overlaps = at.info
    assert "3 times" in few.value
    assert "pre-token index" in overlaps.value.replace("\\", "")


def growing(language: str) -> None:
    """The growth view of a race of three runs a lane."""
    from types import SimpleNamespace

    from bpe_lab import text
    from tests.ui import standings
    from ui.race.growth_chart import growth_view

    text.speak(language)
    standing = standings.growing()
    contest = SimpleNamespace(name="x", corpus=SimpleNamespace(text="x"), plan=standing.plan)
    growth_view(
        SimpleNamespace(
            key="x", standing=lambda: standing, facts=standings.FACTS, name="x", contest=contest
        )  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_growth_is_cautioned_about_too(language: str) -> None:
    with patch("ui.race.growth_chart.files_and_command"):
        at = AppTest.from_function(growing, args=(language,), default_timeout=60).run()
    assert not at.exception
    few = text.fill(text.catalogue(language)["notice.few_repeats"], repeats=3, enough=5)
    assert [box.value for box in at.info] == [few]


def table() -> None:
    from tests.ui import standings
    from ui.race.race_results import results_table

    results_table(standings.ladder(), standings.SIZE)


def test_the_table_is_named_scrolled_by_keys_and_its_cells_say_what_they_are() -> None:
    at = AppTest.from_function(table, default_timeout=60).run()
    html = "".join(each.proto.body for each in at.get("html"))
    title = text.catalogue("en")["results.title"]
    assert f'tabindex="0" aria-label="{title}"' in html
    assert f'<table role="table" aria-label="{title}">' in html
    for column in ("median", "peak", "same", "rung"):
        assert f'data-label="{text.catalogue("en")[f"results.{column}"]}"' in html
