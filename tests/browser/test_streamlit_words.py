"""What Streamlit says in English alone is said in the reader's language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from ui.text import catalogue


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_button_for_a_file(server: str, visit: Callable[..., Visit], language: str) -> None:
    visited = visit(f"{server}/train?lang={language}&text=upload")
    word = visited.page.get_by_test_id("stFileUploaderDropzone").locator("button p")
    expect(word).to_have_text("Upload")  # Streamlit 1.67: the same in every language
    expect(word).to_have_css("font-size", "0px")
    drawn = word.evaluate("node => getComputedStyle(node, '::after').content")
    assert drawn == f'"{catalogue(language)["app.choose_file"]}"'


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_menu_in_english_alone(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    menu = visit(f"{server}/?lang={language}").page.get_by_test_id("stMainMenu")
    if language == "en":
        expect(menu).to_be_visible()
    else:
        expect(menu).to_be_hidden()
