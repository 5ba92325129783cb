"""Timing in a real browser: live points, the outcome, what is kept."""

import csv
import platform
import re
from pathlib import Path
from unittest import mock

from playwright.sync_api import expect

from bpe_lab.text import catalogue, t
from tests.browser.conftest import Visit, in_chinese
from tests.browser.race_page.visits import (
    SHORT,
    Open,
    Server,
    chart,
    ended,
    opened,
)
from tests.core.race.running import comes_true
from tests.ui.test_pages import said


def sentence(language: str, key: str, **values: object) -> str:
    """A text of the catalogue with its values, as the page of this language says it."""
    with mock.patch("bpe_lab.text.language", return_value=language):
        return t(key, **values)


@in_chinese
def test_what_was_measured_is_drawn_kept_and_linked_to(
    server: Server, visit: Open, tmp_path: Path, language: str
) -> None:
    visited = opened(visit, server, f"{SHORT}&view=timing&lang={language}")
    ended(visited, language)
    the_chart_says_what_was_measured(visited, language)
    the_footer_says_how(visited, language)
    another_drawing_has_the_same_figures(visited, language)
    assert server.lanes() == {}, "another drawing is no other race"
    assert_kept_files_hold_it(visited, language, tmp_path)
    again = visit(visited.page.url)
    settle(again, language)
    expect(again.page.get_by_role("dialog")).to_have_count(0)
    assert comes_true(lambda: picture(again) == picture(visited))


def the_chart_says_what_was_measured(visited: Visit, language: str) -> None:
    table = visited.page.locator(".results tbody tr")
    expect(table).to_have_count(2)
    for row, lane in zip(table.all(), ("naive", "linked"), strict=True):
        title = catalogue(language)[f"lane.{lane}.title"]
        assert title in row.inner_text()
        for told in (title, row.locator(".median").inner_text()):
            expect(chart(visited.page)).to_have_attribute(
                "aria-label", re.compile(re.escape(told))
            )


def the_footer_says_how(visited: Visit, language: str) -> None:
    footer = visited.page.locator(".measured-how").inner_text()
    assert f"Python {platform.python_version()}" in footer
    assert sentence(language, "footer.runs", repeats=1, warm_ups=1) in footer
    assert "bpe-lab" in footer


def another_drawing_has_the_same_figures(visited: Visit, language: str) -> None:
    table = visited.page.locator(".results tbody tr")
    figures = table.all_inner_texts()
    for name, option, key in (
        ("axis", "each", "timing.alt_each"),
        ("scale", "linear", "timing.scale_linear"),
    ):
        words = catalogue(language)[f"race.{name}.{option}"]
        visited.page.get_by_role("radio", name=words).click()
        visited.page.wait_for_url(f"**{name}={option}**")
        drawn = visited.page.locator(f"[aria-label*='{said(language, key)}']")
        drawn.first.wait_for()
        expect(table).to_have_text(figures, use_inner_text=True)
        expect(ended(visited, language)).to_be_visible()


def assert_kept_files_hold_it(visited: Visit, language: str, folder: Path) -> None:
    kept = {}
    for name in ("svg", "png", "csv", "json"):
        words = catalogue(language)[f"timing.file_{name}"]
        button = visited.page.get_by_role("button", name=words, exact=True)
        with visited.page.expect_download() as download:
            button.click()
        kept[name] = folder / name
        download.value.save_as(kept[name])
    assert kept["svg"].read_text("utf-8").startswith("<svg")
    assert kept["png"].read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    with kept["csv"].open() as file:
        rows = list(csv.DictReader(file))
    for lane in ("naive", "linked"):
        mine = [row for row in rows if row["lane"] == lane]
        assert [int(row["part"]) for row in mine] == list(range(1, 24))
        times = [int(row["nanoseconds"]) for row in mine]
        assert times == sorted(times)
    assert '"python"' in kept["json"].read_text("utf-8")


def settle(visited: Visit, language: str) -> None:
    """Wait for what stands below the last chart."""
    ended(visited, language)
    visited.page.locator(".results").wait_for()


def picture(visited: Visit) -> tuple[str | None, list[str]]:
    """Text alternative, lines and words of the chart."""
    paths = "(root) => [...root.querySelectorAll('.mark-line path, text')]"
    each = "map((path) => path.getAttribute('d') ?? path.textContent)"
    drawn = chart(visited.page)
    return drawn.get_attribute("aria-label"), drawn.evaluate(f"{paths}.{each}")
