"""axe-core finds no serious fault in any view or open layer, but one that is put there.

How each page opens is looked at by `test_visits.py`; here is what a reader brings about.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Visit
from tests.browser.looks import OF_COLORS, faults_by_theme, laid_out, serious_faults

CLEAN = {"light": [], "dark": []}
# A walk in its middle, at work on signs of each kind, and pages with other views.
MOMENTS = (
    "linked?text=intj&step=151&lang=zh",
    "encode?words=nihao&tokenizer=lab&lang=zh&step=8",
    "vocabulary?view=apart&step=2",
    "tokens?models=lab,bilingual&counted_text=injection&allow=1&prices=lab:2&lang=zh",
    "vocabulary?view=beside&tokenizer=lab&lang=zh",
)
RACE = "race?race_text=intj&repeats=1&lang=zh"
Open = Callable[..., Visit]


def test_no_serious_fault_at_a_moment_or_in_another_view(server: str, visit: Open) -> None:
    visited = visit("about:blank")
    for address in MOMENTS:
        visited.page.goto(f"{server}/{address}")
        visited.page.locator(".player .panel, .beside-view table").first.wait_for()
        assert faults_by_theme(visited.settled()) == CLEAN, address
    a_hall_has_readable_colors(visited, f"{server}/{MOMENTS[0]}")


def a_hall_has_readable_colors(visited: Visit, address: str) -> None:
    visited.page.goto(f"{address}&mode=present")
    visited.page.locator(".player .panel").first.wait_for()
    assert serious_faults(laid_out(visited.settled()), OF_COLORS) == []


def test_no_serious_fault_in_a_race_s_charts(server: str, visit: Open) -> None:
    visited = visit("about:blank")
    for view in ("timing", "growth"):
        visited.page.goto(f"{server}/{RACE}&view={view}")
        if view == "growth":
            before_the_start(visited)
        visited.page.locator(".st-key-race_files button").first.wait_for()
        visited.page.locator("[data-testid=stVegaLiteChart] svg.marks").wait_for()
        assert faults_by_theme(visited.settled()) == CLEAN, view


def before_the_start(visited: Visit) -> None:
    """Of a race that no other visitor has run yet."""
    start = visited.page.locator(".st-key-race_start button")
    start.wait_for()
    if visited.settled().page.locator(".race-plan").count():
        assert serious_faults(visited) == [], "before the start"
        start.click()


def test_open_layers_have_no_serious_fault(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=aaaa&step=17").ready()
    assert serious_faults(visited) == [], "a position that is skipped, and why"
    visited.player().focus()
    visited.press("?")
    visited.page.locator(".player [role=dialog]").wait_for()
    assert serious_faults(laid_out(visited)) == []
    visited.press("Escape")
    for name in ("stop_at", "share"):
        visited.page.locator(f".player [data-name={name}]").click()
        assert serious_faults(laid_out(visited)) == [], name
        visited.press("Escape")
    a_fault_inside_the_player_is_seen(visited)


def a_fault_inside_the_player_is_seen(visited: Visit) -> None:
    visited.page.locator(".player .play").evaluate(
        "(button) => ['aria-label', 'title'].forEach((name) => button.removeAttribute(name))"
    )
    faults = serious_faults(visited, ["button-name"])
    assert any(fault.startswith("button-name") for fault in faults)
