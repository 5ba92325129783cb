"""Pages come in their place: how far what a reader sees moves while they load, cold."""

from time import sleep

import pytest
from playwright.sync_api import Browser

from benchmarks.readers.shifts import TARGET, WINDOWS, Shift, shifts_of, window, worst_window

# With fields over a walk, with columns that a phone shows in another order, and in a lesson.
OPENED = (
    ("", "en", "laptop"),
    ("linked", "en", "phone"),
    ("tokens", "zh", "phone"),
    ("vocabulary", "zh", "phone"),
    ("museum", "en", "phone"),
    ("?lesson=lecture&scene=4", "zh", "laptop"),
    ("vocabulary?mode=present", "en", "laptop"),
)
LATE = 5  # seconds: as long as a script may take before its page is uncovered, and more


@pytest.mark.parametrize(("address", "language", "size"), OPENED)
def test_a_page_comes_in_its_place(
    server: str, browser: Browser, address: str, language: str, size: str
) -> None:
    link = f"{server}/{address}{'&' if '?' in address else '?'}lang={language}"
    with window(browser, WINDOWS[size]) as page:
        shifts = shifts_of(page, link)
    assert worst_window(shifts) < TARGET, "\n".join(map(str, shifts))


def test_a_page_waits_for_its_own_styles(server: str, browser: Browser) -> None:
    with window(browser, WINDOWS["phone"]) as page:
        page.route("**/vocabulary-style-*", lambda route: (sleep(LATE), route.continue_()))
        shifts = shifts_of(page, f"{server}/vocabulary?lang=zh")
    assert worst_window(shifts) < TARGET, "\n".join(map(str, shifts))


def test_the_worst_five_seconds_end_by_a_pause_or_by_their_length() -> None:
    assert worst_window([]) == 0
    assert worst_window([Shift(0, 1), Shift(900, 2), Shift(1900, 2.5)]) == 3
    assert worst_window([Shift(800 * each, 1) for each in range(10)]) == 7
