"""What Streamlit says in English alone is said in the reader's language."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.conftest import Visit


def test_streamlit_s_own_words(server: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{server}/train?text=upload&lang=en")
    the_button_for_a_file(visited)
    the_menu(visited, "en")
    visited.page.goto(f"{server}/train?text=own&lang=zh")
    the_key_that_ends_a_field(visited)
    a_paste_that_is_too_long_is_cut_and_said(visited)
    the_menu(visited, "zh")
    the_sign_of_a_lost_server(visited)
    visited.page.goto(f"{server}/race?race_text=intj&repeats=1&view=timing&lang=zh")
    the_tools_of_a_chart_in_each_language(visited)


def the_button_for_a_file(visited: Visit) -> None:
    word = visited.page.get_by_test_id("stFileUploaderDropzone").locator("button p")
    expect(word).to_have_text("Upload")  # Streamlit 1.67: the same in every language
    expect(word).to_have_css("font-size", "0px")
    drawn = word.evaluate("node => getComputedStyle(node, '::after').content")
    assert drawn == f'"{catalogue("en")["app.choose_file"]}"'


def the_menu(visited: Visit, language: str) -> None:
    """A theme can be chosen by a finger, too, in each language."""
    text, page = catalogue(language), visited.page
    page.get_by_role("button", name=text["tools.main_menu"]).click()
    for theme in ("system", "light", "dark"):
        expect(page.get_by_role("menuitemradio", name=text[f"tools.{theme}"])).to_be_visible()
    expect(page.get_by_test_id("stMainMenuPopover")).to_contain_text(text["tools.made_with"])
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stMainMenuPopover")).to_have_count(0)


def the_sign_of_a_lost_server(visited: Visit) -> None:
    """The dialog as Streamlit draws it: to end the server would end the other visits."""
    page = visited.page
    page.evaluate(
        """() => document.body.insertAdjacentHTML("beforeend", "<section role=dialog>" +
           "<h2>Connection error</h2><div><div>Is Streamlit still running?</div></div>")"""
    )
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("h2")).to_have_text(catalogue("zh")["tools.connection_error"])
    expect(dialog.get_by_text("Streamlit")).to_be_hidden()
    drawn = dialog.locator("h2 + div").evaluate(
        "it => getComputedStyle(it, '::before').content"
    )
    assert drawn == f'"{catalogue("zh")["tools.server_gone"]}"'
    dialog.evaluate("node => node.remove()")


def the_key_that_ends_a_field(visited: Visit) -> None:
    field = visited.settled().page.locator("textarea").first
    field.press_sequentially("low lower")
    hint = visited.page.get_by_test_id("InputInstructions").locator("span").first
    expect(hint).to_have_text(catalogue("zh")["tools.ctrl_enter_applies"])


def a_paste_that_is_too_long_is_cut_and_said(visited: Visit) -> None:
    field = visited.page.locator("textarea").first
    field.press("ControlOrMeta+A")
    visited.page.keyboard.insert_text("low " * 5001)
    expect(field).to_have_value("low " * 5000)
    note = catalogue("zh")["tools.overfull"].format(limit="20,000")
    expect(visited.page.get_by_role("status").get_by_text(note)).to_be_visible()
    field.press("Backspace")
    expect(visited.page.get_by_text(note)).to_have_count(0)


def the_tools_of_a_chart_in_each_language(visited: Visit) -> None:
    """Their names, and the titles that a pointer brings up; the language is switched."""
    page = visited.page
    for language in ("zh", "en"):
        page.get_by_role("radio", name=LANGUAGES[language].name).click()
        page.get_by_role("heading", name=catalogue(language)["race.title"]).wait_for(
            state="attached"
        )
        chart = page.locator("[data-testid=stFullScreenFrame]:has(svg.marks)").first
        for name in ("show_data", "download_png", "copy_spec", "fullscreen"):
            point_at(chart, catalogue(language)[f"tools.{name}"])


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
