"""axe-core finds no serious fault in any page, theme or mode."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Visit

SERIOUS = {"serious", "critical"}
ADDRESSES = (
    "",
    "train?text=intj&step=4",
    "linked?text=intj",
    "linked?text=intj&step=151&lang=zh",
    "linked?text=aaaa&step=17",
    "encode?step=8",
    "encode?words=nihao&tokenizer=lab&lang=zh",
    "vocabulary?tokenizer=lab&token=500",
    "race?race_text=intj&repeats=1&step=4",
)
Open = Callable[..., Visit]


def serious_faults(visited: Visit) -> list[str]:
    """Rule, element and what is wrong with it, for every serious fault."""
    response = Axe().run(visited.page).response
    return [
        f"{fault['id']}: {node['target']}: {node['failureSummary']}"
        for fault in response["violations"]
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("look", ["light", "dark", "present", "present-dark"])
def test_no_serious_fault(server: str, visit: Open, address: str, look: str) -> None:
    mode = "&mode=present" if "present" in look else ""
    query = address + (mode if "?" in address else mode.replace("&", "?"))
    scheme = "dark" if "dark" in look else "light"
    visited = visit(f"{server}/{query}", color_scheme=scheme)
    if address:
        visited.page.locator(".player .panel").first.wait_for()
    visited.page.get_by_role("heading", level=1).first.wait_for(state="attached")
    visited.page.wait_for_timeout(600)
    assert serious_faults(visited) == []


@pytest.mark.parametrize("view", ["timing", "growth"])
@pytest.mark.parametrize("look", ["light", "dark", "present", "present-dark"])
def test_no_serious_fault_in_a_chart_of_a_race(
    server: str, visit: Open, view: str, look: str
) -> None:
    mode = "&mode=present" if "present" in look else ""
    scheme = "dark" if "dark" in look else "light"
    address = f"{server}/race?race_text=intj&repeats=1&view={view}&lang=zh{mode}"
    visited = visit(address, color_scheme=scheme)
    page = visited.page
    if view == "growth":
        page.locator(".st-key-race_start button").wait_for()
        if page.locator(".race-plan").count():
            assert serious_faults(visited) == [], "before the start"
            page.locator(".st-key-race_start button").click()
    page.locator(".st-key-race_files button").first.wait_for()
    page.locator("[data-testid=stVegaLiteChart] svg.marks").wait_for()
    assert serious_faults(visited) == []


def test_open_layers_have_no_serious_fault(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj&step=151").ready()
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


def test_a_fault_inside_the_player_is_found(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=aaaa").ready()
    visited.page.locator(".player .play").evaluate(
        "(button) => ['aria-label', 'title'].forEach((name) => button.removeAttribute(name))"
    )
    assert any(fault.startswith("button-name") for fault in serious_faults(visited))
