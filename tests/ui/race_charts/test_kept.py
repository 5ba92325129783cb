"""Pictures to keep, the table of results, whole pages."""

import json
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from bpe_lab import text
from bpe_lab.race.standing import agreement
from tests.ui import standings
from tests.ui.charts.charts_sent import charts_of
from tests.ui.race_charts.charts import timing
from tests.ui.standings import SIZE
from ui.charts.captioned import picture_of, png_of, svg_of
from ui.race.race_results import row_of

HOSTILE = '<img src=x onerror=alert(1)> **bold** "quoted" ](http://a.example)'


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
    from bpe_lab import text
    from tests.ui import standings
    from ui.charts.captioned import show_chart
    from ui.page.presenting import present
    from ui.race.growth_chart import drawn_growth
    from ui.race.race_results import race_files, results_table
    from ui.race.timing_chart import drawn_timing

    text.speak(language)
    if mode == "present":
        present()
    standing = standings.ladder()
    where = {"facts": standings.FACTS, "corpus_name": name}
    drawn = show_chart(drawn_timing(standing, standings.SIZE, **where), key="timing")
    results_table(standing, standings.SIZE)
    race_files(drawn, standing, standings.FACTS, name)
    growth = drawn_growth(standings.growing(), against="size", measure="time", **where)
    show_chart(growth, key="growth")


@pytest.mark.parametrize(
    ("chosen", "mode"),
    [
        ("en", "browse"),
        ("zh", "present"),
        pytest.param("en", "present", marks=pytest.mark.slow),
        pytest.param("zh", "browse", marks=pytest.mark.slow),
    ],
)
def test_a_page_draws_all_of_it_and_a_hostile_name_stays_text(chosen: str, mode: str) -> None:
    at = AppTest.from_function(page, args=(chosen, mode, HOSTILE), default_timeout=60).run()
    assert not at.exception
    html = "".join(each.proto.body for each in at.get("html"))
    assert "<img" not in html
    assert HOSTILE in unescape(html)
    assert text.catalogue(chosen)["lane.linked.rung"] in unescape(html)
    assert "&lt;b&gt;" not in html  # why a lane failed is not part of the table
    assert len(charts_of(at)) == 2
    assert len(at.get("download_button")) == 4
