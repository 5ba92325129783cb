"""What Streamlit says in English alone is said in the reader's language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.conftest import Visit, in_chinese


@pytest.mark.first_visit
def test_the_button_for_a_file(server: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{server}/train?text=upload")
    word = visited.page.get_by_test_id("stFileUploaderDropzone").locator("button p")
    expect(word).to_have_text("Upload")  # Streamlit 1.67: the same in every language
    expect(word).to_have_css("font-size", "0px")
    drawn = word.evaluate("node => getComputedStyle(node, '::after').content")
    assert drawn == f'"{catalogue("en")["app.choose_file"]}"'


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_menu_in_english_alone(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    menu = visit(f"{server}/?lang={language}").page.get_by_test_id("stMainMenu")
    if language == "en":
        expect(menu).to_be_visible()
    else:
        expect(menu).to_be_hidden()


@in_chinese
def test_the_key_that_ends_a_field(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    field = visit(f"{server}/train?lang={language}&text=own").page.locator("textarea").first
    field.press_sequentially("low lower")
    hint = field.page.get_by_test_id("InputInstructions").locator("span").first
    expect(hint).to_have_text(catalogue(language)["tools.ctrl_enter_applies"])


def test_the_tools_of_a_chart_in_each_language(
    server: str, visit: Callable[..., Visit]
) -> None:
    """Their names, and the titles that a pointer brings up; the language is switched."""
    page = visit(f"{server}/race?race_text=intj&repeats=1&view=timing&lang=zh").page
    for language in ("zh", "en"):
        page.get_by_role("radio", name=LANGUAGES[language].name).click()
        page.get_by_role("heading", name=catalogue(language)["race.title"]).wait_for(
            state="attached"
        )
        chart = page.locator("[data-testid=stFullScreenFrame]:has(svg.marks)").first
        for name in ("show_data", "download_png", "copy_spec", "fullscreen"):
            said = catalogue(language)[f"tools.{name}"]
            point_at(chart, said)


def point_at(chart: Locator, title: str) -> None:
    """At its tool until the title is there, which a chart that is drawn anew takes away."""
    tip = chart.page.get_by_test_id("stTooltipContent")
    for last in (False, False, False, True):
        chart.hover()
        chart.get_by_role("button", name=title).hover()
        try:
            expect(tip).to_have_text(title, timeout=5_000)
        except AssertionError:
            if last:
                raise
        else:
            return
