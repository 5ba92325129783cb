"""The reader's place: through all pages by the navigation, and back by the browser's keys."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from bpe_lab.pages import PAGES
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.navigation import follow, path_of

FORWARD = 6  # pages, three of them with a walk: the way that back leads is the same
WALKS = ("train", "linked", "encode", "subword_nmt", "bytepiece")


def stands_at(visited: Visit, page: str, step: int | None) -> None:
    """The page is there, and its walk at ``step``, on the screen and in the address."""
    says_step = "" if step is None else f"(?=.*[?&]step={step}(&|$))"
    there = re.compile(rf"^{says_step}[^?]*\d{path_of(page)}\?")
    expect(visited.page, page).to_have_url(there)
    visited.settled()
    if step is not None:
        slider = visited.page.locator(".player [role=slider]")
        expect(slider, page).to_have_attribute("aria-valuenow", str(step))


def go_to(visited: Visit, page: str) -> None:
    """By the navigation."""
    follow(visited, page)
    expect(visited.page, page).to_have_url(re.compile(rf"\d{path_of(page)}\?"))


def walk(visited: Visit, steps: int) -> int:
    """Some steps on from the start, and where that is."""
    visited.ready().player().focus()
    start = visited.step()
    visited.press(*["ArrowRight"] * steps)
    step = visited.step()
    assert step >= start + steps
    return step


def heading(visited: Visit) -> str:
    return visited.page.get_by_role("heading", level=1).first.inner_text()


def test_one_press_leads_to_the_page_before_and_to_its_step(
    visit: Callable[..., Visit], server: str
) -> None:
    visited = visit(f"{server}/", viewport={"width": 1920, "height": 1080})
    steps: dict[str, int | None] = {}
    headings: dict[str, str] = {}
    for number, page in enumerate(PAGES):
        if number:
            go_to(visited, page)
        stands_at(visited, page, None)
        steps[page] = walk(visited, 2 + number) if page in WALKS else None
        headings[page] = heading(visited)
    for pages, move in (
        ([*PAGES][-2::-1], visited.page.go_back),
        ([*PAGES][1:FORWARD], visited.page.go_forward),
    ):
        for page in pages:
            move()
            expect(visited.page.get_by_role("heading", level=1).first).to_have_text(
                headings[page]
            )
            stands_at(visited, page, steps[page])
    for number, page in enumerate(WALKS):
        go_to(visited, page)
        stands_at(visited, page, steps[page])
        visited.page.locator(".st-key-language button").nth((number + 1) % 2).click()
        visited.addressed(f"lang={('zh', 'en')[number % 2]}")
        stands_at(visited, page, steps[page])


def test_two_quick_presses_lead_two_pages_back(
    visit: Callable[..., Visit], server: str
) -> None:
    visited = visit(f"{server}/train", viewport={"width": 1920, "height": 1080})
    visited.ready()
    for page in ("linked", "encode"):
        go_to(visited, page)
        visited.ready()
    title = heading(visited)
    visited.page.evaluate("() => { history.back(); setTimeout(() => history.back(), 60); }")
    expect(visited.page).to_have_url(re.compile("/train\\?"))
    expect(visited.page.get_by_role("heading", level=1).first).not_to_have_text(title)
    # Written as Streamlit writes an answer that comes late: it leads nowhere.
    visited.page.evaluate("history.pushState(null, '', '/linked')")
    assert visited.page.evaluate("location.pathname") == "/train"
    # What is asked now is answered after all that was asked before.
    visited.settled().page.locator(".st-key-language button").nth(1).click()
    visited.addressed("lang=zh").settled()
    assert "/train?" in visited.page.url
    expect(visited.page.get_by_role("heading", level=1).first).to_have_text(
        catalogue("zh")["train.title"]
    )
