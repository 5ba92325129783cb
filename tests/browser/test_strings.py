"""Whatever a reader types, uploads or links to is shown as text, and none of it is a link."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.text import pack
from tests.browser.conftest import Visit, started
from tests.browser.hostile_page import MARKDOWN, PLAIN, STRINGS, WORD
from tests.browser.pages import Pages
from tests.browser.reader import open_list
from tests.paths import ROOT

ALL = "\n".join(STRINGS)
NAME = STRINGS[0].replace("/", "\N{DIVISION SLASH}")[:200]
INTRUDERS = """(word) => {
  const found = [];
  const foreign = "iframe:not([src]):not([data-testid=stIFrame])";  // the other is our preview
  const strangers = `${foreign}, object, embed, base, form[action], .katex`;
  const addresses = ["href", "src", "action", "srcdoc"];
  // A link of ours holds what was typed as a parameter.
  const isOurs = (value) => location.host && new URL(value, location).host === location.host;
  const leadsOut = ({ name, value }) =>
    addresses.includes(name) && /evil|javascript:|harmed/.test(value)
    && (name === "srcdoc" || !isOurs(value));
  const acts = (attribute) => attribute.name.startsWith("on") || leadsOut(attribute);
  const isWord = (node) => !node.children.length && node.textContent.trim() === word
    && !node.closest(".player");
  const holdsCode = (node) =>
    node.matches("script, style") && /window.harmed|display:none}$/.test(node.textContent);
  const isIntruder = (node) =>
    node.matches(strangers) || isWord(node) || holdsCode(node)
    || [...node.attributes].some(acts);
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) look(node.shadowRoot);
      if (isIntruder(node)) found.push(node.outerHTML.slice(0, 200));
    }
  };
  look(document);
  return [...new Set(found), ...(window.harmed ? ["ran"] : [])];
}"""
DRAWS_NO_TEXT = {
    *("cache_resource", "columns", "container", "empty", "form", "fragment", "get_option"),
    "navigation",
    *("rerun", "set_page_config", "space", "switch_page"),
}
ELSEWHERE = {"iframe", "spinner", "form_submit_button"}  # a preview, a moment, a button


@pytest.fixture(scope="module")
def elements_server() -> Iterator[str]:
    """A server whose one page has every kind of element and every message there is."""
    with started("tests/browser/hostile_page.py") as server:
        yield server.address


def links_outside(visited: Visit, base: str) -> list[str]:
    """Where the links of a page lead, shadow roots included, if not to the same server."""
    anchors = visited.page.locator("a[href]:not([href*='docs.streamlit.io'])")
    addresses: list[str] = anchors.evaluate_all("all => all.map((each) => each.href)")
    return [each for each in addresses if not each.startswith(base)]


def assert_text_is_text(visited: Visit, base: str) -> None:
    assert visited.page.evaluate(INTRUDERS, WORD) == []
    assert links_outside(visited, base) == []
    expect(visited.page.get_by_test_id("stException")).to_have_count(0)


def test_every_kind_of_element_is_tried() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("ui", "pages")
        for path in (ROOT / folder).rglob("*.py")
    )
    drawn = set(re.findall(r"\bst\.([a-z_]+)\(", source))
    assert drawn <= PLAIN.keys() | MARKDOWN.keys() | DRAWS_NO_TEXT | ELSEWHERE


def test_no_element_and_no_message_makes_markup_or_a_link(
    visit: Callable[..., Visit], elements_server: str
) -> None:
    visited = visit(elements_server)
    visited.page.locator("#end").wait_for(state="attached")
    visited.page.locator("[role=graphics-document]").last.wait_for()
    visited.settled()
    texts = visited.page.locator("[data-testid=stAlert]").all_inner_texts()
    assert sum("evil.example" in text.replace("\u2060", "") for text in texts) > 50
    assert_text_is_text(visited, elements_server)
    for box in visited.page.locator("[data-testid=stSelectbox] input").all()[:2]:
        open_list(visited, box).first.wait_for()
        assert_text_is_text(visited, elements_server)
        visited.press("Escape")


def test_what_is_typed_uploaded_or_linked_stays_text(
    visit: Callable[..., Visit], server: str
) -> None:
    visited = visit("about:blank")
    asked: list[str] = []
    visited.page.on("request", lambda request: asked.append(request.url))
    for look in (a_typed_text, a_linked_text, a_text_to_encode, a_file, files, a_lesson):
        look(visited, server)
        assert_text_is_text(visited.settled(), server)
    assert [each for each in asked if not each.startswith((server, "data:", "blob:"))] == []


def a_typed_text(visited: Visit, server: str) -> None:
    """Walked through to its end, its merges and special tokens listed."""
    visited.page.goto(f"{server}/train?text=own&merges=8&pattern=none")
    visited.page.locator("textarea").fill(ALL)
    visited.press("Control+Enter")
    said = visited.addressed("own=").page.locator(".player .say")
    expect(said.first).to_contain_text(f"{len(ALL.encode())} bytes")
    visited.player().focus()
    visited.press(*["Shift+ArrowRight"] * 3, "End")
    drawn = "".join(visited.page.locator(".player .ribbon text").all_text_contents())
    assert "U+202E" in drawn, "a direction mark is named"
    assert "\u202e" not in visited.player().inner_text()
    visited.page.get_by_test_id("stPopover").locator("button").first.click()
    special = visited.page.get_by_test_id("stPopoverBody").locator(
        "[class*=st-key-special] input"
    )
    special.fill(STRINGS[2])
    special.press("Enter")
    visited.page.get_by_test_id("stPopoverBody").wait_for()
    visited.press("Escape")


def a_linked_text(visited: Visit, server: str) -> None:
    """In two pictures, in a sentence and in tables."""
    own = pack(ALL)
    query = f"passage=own&own_passage={own}&split=whitespace&other=none&lang=zh"
    visited.page.goto(f"{server}/pretokenize?{query}")
    visited.page.locator(".player[data-board] .flow").first.wait_for()
    assert f"<b>{WORD}</b><img" in visited.page.locator("p.told").first.inner_text()
    assert "\u202e" not in visited.page.locator(".player").first.inner_text()


def a_text_to_encode(visited: Visit, server: str) -> None:
    """Its pre-tokens are the options of a list; ids that are none are said in a message."""
    visited.page.goto(f"{server}/encode?words=own&own_words={pack(ALL)}&tokenizer=lab")
    visited.ready()
    visited.page.locator("[class*=st-key-part_] [role=combobox]").click()
    visited.page.get_by_role("option").first.wait_for()
    assert_text_is_text(visited, server)
    visited.press("Escape")
    field = visited.page.locator(".st-key-ids input")
    field.fill(STRINGS[1])
    field.press("Enter")
    visited.page.get_by_role("alert").first.wait_for()


def a_file(visited: Visit, server: str) -> None:
    """By its name too, which Streamlit shows and the tab's title has."""
    visited.page.goto(f"{server}/train?text=upload&lang=zh")
    given(visited, NAME)
    visited.ready()


def files(visited: Visit, server: str) -> None:
    """Neither a name nor a file that is a vocabulary: each stands in a message."""
    visited.page.goto(f"{server}/vocabulary?tokenizer=file")
    name = visited.page.locator("[class*=st-key-tokenizer_name] input")
    name.fill(STRINGS[3])
    name.press("Enter")
    alert = visited.page.get_by_test_id("stAlert").first
    alert.wait_for()
    said = alert.inner_text()
    given(visited, NAME)
    expect(alert).not_to_have_text(said, use_inner_text=True)


def given(visited: Visit, name: str) -> None:
    """A file of this name and of all strings, once Streamlit shows it."""
    file = {"name": name, "mimeType": "text/plain", "buffer": ALL.encode()}
    visited.page.locator("input[type=file]").first.set_input_files(file)
    visited.page.get_by_test_id("stFileChipDeleteBtn").first.wait_for()


def a_lesson(visited: Visit, server: str) -> None:
    """Written here, in a field of each kind; its preview is a page within the page."""
    page = visited.page
    page.goto(f"{server}/lessons?view=here")
    visited.settled().page.locator("[class*=st-key-card_] summary").first.click()
    page.locator("[class*=st-key-copy-] button").first.click()
    page.locator("[class*=st-key-draft_open_] button").first.click()
    for key in ("draft_title_en", "draft_goals_en", "draft_text_en", "draft_ask_en"):
        field: Any = page.locator(f"[class*=st-key-{key}]").locator("input, textarea").first
        field.fill(STRINGS[2])
        field.press("Control+Enter")
        visited.settled()
    page.get_by_text(WORD).first.wait_for(state="attached")


MARKUP = (
    f"<p>text <b>{WORD}</b></p>",
    "<img src=x onerror='1'>",
    "<iframe srcdoc=x></iframe>",
    "<a href='javascript:1'>x</a>",
    "<a href='https://evil.example/x'>x</a>",
    "<span class=katex>x</span>",
    "<script>window.harmed=1</script>",
)


def test_the_search_sees_what_markup_makes(pages: Pages) -> None:
    page = pages.open()
    for markup in MARKUP:
        page.set_content(f"<div id=host></div><main>{markup}</main>")
        assert page.evaluate(INTRUDERS, WORD), markup
        page.goto("about:blank")
        page.set_content(f"<main>{html.escape(markup)}</main>")
        assert page.evaluate(INTRUDERS, WORD) == [], markup
    pages.close(page)
