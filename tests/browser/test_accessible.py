"""axe-core finds no serious fault in any page, theme or mode, but one that is put there."""

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import assert_no_serious_fault, serious_faults

LATER = pytest.mark.slow  # the quick set asks of home alone
ADDRESSES = (
    "train?text=intj&step=4",
    "linked?text=intj&step=151&lang=zh",
    "encode?words=nihao&tokenizer=lab&lang=zh&step=8",
    "vocabulary?tokenizer=lab&token=500",
    "vocabulary?view=apart&step=2",
    "vocabulary?view=beside&tokenizer=lab&lang=zh",
    "race?race_text=intj&repeats=1&step=4",
)
Open = Callable[..., Visit]


def drawn(visited: Visit) -> None:
    """Wait until the page has its heading and, but for home, its player."""
    page = visited.page
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    if re.search(r"//[^/]+/\w", page.url):
        page.locator(".player .panel").first.wait_for()
    visited.settled()


@pytest.mark.first_visit
@pytest.mark.parametrize(
    "address", ["", *(pytest.param(each, marks=LATER) for each in ADDRESSES)]
)
def test_no_serious_fault(server: str, visit: Open, address: str) -> None:
    link = f"{server}/{address}"
    assert_no_serious_fault(visit(link), link, drawn)


@pytest.mark.parametrize("view", ["timing", "growth"])
def test_no_serious_fault_in_a_chart_of_a_race(server: str, visit: Open, view: str) -> None:
    address = f"{server}/race?race_text=intj&repeats=1&view={view}&lang=zh"

    def charted(visited: Visit) -> None:
        page = visited.page
        if view == "growth":
            page.locator(".st-key-race_start button").wait_for()
            if page.locator(".race-plan").count():
                assert serious_faults(visited) == [], "before the start"
                page.locator(".st-key-race_start button").click()
        page.locator(".st-key-race_files button").first.wait_for()
        page.locator("[data-testid=stVegaLiteChart] svg.marks").wait_for()
        visited.settled()

    assert_no_serious_fault(visit(address), address, charted)


def test_open_layers_have_no_serious_fault(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=aaaa&step=17").ready()
    assert serious_faults(visited) == [], "a position that is skipped, and why"
    visited.player().focus()
    visited.press("?")
    visited.page.locator(".player [role=dialog]").wait_for()
    assert serious_faults(visited) == []
    visited.press("Escape")
    for name in ("stop_at", "share"):
        visited.page.locator(f".player [data-name={name}]").click()
        visited.page.wait_for_timeout(200)
        assert serious_faults(visited) == [], name
        visited.press("Escape")
    a_fault_inside_the_player_is_seen(visited)


def a_fault_inside_the_player_is_seen(visited: Visit) -> None:
    visited.page.locator(".player .play").evaluate(
        "(button) => ['aria-label', 'title'].forEach((name) => button.removeAttribute(name))"
    )
    faults = serious_faults(visited, ["button-name"])
    assert any(fault.startswith("button-name") for fault in faults)
