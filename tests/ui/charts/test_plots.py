"""Charts as the browser gets them: what Streamlit's own call would send, and by the schema."""

from typing import Any

import pytest
from jsonschema import ValidationError
from streamlit.testing.v1 import AppTest

from tests.ui.charts.charts_sent import charts_of
from tests.ui.test_pages import ROOT
from ui.serving.store import Store


def sent_both_ways() -> None:
    """Charts with one table, with layers that share it, with layers that do not."""
    import altair as alt
    import pandas as pd
    import streamlit as st

    from ui.charts.plots import plotted
    from ui.charts.specification import plot_of

    data = pd.DataFrame(
        {
            "x": [1, 2, 3],
            "y": [0.5, None, 1e300],
            "name": ["a", "<b>", "词\u2003"],
            "whole": [True, False, True],
            "many": [2**53, 0, -1],
        }
    )
    bars = alt.Chart(data, title="t", height=200).mark_bar().encode(x="x:Q", y="many:Q")
    line = alt.Chart(data).mark_line().encode(x="x:Q", y="y:Q", color="name:N")
    words = alt.Chart(data[data["x"] == 3]).mark_text().encode(x="x:Q", text="name:N")
    dots = alt.Chart(data.assign(x=9)).mark_point().encode(x="x:Q", opacity="whole:N")
    for chart in (bars, alt.layer(line, words), alt.layer(bars, line, dots, background="red")):
        st.altair_chart(chart, alt="said")
        plotted(plot_of(chart), described="said")


def named_by_place(whole: Any) -> Any:
    """The same with its tables in order of use, since each way gives them other names."""
    names: list[str] = []

    def walked(value: Any) -> Any:
        if isinstance(value, dict) and set(value) == {"name"}:
            names.append(value["name"])
            return names.index(value["name"])
        if isinstance(value, dict):
            return {key: walked(each) for key, each in value.items() if key != "datasets"}
        return [walked(each) for each in value] if isinstance(value, list) else value

    spec = walked(whole)
    return spec, [whole["datasets"][name] for name in dict.fromkeys(names)]


def test_a_chart_is_sent_as_streamlit_would_send_it() -> None:
    at = AppTest.from_function(sent_both_ways, default_timeout=60).run()
    assert not at.exception
    charts = charts_of(at)
    assert len(charts) == 6
    for theirs, ours in zip(charts[::2], charts[1::2], strict=True):
        assert named_by_place(ours) == named_by_place(theirs)


def wrong() -> None:
    """A mark that there is not."""
    from ui.charts.plots import plotted

    plotted({"mark": "bear", "datasets": {}}, described="said")


def test_a_chart_against_the_schema_is_found() -> None:
    at = AppTest.from_function(wrong, default_timeout=60).run()
    with pytest.raises(ValidationError):
        charts_of(at)


def test_no_page_draws_a_chart_in_another_way() -> None:
    """Streamlit's own call takes the data from charts that other threads write just then."""
    sources = [path for folder in ("ui", "pages") for path in (ROOT / folder).rglob("*.py")]
    calls = [path.name for path in sources if "st.altair_chart(" in path.read_text("utf-8")]
    assert len(sources) > 100
    assert not calls


def many_readers(chosen: str, mode: str) -> None:
    """A page that makes something of a thing that is kept; run by the test below."""
    import streamlit as st

    from bpe_lab import text
    from tests.ui.charts.test_plots import KEPT, STORE, make
    from ui.charts.chart_style import make_once
    from ui.page.presenting import present

    text.speak(chosen)
    if mode == "present":
        present()
    st.text(make_once(STORE, KEPT, "thing", make))


STORE, KEPT, MADE = Store(), object(), []


def make() -> str:
    from bpe_lab.text import language
    from ui.page.presenting import is_presenting

    MADE.append(f"{language()} {is_presenting()}")
    return MADE[-1]


def test_things_are_made_once_a_language_and_a_look() -> None:
    ways = [(lang, mode) for lang in ("en", "zh") for mode in ("browse", "present")]
    for _ in range(2):
        for lang, mode in ways:
            at = AppTest.from_function(many_readers, args=(lang, mode)).run()
            assert not at.exception
            assert at.text[0].value == f"{lang} {mode == 'present'}"
    assert len(MADE) == len(set(MADE)) == 4
