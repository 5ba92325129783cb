"""The inputs while presenting: over the stage, and the walk's place kept."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese


@pytest.mark.first_visit
@in_chinese
def test_key_i_lays_the_inputs_over_the_stage(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    link = f"{server}/train?lang={language}&text=hello&mode=present&step=3"
    visited = visit(link, viewport={"width": 1920, "height": 1080}).ready()
    inputs = visited.page.locator(".st-key-inputs")
    expect(inputs).to_be_hidden()
    stage = visited.player().bounding_box()
    visited.press("i")
    expect(inputs).to_be_visible()
    assert visited.player().bounding_box() == stage
    assert inputs.evaluate("node => node.contains(document.activeElement)")
    visited.press("Escape")
    expect(inputs).to_be_hidden()
    visited.press("ArrowLeft")
    expect(visited.page.locator(".player [role=slider]")).to_have_attribute(
        "aria-valuenow", "2"
    )
    visited.press("i")
    merges = inputs.locator("input[type=number]").first
    merges.fill("2")
    merges.press("Enter")
    expect(visited.page.locator(".player [role=slider]")).not_to_have_attribute(
        "aria-valuemax", "27"
    )
    expect(inputs).to_be_visible()
    visited.press("Escape")
    expect(inputs).to_be_hidden()
    assert "mode=present" in visited.page.url
    the_key_that_opened_it_closes_it_and_a_clicker_goes_on(visited.settled())


def the_key_that_opened_it_closes_it_and_a_clicker_goes_on(visited: Visit) -> None:
    """The focus is in the first field, which is a list that is not open."""
    inputs = visited.page.locator(".st-key-inputs")
    at = visited.step()
    for key, step in (("i", at), ("PageDown", at + 1), ("PageUp", at)):
        visited.press("i")
        expect(inputs).to_be_visible()
        visited.press(key)
        expect(inputs).to_be_hidden()
        assert visited.step() == step, key
    visited.press("i")
    inputs.locator("input[role=combobox]").first.click()
    expect(visited.page.get_by_role("listbox")).to_be_visible()
    visited.press("PageDown")
    expect(inputs).to_be_visible()


@in_chinese
def test_the_slides_order_is_in_the_sheet(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    """A lecturer is asked why the code repairs in another order than the slides."""
    link = f"{server}/linked?lang={language}&mode=present"
    visited = visit(link, viewport={"width": 1920, "height": 1080}).ready()
    note = visited.page.get_by_text(catalogue(language)["linked.slides.order"])
    expect(note).to_be_hidden()
    visited.press("i")
    expect(note).to_be_visible()
    bottom = note.evaluate("node => node.getBoundingClientRect().bottom")
    assert bottom < 1080 / 2, "the stage is seen below"
    visited.press("Escape")
    expect(note).to_be_hidden()
