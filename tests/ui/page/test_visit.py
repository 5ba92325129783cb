"""What a page opens with when the reader comes from another one."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.paths import ROOT
from ui.page.session import ENTRY
from ui.page.visit import Visit
from ui.player.position import ShownWalk


def opened(app: AppTest, page: str, **address: str) -> AppTest:
    """The page, after another one or as the first; ``address`` is all that its query holds."""
    app.query_params.clear()
    for name, value in address.items():
        app.query_params[name] = value
    return app.switch_page(str(ROOT / "pages" / f"{page}.py")).run()


def step_of(app: AppTest) -> int | None:
    """What the player is told of the address."""
    walk: ShownWalk = app.session_state[ENTRY][Visit].of_page[ShownWalk]
    assert walk.position is not None
    return walk.position.step


def started() -> AppTest:
    return AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=60).run()


def test_the_next_page_has_the_text_and_the_options_of_the_link() -> None:
    app = opened(started(), "train", text="hello", special="<x>")
    opened(app, "linked")
    assert app.selectbox(key="text").value == "hello"
    assert app.text_input(key="special_hello").value == "<x>"
    assert dict(app.query_params)["text"] == "hello"


def test_a_default_other_than_the_empty_one_is_drawn_on_the_next_page() -> None:
    app = opened(started(), "train")
    opened(app, "linked")
    assert app.text_input(key="special_intj").value == "<|endoftext|>"
    assert "special" not in app.query_params


def test_back_has_the_set_up_that_its_address_says() -> None:
    app = opened(started(), "train", text="hello")
    opened(app, "linked", text="intj")
    opened(app, "train", text="hello")
    assert app.selectbox(key="text").value == "hello"


def test_each_visit_asks_the_address_for_the_step() -> None:
    app = opened(started(), "train", text="hello", step="3")
    third = step_of(app)
    assert third is not None
    opened(app, "linked", text="hello")
    assert step_of(app) is None
    opened(app, "train", text="hello", step="5")
    assert step_of(app) == third + 2


def test_what_is_pressed_on_a_page_that_was_just_left_does_not_lead_back_to_it() -> None:
    """The navigation leads on; then comes a press from before the browser had heard of it."""
    app = opened(started(), "vocabulary", view="bytes")
    left = dict(app.query_params)
    opened(app, "workshop")
    app.query_params.clear()
    app.query_params.update(left)
    app.switch_page(str(ROOT / "pages" / "vocabulary.py")).button(key="present").click().run()
    assert app.session_state[ENTRY][Visit].page == "workshop"
    assert dict(app.query_params).keys() == {"lang", "mode"}


def test_who_goes_back_at_once_by_the_navigation_is_there() -> None:
    app = opened(started(), "vocabulary", view="bytes")
    opened(app, "workshop")
    opened(app, "vocabulary")
    assert app.session_state[ENTRY][Visit].page == "vocabulary"
