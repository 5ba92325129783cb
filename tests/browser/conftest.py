"""A fresh server and a real Chromium, both started by the tests."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.app_server import Server, serving
from benchmarks.chromium import chromium_path
from tests.browser.pages import Pages

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--process-per-site",
    # A visit runs its scripts once: compilers that optimize cost more than they save. Scripts
    # that the process has compiled before need no thread that compiles them while they come.
    "--js-flags=--no-opt --no-maglev --no-flush-bytecode --no-script-streaming",
    # Messages within a process cost less than between three.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    "--host-resolver-rules=MAP lab.test 127.0.0.1",  # as a server elsewhere
]
REMEMBERED = 3  # seconds that a session outlives its connection here
PATIENCE = 90_000  # milliseconds; a quiet machine takes a hundredth of it
# The page while its script runs on the server; other pages have no such element.
RUNNING = "[data-testid=stApp]:not([data-test-script-state=notRunning])"

# What a page says is proved in every language without a browser. What a browser adds is proved
# in one: here in Chinese, and in English by all tests that ask for no language.
in_chinese = pytest.mark.parametrize("language", ["zh"])


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that opens a page of the app is a visit for CI, unless a mark says otherwise.

    Told by a fixture whose name ends in ``server``; who starts one in another way has a mark of
    its own. A walk that is drawn without a server takes tenths of a second.
    """
    opens_a_page = any(name.endswith("server") for name in getattr(item, "fixturenames", ()))
    marks = {mark.name for mark in item.iter_markers()}
    if opens_a_page and not marks & {"first_visit", "slow"}:
        item.add_marker(pytest.mark.visit)


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config) -> str:
    """The browser's path; missing is a failure in CI and a skip elsewhere."""
    path = chromium_path(windows=pytestconfig.getoption("--headed"))
    if path is None:
        reason = "no Chromium: `apt install chromium` runs what only a browser sees"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str, pytestconfig: pytest.Config) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    watched = pytestconfig.getoption("--headed")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, headless=not watched, slow_mo=300 * watched
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser, PATIENCE)


def started(script: str = "app.py") -> AbstractContextManager[Server]:
    """A server that nobody has asked anything yet but whether it is alive.

    It forgets readers sooner than a lecture's, or every test of what they leave took a minute.
    """
    return serving(script, options=("--server.disconnectedSessionTTL", str(REMEMBERED)))


def address_of_server() -> Iterator[str]:
    """The address of a server that ends with the fixture."""
    with started() as server:
        yield server.address


@pytest.fixture
def fresh_server() -> Iterator[str]:
    """A server of the test's own."""
    yield from address_of_server()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """One server for all tests that do not need a fresh one."""
    yield from address_of_server()


@pytest.fixture(scope="session")
def other_server() -> Iterator[str]:
    """A server that only opens links: nothing was typed, uploaded or run on it."""
    yield from address_of_server()


@dataclass
class Visit:
    """A page with what its console said."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def player(self) -> Any:
        return self.page.locator(".player:not([data-board])")

    def ready(self) -> "Visit":
        """Wait until the player has drawn, and the page all that stands below it."""
        self.page.locator(".player [role=slider]").wait_for()
        return self.settled()

    def settled(self) -> "Visit":
        """Wait until the page's script has ended, and what was seen first has gone."""
        self.page.locator(RUNNING).wait_for(state="detached")
        self.page.locator(".first-sight").wait_for(state="detached")
        return self

    def addressed(self, *parts: str, without: str = "?") -> "Visit":
        """Wait until the address says all ``parts`` of its query and not ``without``."""

        def says(address: str) -> bool:
            _, _, query = address.partition("?")
            return all(part in query for part in parts) and without not in query

        self.page.wait_for_url(says)
        return self

    def say(self) -> str:
        """The sentence that tells the present step."""
        return str(self.page.locator(".player .say:not(.sizer)").inner_text())

    def where(self) -> str:
        """The merge that the walk stands at, as written."""
        return str(self.page.locator(".player .where").inner_text())

    def step(self) -> int:
        """The present step, from 0 where the walk starts, as in the address."""
        slider = self.page.locator(".player [role=slider]")
        return int(slider.get_attribute("aria-valuenow") or 0)

    def arrives(self, step: int, sentence: str = "") -> None:
        """Wait until another walk stands at ``step`` and says ``sentence``.

        An address tells where a page leads before its walk is there.
        """
        slider = self.page.locator(".player [role=slider]")
        expect(slider).to_have_attribute("aria-valuenow", str(step))
        expect(self.page.locator(".player .say:not(.sizer)")).to_contain_text(sentence)

    def link(self) -> str:
        """The address, as soon as it holds the present step."""
        self.page.wait_for_url(re.compile(rf"[?&]step={self.step()}(&|$)"))
        return self.page.url

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture
def visit(pages: Pages) -> Iterator[Callable[..., Visit]]:
    """Open an address in a new window; at the end the console must be clean."""
    opened: list[Visit] = []

    def go(address: str, **options: Any) -> Visit:
        visited = Visit(pages.open(**options))

        def heard(message: Any) -> None:
            place = message.location.get("url", "")
            if message.type == "error":
                visited.complaints.append(f"{message.text} ({place})")

        visited.page.on("console", heard)
        visited.page.on("pageerror", lambda error: visited.complaints.append(str(error)))
        visited.page.goto(address)
        opened.append(visited)
        return visited

    yield go
    for visited in opened:
        pages.close(visited.page)
        assert visited.complaints == [], "the browser's console is clean"
