"""The lab without a server, in a browser: walks on a reader's own text, then no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.static_site import CHOICES, write_site
from tests.browser.conftest import PATIENCE, Visit
from tests.browser.looks import serious_faults
from tests.npm_tools import npm_tools

ENGLISH, CHINESE = "the thesis about the theme", "南京市长江大桥，长江长"
ENDLESS = r"(?:(?:a|a)*)*b|[\s\S]"
PHONE = {"width": 390, "height": 844}


class Quiet(SimpleHTTPRequestHandler):
    """A host of files that says nothing of each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its parent
        pass


@pytest.fixture(scope="module")
def site_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site as any static host serves it."""
    npm_tools()
    folder: Path = tmp_path_factory.mktemp("site")
    write_site(folder, lab="https://lab.test")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800})
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


def opened(context: BrowserContext, address: str) -> Page:
    """A page on which a walk is drawn; whatever its console says is an error."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(address)
    page.locator(".player .panel").first.wait_for()
    return page


def python_is_here(page: Page) -> None:
    expect(page.locator("#status")).to_be_empty(timeout=PATIENCE)


def draw_own(page: Page, text: str) -> None:
    """Type a text of one's own, and wait until it is drawn."""
    page.locator("#form select").first.select_option("own")
    field = page.locator("textarea")
    field.wait_for()
    before = page.url
    field.fill(text)
    expect(page).not_to_have_url(before, timeout=PATIENCE)
    expect(page.locator("#notices .problem")).to_have_count(0)


@pytest.mark.parametrize("name", CHOICES)
def test_a_walk_on_own_text_and_then_without_a_network(
    name: str, site_server: str, context: BrowserContext
) -> None:
    page = opened(context, f"{site_server}/{name}/")
    python_is_here(page)
    for text, glyph in ((ENGLISH, "t"), (CHINESE, "京")):
        draw_own(page, text)
        page.get_by_text(glyph, exact=name != "pretokenize").first.wait_for()
    assert_steps_by_keys(page, name)
    assert serious_faults(Visit(page)) == []
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert_fits(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    page.reload()
    page.locator(".player .panel").first.wait_for()
    python_is_here(page)
    assert "lang=zh" in page.url
    expect(page.locator("textarea")).to_have_value(CHINESE)
    draw_own(page, "没有网络")


def assert_fits(page: Page) -> None:
    """No page is wider than its window, once what it shows is laid out anew."""
    for _ in range(100):
        width = page.evaluate("document.documentElement.scrollWidth")
        if width == PHONE["width"]:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{width} pixels wide")


def assert_steps_by_keys(page: Page, name: str) -> None:
    """From the last field a reader gets to the walk by Tab, and goes through it by arrows."""
    if name == "pretokenize":
        page.locator("select[name=cut_view]").select_option("stretches")
    slider = page.locator(".player [role=slider]")
    slider.wait_for()
    page.locator(".player").focus()
    before = slider.get_attribute("aria-valuenow")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_attribute("aria-valuenow", str(before))


def test_the_first_page_counts_a_sentence_and_leads_on(
    site_server: str, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(f"{site_server}/?lang=zh")
    page.locator(".player .flow").wait_for()
    python_is_here(page)
    page.locator("textarea").fill(CHINESE)
    expect(page.locator("#counts")).to_contain_text(str(len(CHINESE.encode())))
    assert serious_faults(Visit(page)) == []
    page.locator("#onward").click()
    page.locator(".player .panel").first.wait_for(timeout=PATIENCE)
    assert "lang=zh" in page.url
    expect(page.locator("textarea")).to_have_value(CHINESE)


def test_an_exercise_and_present_mode(site_server: str, context: BrowserContext) -> None:
    page = opened(context, f"{site_server}/train/")
    python_is_here(page)
    page.get_by_role("button", name="Do it yourself").click()
    page.get_by_role("button", name="Begin").wait_for()
    assert "exercise=1-" in page.url
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Do it yourself").wait_for()
    assert "exercise" not in page.url
    page.get_by_role("button", name="Present").click()
    expect(page.locator("body > header")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("body > header")).to_be_visible()


def test_a_pattern_without_an_end_is_ended(site_server: str, context: BrowserContext) -> None:
    page = opened(context, f"{site_server}/pretokenize/?split=custom&passage=own")
    python_is_here(page)
    page.locator("textarea").fill("a" * 60)
    page.locator("input[name=custom]").fill(ENDLESS)
    expect(page.locator("#notices .problem")).to_contain_text("10 seconds", timeout=PATIENCE)
    page.locator("input[name=custom]").fill(r"\p{L}+")
    expect(page.locator("#notices .problem")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#full a")).to_have_attribute(
        "href", re.compile(r"lab\.test/.*split=custom")
    )


@pytest.mark.parametrize(
    "link",
    [
        "train?text=cat&step=9",
        "linked?text=cat&step=9",
        "encode?words=catch&step=3&lang=zh",
        "pretokenize?passage=story_zh&cut_view=stretches&step=4",
    ],
)
def test_a_link_of_the_app_opens_the_same_step(
    link: str, server: str, site_server: str, context: BrowserContext
) -> None:
    """And the other way round: its own links are in the same words."""
    page, query = link.split("?")
    there = opened(context, f"{server}/{link}")
    sentence = there.locator(".player p#say").inner_text()
    here = opened(context, f"{site_server}/{page}/?{query}")
    expect(here.locator(".player p#say")).to_have_text(sentence)
    python_is_here(here)
    draw_own(here, CHINESE)
    own = here.locator(".player p#say").inner_text()
    back = opened(context, f"{server}/{page}?{here.url.partition('?')[2]}")
    expect(back.locator(".player p#say")).to_have_text(own)
