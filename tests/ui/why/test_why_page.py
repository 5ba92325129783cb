"""The page on subwords: its first picture, and how it follows what is chosen elsewhere."""

from typing import Any
from unittest import mock

import pytest

from bpe_lab.scenes import why
from tests.paths import ROOT
from tests.ui.charts.charts_sent import charts_of
from tests.ui.test_pages import errors_of, open_page, param, why_page
from ui.serving.store import shared_store

UNKNOWN = "from 林姨烤面包 import qwertyzuiop"  # two of its words are in the list


def goes_to(at: Any, name: str) -> Any:
    at.query_params.clear()  # as a switch of page does in a browser
    return at.switch_page(str(ROOT / "pages" / f"{name}.py")).run()


@pytest.mark.parametrize("chosen", ["lab", "bilingual", "trained", "file"])
def test_a_vocabulary_chosen_elsewhere_is_chosen_here(chosen: str) -> None:
    at = open_page("encode")
    at.selectbox(key="tokenizer").select(chosen).run()
    goes_to(at, "why")
    assert errors_of(at) == ""
    assert at.selectbox(key="bpe").value == chosen


def test_the_lecture_s_seven_merges_are_not_followed() -> None:
    at = goes_to(open_page("encode"), "why")
    assert at.selectbox(key="bpe").value == "lab"


def test_a_choice_here_stays_until_another_is_made_elsewhere() -> None:
    at = open_page("encode")
    at.selectbox(key="tokenizer").select("trained").run()
    goes_to(at, "why")
    at.selectbox(key="bpe").select("lecture").run()
    assert at.selectbox(key="bpe").value == "lecture"
    goes_to(goes_to(at, "encode"), "why")
    assert at.selectbox(key="bpe").value == "lecture"
    goes_to(at, "encode")
    at.selectbox(key="tokenizer").select("file").run()
    goes_to(at, "why")
    assert at.selectbox(key="bpe").value == "file"


def test_a_link_comes_first() -> None:
    at = why_page(bpe="lecture", tokenizer="trained")
    assert at.selectbox(key="bpe").value == "lecture"


def test_a_server_s_first_reader_has_the_three_ways_before_anything_is_measured() -> None:
    def late(*_: object, **__: object) -> None:
        raise AssertionError("measured while the reader waits")

    shared_store().entries.clear()
    with (
        mock.patch("ui.why.measured.read", late),
        mock.patch("ui.why.measured.story_curve", late),
        mock.patch.object(why, "merge_curve", late),
    ):
        at = open_page("why")
    assert errors_of(at) == ""
    shown = " ".join(element.value for element in at.get("html"))
    assert "8,192 entries" in shown
    assert not charts_of(at)
    assert len(charts_of(why_page())) == 4


def test_the_last_name_in_the_first_chart_stands_below_its_point() -> None:
    """Beside it, a phone would cut it at the edge."""
    [chart] = [each for each in charts_of(why_page()) if "layer" in each][:1]
    words = [layer for layer in chart["layer"] if layer["mark"]["type"] == "text"]
    points = {
        layer["mark"]["align"]: chart["datasets"][layer["data"]["name"]] for layer in words
    }
    ends = max(row["x"] for rows in points.values() for row in rows)
    assert [row["x"] for row in points["center"]] == [ends]
    assert len(points["left"]) == 2


def test_a_hall_can_read_the_charts() -> None:
    """They are drawn in pixels, which no style sheet enlarges."""
    axes = [chart["config"]["axis"] for chart in charts_of(why_page(mode="present"))]
    assert len(axes) == 4
    assert min(axis["labelFontSize"] for axis in axes) >= 20
    assert min(axis["titleFontSize"] for axis in axes) >= 22


def test_a_typed_text_is_counted_and_linked() -> None:
    at = why_page(sample="own", list_size="1024")
    at.text_area(key="own_sample").input(UNKNOWN).run()
    again = why_page(sample="own", list_size="1024", own_sample=param(at, "own_sample"))
    for each in (at, again):
        assert errors_of(each) == ""
        [ways] = [html.value for html in each.get("html") if 'class="ways"' in html.value]
        assert "2 of 4 words" in ways
        assert f"{len(UNKNOWN.encode())} bytes" in ways
