"""What a link has wrong is said until the reader does something."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    """Draws itself anew twice, as a page does when its work begins and ends."""
    import streamlit as st

    from bpe_lab.fields import Line, Number
    from ui.page.fields import begin
    from ui.page.problems import show
    from ui.page.session import begin_run, run_again

    begin_run()
    for notice in begin(Number("size", 5, 1, 9), label="Size"):
        show(notice)
    for notice in begin(Line("name", "", 3), label="Name"):
        show(notice)
    st.number_input("Size", key="size")
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    if st.session_state["runs"] < 3:
        run_again()


def opened(**query: str) -> AppTest:
    at = AppTest.from_function(page)
    for name, value in query.items():
        at.query_params[name] = value
    return at.run()


def test_it_outlasts_the_runs_that_nobody_asked_for() -> None:
    at = opened(size="77", name="lower")
    assert at.session_state["runs"] == 3
    [size, name] = [element.value for element in at.info]
    assert "“77”" in size
    assert "5 characters" in name
    assert not at.number_input(key="size").set_value(6).run().info, "the reader's own run"


def test_nothing_is_said_where_nothing_is_wrong() -> None:
    at = opened(size="7", name="low")
    assert at.session_state["runs"] == 3
    assert not at.info
    assert at.number_input(key="size").value == 7
