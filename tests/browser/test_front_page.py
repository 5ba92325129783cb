"""What stands before Streamlit's script, in a page without Streamlit: typing, a new server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Pages
from ui.serving import front_page

PAUSE = 2000  # milliseconds of the page's own clock, longer than it waits
# Streamlit's app and a text of the reader's, as the page has them; what they are told is noted.
BODY = """<div data-testid="stApp" data-test-connection-state="INITIAL">
  <div class="stVerticalBlock st-key-typed_own"><textarea></textarea></div><textarea></textarea>
  <a id="way" href="#there">there</a>
</div><script>
  window.told = [];
  addEventListener("popstate", () => told.push("page"));
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.ctrlKey) told.push(event.target.value);
  });
</script>"""


@pytest.fixture
def page(pages: Pages) -> Iterator[Page]:
    """The page with its clock in the test's hand."""
    opened = pages.open()
    script = f"<script>{front_page.SCRIPT.read_text(encoding='utf-8')}</script>"
    opened.route(
        "**", lambda route: route.fulfill(body=script + BODY, content_type="text/html")
    )
    opened.clock.install()
    opened.goto("http://lab.test/")
    expect(opened.locator("textarea")).to_have_count(2)
    yield opened
    pages.close(opened)


def told(page: Page, after: int = PAUSE) -> list[str]:
    page.clock.run_for(after)
    noted: list[str] = page.evaluate("() => told.splice(0)")
    return noted


def test_a_text_of_the_reader_s_is_applied_once_typing_pauses(page: Page) -> None:
    own, other = page.locator("textarea").all()
    own.press_sequentially("low")
    assert told(page) == ["low"]
    other.press_sequentially("low")
    assert told(page) == [], "no text of the reader's"
    own.fill("a" * 2001)
    assert told(page, after=1000) == [], "a long one has a longer pause"
    assert told(page) == ["a" * 2001]
    own.fill("")
    assert told(page) == [""]


def test_a_live_text_is_applied_as_fast_as_the_server_answers(page: Page) -> None:
    app, own = page.get_by_test_id("stApp"), page.locator("textarea").first
    own.evaluate("field => (field.parentElement.className = 'st-key-typed_live_own')")
    app.evaluate("app => (app.dataset.testScriptState = 'notRunning')")
    own.press_sequentially("lo")
    assert told(page, after=0) == ["l", "lo"]
    app.evaluate("app => (app.dataset.testScriptState = 'running')")
    own.press_sequentially("wer")
    assert told(page) == [], "what was typed before is not answered"
    app.evaluate("app => (app.dataset.testScriptState = 'notRunning')")
    assert told(page) == ["lower"]


def test_another_page_opens_once_what_was_typed_is_answered(page: Page) -> None:
    app, own, link = page.get_by_test_id("stApp"), page.locator("textarea").first, "#way"
    page.evaluate("() => (way.onclick = () => !told.push('way'))")
    app.evaluate("node => (node.dataset.testScriptState = 'notRunning')")
    own.press_sequentially("low")
    page.locator(link).click()
    assert told(page, after=0) == ["low"]
    assert told(page, after=1000) == [], "a busy server begins late"
    app.evaluate("node => (node.dataset.testScriptState = 'running')")
    assert told(page, after=3000) == [], "the answer is under way"
    app.evaluate("node => (node.dataset.testScriptState = 'notRunning')")
    assert told(page, after=500) == ["way"]
    own.press_sequentially("er")
    page.locator(link).click()
    page.locator(link).click()
    assert told(page, after=5000) == ["lower", "way"], "a second press goes at once"
    page.locator(link).click()
    assert told(page, after=0) == ["way"], "nothing is typed since"


def test_what_an_input_method_composes_is_applied_when_it_is_whole(page: Page) -> None:
    own = page.locator("textarea").first
    own.focus()
    method = page.context.new_cdp_session(page)
    method.send(
        "Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2}
    )
    assert told(page) == []
    method.send("Input.insertText", {"text": "你"})
    assert told(page) == ["你"]


def test_whether_the_focus_came_by_tab(page: Page) -> None:
    root, own = page.locator("html"), page.locator("textarea").first
    own.click()
    own.press("a")
    expect(root).not_to_have_attribute("data-tabbed", "")
    own.press("Tab")
    expect(root).to_have_attribute("data-tabbed", "")
    own.click()
    expect(root).not_to_have_attribute("data-tabbed", "")


def test_a_new_server_is_told_of_the_page_and_the_first_is_not(page: Page) -> None:
    app = page.get_by_test_id("stApp")

    def comes(*states: str) -> list[str]:
        for state in states:
            app.evaluate("(node, state) => (node.dataset.testConnectionState = state)", state)
        return told(page)

    assert comes("CONNECTING", "CONNECTED") == []
    assert comes("PINGING_SERVER", "CONNECTING") == []
    assert comes("CONNECTED") == ["page"]


def test_an_anchor_stays_when_a_page_writes_its_settings(page: Page) -> None:
    page.goto("http://lab.test/#there")
    page.evaluate("history.pushState(null, '', '/?lang=en')")
    assert page.url == "http://lab.test/?lang=en#there"
