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


class TestTiming:
    @in_chinese
    def test_the_chart_says_what_was_measured_and_how(
        self, server: Server, visit: Open, language: str
    ) -> None:
        words = catalogue(language)
        visited = opened(visit, server, f"{SHORT}&view=timing&lang={language}")
        again = ended(visited, language)
        table = visited.page.locator(".results tbody tr")
        expect(table).to_have_count(2)
        for row, lane in zip(table.all(), ("naive", "linked"), strict=True):
            title = words[f"lane.{lane}.title"]
            assert title in row.inner_text()
            for told in (title, row.locator(".median").inner_text()):
                expect(chart(visited.page)).to_have_attribute(
                    "aria-label", re.compile(re.escape(told))
                )
        footer = visited.page.locator(".measured-how").inner_text()
        assert f"Python {platform.python_version()}" in footer
        runs = sentence(language, "footer.runs", repeats=1, warm_ups=1)
        assert runs in footer
        assert "bpe-lab" in footer
        figures = table.all_inner_texts()
        for name, option, place in (("axis", "each", 1), ("scale", "linear", 2)):
            visited.page.get_by_role("radio", name=words[f"race.{name}.{option}"]).click()
            visited.page.wait_for_url(f"**{name}={option}**")
            key = "timing.alt_each" if place == 1 else "timing.scale_linear"
            drawn = visited.page.locator(f"[aria-label*='{said(language, key)}']")
            drawn.first.wait_for()
            expect(table).to_have_text(figures, use_inner_text=True)
            expect(again).to_be_visible()
        assert server.lanes() == {}, "another drawing is no other race"

    def test_what_was_measured_can_be_kept(
        self, server: Server, visit: Open, tmp_path: Path
    ) -> None:
        visited = opened(visit, server, f"{SHORT}&view=timing")
        ended(visited)
        kept = {}
        for name in ("svg", "png", "csv", "json"):
            words = catalogue("en")[f"timing.file_{name}"]
            button = visited.page.get_by_role("button", name=words, exact=True)
            with visited.page.expect_download() as download:
                button.click()
            kept[name] = tmp_path / name
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

    def test_a_deep_link_opens_the_same_picture(self, other_server: str, visit: Open) -> None:
        link = f"{SHORT}&view=timing&lang=zh&axis=each&scale=linear&race_merges=12"
        address = f"{other_server}/race?{link}"
        first = visit(address)
        self.settle(first)
        expect(first.page.get_by_role("dialog")).to_have_count(0)
        again = visit(first.page.url)
        self.settle(again)
        assert comes_true(lambda: self.picture(again) == self.picture(first))

    def settle(self, visited: Visit) -> None:
        """Wait for what stands below the last chart."""
        ended(visited, "zh")
        visited.page.locator(".results").wait_for()

    def picture(self, visited: Visit) -> tuple[str | None, list[str]]:
        """Text alternative, lines and words of the chart."""
        paths = "(root) => [...root.querySelectorAll('.mark-line path, text')]"
        each = "map((path) => path.getAttribute('d') ?? path.textContent)"
        drawn = chart(visited.page)
        return drawn.get_attribute("aria-label"), drawn.evaluate(f"{paths}.{each}")
