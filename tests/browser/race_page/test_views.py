"""One race in all its views: walked through, by the clock, by size; kept, presented, narrow."""

import csv
import re
from pathlib import Path

from playwright.sync_api import expect

import bpe_core
from bpe_core.runtime.text import pack
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults, sizes
from tests.browser.race_page.visits import Open, Server, chart, ended, opened
from tests.browser.reader import HALL, assert_everybody_reads_it, presented
from tests.ui.test_pages import said

WORDS = catalogue("zh")
TEXT = " ".join(f"w{k * k % 31} low{k % 7}er" for k in range(500))
RACE = f"race_text=own&own_race={pack(TEXT)}&repeats=1&lang=zh"
MERGES = len(bpe_core.train(TEXT, vocab_size=400).merges)  # until no pair is left


def test_a_race_is_walked_through_timed_and_grown(server: Server, visit: Open) -> None:
    visited = opened(visit, server, f"{RACE}&step=5")
    every_merge_is_the_same_in_all_lanes(visited)
    show(visited, "timing")
    the_clock_says_what_was_measured(visited)
    another_drawing_has_the_same_figures(visited)
    assert server.lanes() == {}, "another view and another drawing are no other race"
    it_is_kept(visited)
    assert_everybody_reads_it(visited)
    show(visited, "growth")
    it_grows_by_the_button_and_ends_in_slopes(visited)
    assert_everybody_reads_it(visited)
    a_hall_sees_the_chart(visited)


def show(visited: Visit, view: str) -> None:
    visited.settled().page.get_by_role("radio", name=WORDS[f"race.views.{view}"]).click()
    visited.addressed(f"view={view}")


def every_merge_is_the_same_in_all_lanes(visited: Visit) -> None:
    visited.ready().player().focus()
    assert visited.step() == 5
    visited.press("End")
    assert visited.step() == MERGES > 5
    badge = visited.page.locator(".player .badge-text")
    expect(badge).to_have_attribute("data-look", "same")
    expect(badge).to_contain_text(said("zh", "race.badge.train_same"))


def the_clock_says_what_was_measured(visited: Visit) -> None:
    ended(visited, "zh")
    rows = visited.page.locator(".results tbody tr")
    expect(rows).to_have_count(2)
    for row, lane in zip(rows.all(), ("naive", "linked"), strict=True):
        title = WORDS[f"lane.{lane}.title"]
        assert title in row.inner_text()
        for words in (title, row.locator(".median").inner_text()):
            label = re.compile(re.escape(words))
            expect(chart(visited.page)).to_have_attribute("aria-label", label)


def another_drawing_has_the_same_figures(visited: Visit) -> None:
    table = visited.page.locator(".results tbody tr")
    figures = table.all_inner_texts()
    visited.page.get_by_role("radio", name=WORDS["race.axis.each"]).click()
    visited.addressed("axis=each")
    visited.page.locator(f"[aria-label*='{said('zh', 'timing.alt_each')}']").first.wait_for()
    expect(table).to_have_text(figures, use_inner_text=True)


def it_is_kept(visited: Visit) -> None:
    """The chart as a picture, every time that was taken; made when asked for."""
    kept = {}
    for name in ("png", "csv"):
        words = WORDS[f"timing.file_{name}"]
        with visited.settled().page.expect_download() as download:
            visited.page.get_by_role("button", name=words, exact=True).click()
        kept[name] = Path(download.value.path())
    assert kept["png"].read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    with kept["csv"].open() as file:
        rows = list(csv.DictReader(file))
    for lane in ("naive", "linked"):
        parts = [int(row["part"]) for row in rows if row["lane"] == lane]
        assert parts == list(range(1, MERGES + 1))


def it_grows_by_the_button_and_ends_in_slopes(visited: Visit) -> None:
    page = visited.page
    plan = page.locator(".race-plan")
    expect(plan).to_contain_text(WORDS["lane.linked.rung"])
    page.get_by_role("button", name=WORDS["race.start"]).click()
    page.get_by_role("progressbar").first.wait_for()
    ended(visited, "zh")
    alternative = chart(page).get_attribute("aria-label")
    assert alternative.count("±") == 2, "a slope with its error for each lane"
    page.get_by_role("radio", name=WORDS["race.against.merges"]).click()
    visited.addressed("against=merges")
    drawn = f"[data-testid=stVegaLiteChart][aria-label*='{WORDS['growth.x_train']}']"
    page.locator(drawn).wait_for()


def a_hall_sees_the_chart(visited: Visit) -> None:
    presented(visited)
    expect(visited.page.get_by_test_id("stSelectbox").first).to_be_hidden()
    for height in sizes(visited, HALL):
        box = chart(visited.page).bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
    assert serious_faults(visited) == [], "presenting"
